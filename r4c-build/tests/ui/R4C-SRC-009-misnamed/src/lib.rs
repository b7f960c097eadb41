pub mod orders {
    pub trait Api {
        #[r4c::retry]
        fn get(&self) -> Result<u8, String>;
    }
    r4c::include_wrappers!("oders");
}
pub mod stock {
    pub trait StockApi {
        #[r4c::retry]
        fn get(&self) -> Result<u8, String>;
    }
    r4c::include_wrappers!("orders");
}
pub mod odd {
    #[r4c::retry]
    pub fn fetch() -> Result<u8, String> {
        Ok(1)
    }
    r4c::include_wrappers!(odd);
}
pub mod empty {
    r4c::include_wrappers!("empty");
}
pub mod around {
    #[r4c::retry]
    pub fn fetch_around() -> Result<u8, String> {
        Ok(1)
    }
    pub mod generated {
        r4c::include_wrappers!("around");
    }
    r4c::include_wrappers!("around");
}
