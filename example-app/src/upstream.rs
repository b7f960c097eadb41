//! The HTTP service that misbehaves as the script says. What it sees, it notes in the journal: "reached the upstream" is
//! counted here, on the far side of the network, and nowhere else.
use crate::journal::{Fact, Journal};
use crate::script::{Answer, Phase};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{Method, StatusCode, header::RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::Listener;
use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// The running service; it stops when this is dropped.
#[derive(Debug)]
pub(crate) struct Upstream {
    address: SocketAddr,
    desk: Desk,
    server: JoinHandle<io::Result<()>>,
}

/// Where each request gets its answer.
#[derive(Clone, Debug)]
struct Desk {
    journal: Journal,
    state: Arc<Mutex<DeskState>>,
}

#[derive(Debug, Default)]
struct DeskState {
    answers: &'static [Answer],
    /// How many of them are used up.
    used: usize,
    /// How often each order was asked for.
    attempts: HashMap<String, usize>,
}

impl Upstream {
    pub(crate) async fn start(journal: &Journal) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let desk = Desk { journal: journal.clone(), state: Arc::default() };
        let routes = Router::new().route("/orders/{order}", get(answer).put(answer)).with_state(desk.clone());
        let door = Door { listener, desk: desk.clone() };
        let server = tokio::spawn(axum::serve(door, routes).into_future());
        Ok(Self { address, desk, server })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn enter(&self, phase: &Phase) {
        let mut state = self.desk.lock();
        state.answers = phase.answers;
        state.used = 0;
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, DeskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to a request, which counts as seen from here on.
    fn take(&self, method: &str, order: &str) -> Answer {
        let mut state = self.lock();
        let answer = state.next();
        state.used += 1;
        let attempts = state.attempts.entry(order.to_owned()).or_default();
        *attempts += 1;
        let attempt = *attempts;
        drop(state);
        self.journal.note(Fact::Reached { method: method.to_owned(), order: order.to_owned(), attempt, answer });
        answer
    }
}

impl DeskState {
    fn next(&self) -> Answer {
        let last = self.answers.len().saturating_sub(1);
        let next = self.answers.get(self.used.min(last));
        next.copied().unwrap_or(Answer::Silence)
    }
}

async fn answer(State(desk): State<Desk>, method: Method, Path(order): Path<String>) -> Response {
    match desk.take(method.as_str(), &order) {
        Answer::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or_default();
            (status, format!("order {order}")).into_response()
        }
        Answer::TooMany(seconds) => {
            let wait = [(RETRY_AFTER, seconds.to_string())];
            (StatusCode::TOO_MANY_REQUESTS, wait).into_response()
        }
        // The door hangs up, before there is a request to answer.
        Answer::HangUp | Answer::Silence => std::future::pending().await,
    }
}

/// Accepts connections, and closes those whose request is to be dropped: an HTTP server always answers what it was asked.
struct Door {
    listener: TcpListener,
    desk: Desk,
}

impl Listener for Door {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            let (mut stream, address) = Listener::accept(&mut self.listener).await;
            let next = self.desk.lock().next();
            if next != Answer::HangUp {
                return (stream, address);
            }
            if let Ok((method, order)) = read_request(&mut stream).await {
                self.desk.take(&method, &order);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Reads a request to its end, so that closing the connection is all that the client gets.
async fn read_request(stream: &mut TcpStream) -> io::Result<(String, String)> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next_line().await?.unwrap_or_default();
    while lines.next_line().await?.is_some_and(|line| !line.is_empty()) {}
    let mut words = request.split(' ');
    let method = words.next().unwrap_or_default();
    let path = words.next().unwrap_or_default();
    let order = path.rsplit('/').next().unwrap_or_default();
    Ok((method.to_owned(), order.to_owned()))
}
