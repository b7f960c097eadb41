pub fn no_markers_here( {}
