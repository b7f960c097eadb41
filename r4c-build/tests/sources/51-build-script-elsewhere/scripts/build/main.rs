mod steps;

fn main() {
    steps::generate();
}
