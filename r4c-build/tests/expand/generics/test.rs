use std::any::TypeId;
use std::cell::Cell;

use goldens::generics::{
    Finder, FoundResult, Map, Missing, Named, Repo, ResilientFinder, ResilientMap, ResilientRepo, ResilientService, ResilientTree, Service, Tree,
};
use r4c::CallError;

use crate::support::{block_on, registry};

#[derive(Debug, Default)]
struct Numbers(std::sync::atomic::AtomicU32, Vec<u32>);

impl Repo for Numbers {
    type Item = u32;
    type Error = CallError<String>;
    type View<'a> = &'a u32;

    fn get(&self, id: u32) -> Result<u32, Self::Error> {
        let calls = self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1;
        if calls < 3 { Err(CallError::call("flaky".to_owned())) } else { Ok(id) }
    }
    fn view(&self, id: u32) -> Result<&u32, Self::Error> {
        self.1.iter().find(|number| **number == id).ok_or_else(|| CallError::call("missing".to_owned()))
    }
    async fn lend(&self, id: u32) -> Result<&u32, Self::Error> {
        self.view(id)
    }
    fn put(&self, item: u32) -> Result<(), Self::Error> {
        self.get(item).map(|_| ())
    }
}

#[test]
fn associated_types_go_through() {
    let registry = registry();
    let repo = ResilientRepo::new(Numbers(0.into(), vec![7]), &registry).expect("the settings are right");
    assert_eq!(repo.get(4).unwrap(), 4);
    assert_eq!(repo.put(4).unwrap(), ());
    assert_eq!(repo.view(7).unwrap(), &7);
    assert_eq!(block_on(repo.lend(7)).unwrap(), &7);
    registry.circuit_breaker("repo").expect("a breaker").force_open().expect("a legal transition");
    assert!(matches!(repo.get(4), Err(CallError::NotPermitted(_))));
    assert!(matches!(block_on(repo.lend(7)), Err(CallError::NotPermitted(_))));
}

struct Letters;
impl<'m> Map<'m, str, char, 3> for Letters {
    fn get<const K: usize, F: Fn(&char) -> bool>(&'m self, key: &'m str, pick: F) -> Result<[char; K], Missing<char>> {
        let picked: Vec<char> = key.chars().filter(|letter| pick(letter)).collect();
        picked.try_into().map_err(|rest: Vec<char>| Missing(rest.first().copied()))
    }
    fn count<T: 'static>(&self) -> usize {
        usize::from(TypeId::of::<T>() == TypeId::of::<u8>())
    }
    fn all(&self) -> [char; 3] {
        ['a', 'b', 'c']
    }
}

#[test]
fn parameters_go_through() {
    let map = ResilientMap::new(Letters, &registry()).expect("the settings are right");
    assert_eq!(map.get("axb", |letter| *letter != 'x'), Ok(['a', 'b']));
    assert_eq!(map.get::<1, _>("ab", |_| true), Err(Missing(Some('a'))));
    assert_eq!((map.count::<u8>(), map.count::<u16>()), (1, 0));
    assert_eq!(map.all(), ['a', 'b', 'c']);
}

struct Other(Cell<u32>);
impl Named for Other {
    fn name(&self) -> String {
        "other".to_owned()
    }
}
impl Service for Other {
    fn name(&self) -> Result<String, String> {
        self.0.set(self.0.get() + 1);
        if self.0.get() < 2 { Err("first".to_owned()) } else { Ok("service".to_owned()) }
    }
}

#[test]
fn a_supertrait_with_the_same_method_does_not_matter() {
    let service = ResilientService::new(Other(Cell::new(0)), &registry()).expect("the settings are right");
    assert_eq!(Service::name(&service), Ok("service".to_owned()));
    assert_eq!(Named::name(&service), "resilient other");
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Leaves(Vec<u32>, Cell<u32>);
impl Tree for Leaves {
    fn join(&self, other: &Self) -> Result<u32, String> {
        self.1.set(self.1.get() + 1);
        if self.1.get() < 2 { Err("first".to_owned()) } else { Ok(self.0.iter().chain(&other.0).sum()) }
    }
    fn branch(&self) -> Self {
        Leaves(self.0.clone(), Cell::new(0))
    }
    fn with(mut self, leaf: u32) -> Self {
        self.0.push(leaf);
        self
    }
    async fn later(&self) -> Self {
        self.branch()
    }
}

#[test]
fn what_gives_itself_gives_a_wrapper() {
    let tree = ResilientTree::new(Leaves::default(), &registry()).expect("the settings are right").with(2);
    let branch = block_on(tree.branch().with(3).later());
    assert_eq!(branch.join(&tree), Ok(7));
    assert_eq!(ResilientTree::sum(&tree.branches()), 2);
}

struct Counter(Cell<u32>);
impl Finder for Counter {
    type Item = u32;
    fn find(&self) -> FoundResult<u32> {
        self.0.set(self.0.get() + 2);
        Ok(self.0.get())
    }
    fn maybe(&self) -> Option<&u32> {
        self.0.set(self.0.get() + 1);
        None
    }
}

#[test]
fn a_classifier_of_some_items_serves_those() {
    let even = ResilientFinder::new(Counter(Cell::new(0)), &registry()).expect("the settings are right");
    assert_eq!(even.find().ok(), Some(2));
    assert_eq!((even.maybe(), even.get_ref().0.get()), (None, 5));
    let odd = ResilientFinder::new(Counter(Cell::new(1)), &registry()).expect("the settings are right");
    assert_eq!(odd.find().ok(), Some(7), "rejected three times");
}
