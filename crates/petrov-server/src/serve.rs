//! Connections: taking them, bounding them, ending them.

use crate::routes;
use crate::settings::{Limits, Settings};
use crate::state::State;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

/// Bytes of the head of a request at most; hyper refuses what is more with status 431.
const HEAD_BYTES: usize = 16 << 10;
/// After a connection could not be taken, as when there are too many open files.
const REST: Duration = Duration::from_millis(50);

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("{address} cannot be listened on: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The system would not start what the server runs on.
    #[error("the server cannot be started: {0}")]
    Start(#[from] std::io::Error),
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: StdListener,
    address: SocketAddr,
    settings: Settings,
}

impl Server {
    /// Listens on an address; port 0 takes any that is free.
    ///
    /// # Errors
    /// If the address cannot be listened on.
    pub fn bind(address: SocketAddr, settings: Settings) -> Result<Server, ServeError> {
        let failed = |source| ServeError::Listen { address, source };
        let listener = StdListener::bind(address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { listener, address, settings })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is ready, then lets what is in flight end. It brings its own threads and
    /// returns when all is over.
    ///
    /// # Errors
    /// If the system starts no threads.
    pub fn run(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let limits = self.settings.limits.clone();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .thread_name("petrov-serve")
            .max_blocking_threads(limits.workers.max(1))
            .enable_all()
            .build()?;
        let listener = self.listener;
        let settings = self.settings;
        let served = runtime.block_on(async {
            let listener = TcpListener::from_std(listener)?;
            let router = routes::router(State::new(settings));
            serve(listener, router, &limits, stop).await;
            Ok(())
        });
        // Work that nobody waits for any more is not waited for either.
        runtime.shutdown_timeout(Duration::ZERO);
        served
    }

    /// Answers until the process gets SIGINT or SIGTERM (Ctrl-C where there are no signals).
    ///
    /// # Errors
    /// As [`run`](Server::run).
    pub fn run_until_signal(self) -> Result<(), ServeError> {
        self.run(signal())
    }
}

async fn signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler the signal ends the process, which is as good.
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut terminate) => drop(terminate.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

async fn serve(listener: TcpListener, router: axum::Router, limits: &Limits, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(limits.connections.clamp(1, Semaphore::MAX_PERMITS)));
    let graceful = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head_time).max_buf_size(HEAD_BYTES);
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = async {
            // The semaphore is never closed.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (listener.accept().await, place)
        };
        let (connection, place) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        match connection {
            Ok((stream, _)) => {
                let service = TowerToHyperService::new(router.clone());
                let connection = graceful.watch(http.serve_connection(io(stream, limits), service));
                tokio::spawn(async move {
                    // However a connection ends, only its other end could be told.
                    let _ = connection.await;
                    drop(place);
                });
            }
            Err(_) => tokio::time::sleep(REST).await,
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(limits.stop_time, graceful.shutdown()).await;
}

/// A connection that is given up when its other end takes nothing for a while; hyper only bounds the time in
/// which it says nothing.
fn io(stream: TcpStream, limits: &Limits) -> TokioIo<Pin<Box<TimeoutStream<TcpStream>>>> {
    // Without it the only loss is some milliseconds.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.head_time));
    TokioIo::new(Box::pin(stream))
}
