//! Calls in flight whose time is taken: when each was let through, and by which generation.
//!
//! A healthy call carries one word, its stamp, and no time. A call that has to be timed leaves its stamp and its time here
//! and carries the number of the place instead. A place is free again when its call is settled; a permit that is leaked
//! keeps it. Lives behind the breaker's lock.
use super::word::Admitted;
use std::time::Duration;

#[derive(Debug, Default)]
pub(crate) struct Flights {
    places: Vec<Option<Flight>>,
    free: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub(crate) admitted: Admitted,
    pub(crate) started: Duration,
}

impl Flights {
    pub(crate) fn enter(&mut self, flight: Flight) -> usize {
        if let Some(place) = self.free.pop() {
            self.places[place] = Some(flight);
            return place;
        }
        self.places.push(Some(flight));
        self.places.len() - 1
    }
    pub(crate) fn leave(&mut self, place: usize) -> Option<Flight> {
        let flight = self.places.get_mut(place)?.take();
        if flight.is_some() {
            self.free.push(place);
        }
        flight
    }
}
