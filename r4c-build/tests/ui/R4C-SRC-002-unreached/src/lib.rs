// r4c
#[cfg(windows)]
mod windows;
