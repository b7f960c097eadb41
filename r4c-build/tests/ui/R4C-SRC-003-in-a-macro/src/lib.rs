macro_rules! api {
    ($name:ident) => {
        pub trait $name {
            #[r4c::retry(max_attempts = 3)]
            fn get(&self) -> Result<u8, String>;
        }
    };
}
api!(Made);
some::tool! { let x = #[r4c::retry] fn f() }
cfg_net! {
    pub trait Seen {
        #[r4c::retry]
        fn get(&self) -> Result<u8, String>;
    }
}
r4c::include_wrappers!();
