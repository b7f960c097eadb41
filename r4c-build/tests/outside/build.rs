fn main() {
    r4c_build::generate()
}
