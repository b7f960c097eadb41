use std::future::{Future, ready};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use goldens::boxed::{BoxFuture, Boxes, Local, Mailer, ResilientBoxes, ResilientLocal, ResilientMailer};

use crate::support::{block_on, registry};

/// Fails twice.
#[derive(Debug, Default)]
struct Flaky(AtomicUsize);

impl Flaky {
    fn next(&self) -> Result<usize, String> {
        let calls = self.0.fetch_add(1, SeqCst) + 1;
        if calls < 3 { Err("flaky".to_owned()) } else { Ok(calls) }
    }
}

#[async_trait::async_trait]
impl Mailer for Flaky {
    async fn send(&self, _to: &str, text: String) -> Result<usize, String> {
        self.next().map(|_| text.len())
    }
}

#[async_trait::async_trait(?Send)]
impl Local for Flaky {
    async fn send(&self, to: Rc<str>) -> Result<usize, r4c::CallError<String>> {
        Ok(to.len())
    }
}

impl Boxes for Flaky {
    fn aliased<'a>(&'a self, _to: &'a str) -> BoxFuture<'a, Result<usize, String>> {
        Box::pin(async { self.next() })
    }
    fn written(&self, text: String) -> Pin<Box<dyn Future<Output = Result<String, String>> + '_>> {
        Box::pin(async move { self.next().map(|_| text) })
    }
    fn plain(&self) -> BoxFuture<'_, u8> {
        Box::pin(ready(7))
    }
}

#[test]
fn boxed_by_an_attribute() {
    let mailer = ResilientMailer::new(Flaky::default(), &registry()).unwrap();
    let mailer: &dyn Mailer = &mailer;
    assert_eq!(block_on(mailer.send("a", "text".to_owned())), Ok(4));
    assert_eq!(block_on(mailer.read(3)), Ok("3: no mail 3".to_owned()));
    let local = ResilientLocal::new(Flaky::default(), &registry()).unwrap();
    assert_eq!(block_on(local.send(Rc::from("abc"))).unwrap(), 3);
}

#[test]
fn boxed_by_hand() {
    let boxes = ResilientBoxes::new(Flaky::default(), &registry()).unwrap();
    assert_eq!(block_on(boxes.aliased("a")), Ok(3));
    let boxes = ResilientBoxes::new(Flaky::default(), &registry()).unwrap();
    assert_eq!(block_on(boxes.written("text".to_owned())), Ok("text".to_owned()));
    assert_eq!(block_on(boxes.plain()), 7);
}
