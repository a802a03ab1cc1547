//! Runs one fetch of a connection at a time. A second caller waits for the first. It receives the
//! same result if the first request covers its own; otherwise it then takes its own turn.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

/// The request of a fetch.
pub(super) trait Request: Clone {
    /// Whether the result of this request also answers another one.
    fn covers(&self, other: &Self) -> bool;
}

/// Running fetches by connection.
pub(super) struct Flights<R, T>(Mutex<HashMap<String, Arc<Flight<R, T>>>>);

struct Flight<R, T> {
    request: R,
    result: Mutex<Option<T>>,
    landed: Condvar,
}

impl<R, T> Default for Flights<R, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<R: Request, T: Clone> Flights<R, T> {
    /// Runs the work, or waits for work already running that covers the request. Waiting callers
    /// receive `failed` if that work panics.
    pub(super) fn join(&self, name: &str, request: &R, failed: T, work: impl FnOnce() -> T) -> T {
        loop {
            let (flight, is_first) = self.board(name, request);
            if is_first {
                let mut landing = Landing { flights: self, name, flight: &flight, result: failed };
                landing.result = work();
                return landing.result.clone();
            }
            let mut result = flight.result.lock();
            while result.is_none() {
                flight.landed.wait(&mut result);
            }
            if flight.request.covers(request) {
                return result.clone().unwrap_or(failed);
            }
        }
    }

    /// The running fetch, or a new one.
    fn board(&self, name: &str, request: &R) -> (Arc<Flight<R, T>>, bool) {
        let mut flights = self.0.lock();
        if let Some(flight) = flights.get(name) {
            return (Arc::clone(flight), false);
        }
        let (result, landed) = (Mutex::new(None), Condvar::new());
        let flight = Arc::new(Flight { request: request.clone(), result, landed });
        flights.insert(name.to_owned(), Arc::clone(&flight));
        (flight, true)
    }
}

/// Wakes the waiting callers on drop, so that they also continue if the work panics.
struct Landing<'a, R: Request, T: Clone> {
    flights: &'a Flights<R, T>,
    name: &'a str,
    flight: &'a Flight<R, T>,
    result: T,
}

impl<R: Request, T: Clone> Drop for Landing<'_, R, T> {
    fn drop(&mut self) {
        self.flights.0.lock().remove(self.name);
        *self.flight.result.lock() = Some(self.result.clone());
        self.flight.landed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread::{self, JoinHandle};

    use super::*;

    /// Asks for this much; more covers less.
    impl Request for u32 {
        fn covers(&self, other: &Self) -> bool {
            self >= other
        }
    }

    type Shared = Arc<Flights<u32, u32>>;

    /// A flight of request 5 that lands with 7 once told to.
    fn begun(flights: &Shared) -> (mpsc::Sender<()>, JoinHandle<u32>) {
        let (go, wait) = mpsc::channel::<()>();
        let (began, begin) = mpsc::channel::<()>();
        let own = Arc::clone(flights);
        let first = thread::spawn(move || {
            own.join("c", &5, 0, || {
                began.send(()).unwrap();
                wait.recv().unwrap();
                7
            })
        });
        begin.recv().unwrap();
        (go, first)
    }

    #[test]
    fn a_second_fetch_gets_the_result_of_the_first() {
        let flights = Shared::default();
        let (go, first) = begun(&flights);
        let own = Arc::clone(&flights);
        let second = thread::spawn(move || own.join("c", &5, 0, || 8));
        assert_eq!(flights.join("other", &5, 0, || 9), 9);
        go.send(()).unwrap();
        assert_eq!(first.join().unwrap(), 7);
        // The second one may have come too late to wait.
        assert!([7, 8].contains(&second.join().unwrap()));
        assert_eq!(flights.join("c", &5, 0, || 10), 10);
    }

    #[test]
    fn a_fetch_that_asks_for_more_takes_its_own_turn() {
        let flights = Shared::default();
        let (go, first) = begun(&flights);
        let own = Arc::clone(&flights);
        let second = thread::spawn(move || own.join("c", &6, 0, || 8));
        go.send(()).unwrap();
        assert_eq!(first.join().unwrap(), 7);
        assert_eq!(second.join().unwrap(), 8);
    }
}
