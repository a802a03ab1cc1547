//! Runs one fetch of a connection at a time. A second caller waits for the first and receives the
//! same result.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

/// Running fetches by connection.
pub(super) struct Flights<T>(Mutex<HashMap<String, Arc<Flight<T>>>>);

struct Flight<T> {
    result: Mutex<Option<T>>,
    landed: Condvar,
}

impl<T> Default for Flights<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Flights<T> {
    /// Runs the work, or waits for the same work already running. Waiting callers receive `failed`
    /// if that work panics.
    pub(super) fn join(&self, name: &str, failed: T, work: impl FnOnce() -> T) -> T {
        let (flight, is_first) = {
            let mut flights = self.0.lock();
            match flights.get(name) {
                Some(flight) => (Arc::clone(flight), false),
                None => {
                    let (result, landed) = (Mutex::new(None), Condvar::new());
                    let flight = Arc::new(Flight { result, landed });
                    flights.insert(name.to_owned(), Arc::clone(&flight));
                    (flight, true)
                }
            }
        };
        if is_first {
            let mut landing = Landing { flights: self, name, flight: &flight, result: failed };
            landing.result = work();
            return landing.result.clone();
        }
        let mut result = flight.result.lock();
        while result.is_none() {
            flight.landed.wait(&mut result);
        }
        result.clone().unwrap_or(failed)
    }
}

/// Wakes the waiting callers on drop, so that they also continue if the work panics.
struct Landing<'a, T: Clone> {
    flights: &'a Flights<T>,
    name: &'a str,
    flight: &'a Flight<T>,
    result: T,
}

impl<T: Clone> Drop for Landing<'_, T> {
    fn drop(&mut self) {
        self.flights.0.lock().remove(self.name);
        *self.flight.result.lock() = Some(self.result.clone());
        self.flight.landed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn a_second_fetch_gets_the_result_of_the_first() {
        let flights: Arc<Flights<u32>> = Arc::default();
        let (go, wait) = mpsc::channel::<()>();
        let (began, begin) = mpsc::channel::<()>();
        let own = Arc::clone(&flights);
        let first = thread::spawn(move || {
            own.join("c", 0, || {
                began.send(()).unwrap();
                wait.recv().unwrap();
                7
            })
        });
        begin.recv().unwrap();
        let own = Arc::clone(&flights);
        let second = thread::spawn(move || own.join("c", 0, || 8));
        assert_eq!(flights.join("other", 0, || 9), 9);
        go.send(()).unwrap();
        assert_eq!(first.join().unwrap(), 7);
        // The second caller may have started after the first one finished.
        assert!([7, 8].contains(&second.join().unwrap()));
        assert_eq!(flights.join("c", 0, || 10), 10);
    }
}
