//! Where the work is done that would hold up the connections.

use crate::problem::Problem;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// Most different faults that are remembered as told.
const TOLD_FAULTS: usize = 1000;

/// A fixed number of threads and a bounded number of places before them.
pub(crate) struct Workshop {
    /// A place for each request that is worked on or waits.
    places: Arc<Semaphore>,
    /// A bench for each that is worked on.
    benches: Arc<Semaphore>,
    place_count: usize,
    workers: usize,
    answer_time: Duration,
    refused: AtomicU64,
    on_fault: Arc<dyn Fn(&str) + Send + Sync>,
    told: Mutex<BTreeSet<String>>,
}

/// When an answer is too late. Work in several parts looks at it between them.
#[derive(Clone, Copy)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn check(self) -> Result<(), Problem> {
        if Instant::now() < self.0 { Ok(()) } else { Err(Problem::too_slow()) }
    }
}

impl Workshop {
    pub(crate) fn new(
        workers: usize,
        queue: usize,
        answer_time: Duration,
        on_fault: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> Workshop {
        let workers = workers.clamp(1, Semaphore::MAX_PERMITS / 2);
        let place_count = workers.saturating_add(queue).min(Semaphore::MAX_PERMITS);
        Workshop {
            places: Arc::new(Semaphore::new(place_count)),
            benches: Arc::new(Semaphore::new(workers)),
            place_count,
            workers,
            answer_time,
            refused: AtomicU64::new(0),
            on_fault,
            told: Mutex::new(BTreeSet::new()),
        }
    }

    /// Has some work done. It is refused if there is no place, and given up if it takes too long; its
    /// place is taken until it has really ended.
    pub(crate) async fn run<T, W>(&self, work: W) -> Result<T, Problem>
    where
        T: Send + 'static,
        W: FnOnce(Deadline) -> Result<T, Problem> + Send + 'static,
    {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            self.refused.fetch_add(1, Relaxed);
            return Err(Problem::overload());
        };
        let deadline = Deadline(Instant::now() + self.answer_time);
        let benches = Arc::clone(&self.benches);
        let done = tokio::time::timeout(self.answer_time, async move {
            // The semaphore is never closed.
            let bench = benches.acquire_owned().await.map_err(|_| Problem::overload())?;
            let work = tokio::task::spawn_blocking(move || {
                let _taken = (place, bench);
                work(deadline)
            });
            work.await.unwrap_or_else(|error| Err(Problem::internal(&what_failed(error))))
        });
        let answer = done.await.unwrap_or_else(|_| Err(Problem::too_slow()));
        if let Err(problem) = &answer {
            self.tell(problem);
        }
        answer
    }

    /// Tells the keeper of the server of a fault, once.
    pub(crate) fn tell(&self, problem: &Problem) {
        let Some(fault) = &problem.fault else { return };
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < TOLD_FAULTS && told.insert(fault.clone()) {
            drop(told);
            (self.on_fault)(fault);
        }
    }

    /// Requests that are worked on or wait now.
    pub(crate) fn in_flight(&self) -> usize {
        self.place_count - self.places.available_permits()
    }

    /// Most requests that may be worked on or wait.
    pub(crate) fn places(&self) -> usize {
        self.place_count
    }

    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// Requests that were refused for want of a place.
    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Relaxed)
    }
}

/// The words of a panic alone: what else an error says of it is new each time.
fn what_failed(error: tokio::task::JoinError) -> String {
    let Ok(panic) = error.try_into_panic() else { return "the work was cancelled".to_owned() };
    match panic.downcast::<String>() {
        Ok(words) => *words,
        Err(panic) => panic.downcast_ref::<&str>().map_or("a panic without words", |words| words).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workshop(workers: usize, queue: usize, time: Duration) -> (Arc<Workshop>, Arc<Mutex<Vec<String>>>) {
        let told = Arc::new(Mutex::new(Vec::new()));
        let teller = Arc::clone(&told);
        let on_fault = Arc::new(move |fault: &str| teller.lock().expect("a list").push(fault.to_owned()));
        (Arc::new(Workshop::new(workers, queue, time, on_fault)), told)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn who_finds_no_place_is_refused_and_who_has_one_is_served() {
        let (shop, _) = workshop(1, 2, Duration::from_secs(60));
        let (release, released) = std::sync::mpsc::channel::<()>();
        let first = tokio::spawn({
            let shop = Arc::clone(&shop);
            async move { shop.run(move |_| released.recv().map_err(|_| Problem::overload())).await }
        });
        while shop.in_flight() < 1 {
            tokio::task::yield_now().await;
        }
        let waiting: Vec<_> = (0..2)
            .map(|number| {
                let shop = Arc::clone(&shop);
                tokio::spawn(async move { shop.run(move |_| Ok(number)).await })
            })
            .collect();
        while shop.in_flight() < 3 {
            tokio::task::yield_now().await;
        }
        let refused = shop.run(|_| Ok(())).await.expect_err("no place");
        assert_eq!((refused.code, refused.status.as_u16(), shop.refused()), ("overload", 503, 1));
        release.send(()).expect("the first is waiting");
        first.await.expect("no panic").expect("served");
        for (number, served) in waiting.into_iter().enumerate() {
            assert_eq!(served.await.expect("no panic").expect("served"), number);
        }
        assert_eq!(shop.run(|_| Ok(7)).await.expect("served"), 7);
    }

    #[tokio::test]
    async fn what_takes_too_long_keeps_its_place_until_it_ends() {
        let (shop, _) = workshop(1, 0, Duration::from_millis(5));
        let (release, released) = std::sync::mpsc::channel::<()>();
        let late = shop.run(move |deadline| {
            let _ = released.recv();
            deadline.check()
        });
        assert_eq!(late.await.expect_err("too late").code, "too-slow");
        assert_eq!(shop.run(|_| Ok(())).await.expect_err("no place").code, "overload");
        release.send(()).expect("it is waiting");
        while shop.in_flight() > 0 {
            tokio::task::yield_now().await;
        }
        shop.run(|_| Ok(())).await.expect("served");
    }

    #[tokio::test]
    async fn a_panic_is_a_problem_and_is_told_once() {
        let (shop, told) = workshop(1, 0, Duration::from_secs(60));
        for _ in 0..3 {
            let problem = shop.run::<(), _>(|_| Err(Problem::internal("a fault"))).await.expect_err("a problem");
            assert_eq!((problem.code, problem.status.as_u16()), ("internal", 500));
            assert!(!problem.detail.contains("a fault"));
        }
        assert_eq!(*told.lock().expect("a list"), ["a fault"]);
        for _ in 0..3 {
            let panic = shop.run::<(), _>(|_| panic!("on purpose")).await.expect_err("a problem");
            assert_eq!(panic.code, "internal");
        }
        assert_eq!(*told.lock().expect("a list"), ["a fault", "on purpose"]);
        assert_eq!(shop.in_flight(), 0);
    }
}
