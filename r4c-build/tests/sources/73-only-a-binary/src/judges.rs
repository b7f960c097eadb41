use r4c::*;
#[derive(Clone, Copy)]
pub(crate) struct Status;
impl<E> Classifier<u16, E> for Status {
    fn classify(&self, call: Result<&u16, &E>) -> Outcome {
        match call {
            Ok(status) if *status < 500 => Outcome::Success,
            _ => Outcome::Failure,
        }
    }
}
