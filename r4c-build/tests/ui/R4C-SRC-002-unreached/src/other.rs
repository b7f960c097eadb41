pub fn no_markers() {}
