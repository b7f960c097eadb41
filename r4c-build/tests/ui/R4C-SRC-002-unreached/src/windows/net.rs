#[r4c::retry]
pub fn fine() {}
