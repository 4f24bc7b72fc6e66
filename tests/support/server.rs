//! Runs `petrov serve` as a user would, and asks it as plainly as HTTP allows.

#![allow(dead_code)] // Each test uses its own part.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// A server on a free port; it is ended with the value.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Names in lower case.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// Nothing here takes so long unless something hangs.
const PATIENCE: Duration = Duration::from_secs(60);

impl Server {
    /// Starts the program in a folder; its standard error goes to `stderr.txt` there.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Server {
        let errors = std::fs::File::create(folder.join("stderr.txt")).expect("a file");
        let mut command = crate::command::petrov(folder);
        command.args(["serve", "--listen", "127.0.0.1:0", "--json"]).args(arguments);
        let mut process = command.stdout(Stdio::piped()).stderr(errors).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let ready: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let url = ready["url"].as_str().expect("a URL");
        let address = url.trim_start_matches("http://").trim_end_matches('/').parse().expect("an address");
        Server { process, address }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Asks for an address, a FEN in it written as it is.
    pub(crate) fn get(&self, target: &str) -> Response {
        self.ask("GET", target, &[])
    }

    pub(crate) fn ask(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Response {
        let mut request = format!("{method} {target} HTTP/1.1\r\nHost: petrov\r\nConnection: close\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        self.send((request + "\r\n").as_bytes()).expect("an answer")
    }

    /// Sends bytes and reads what comes back; `None` if it is no answer.
    pub(crate) fn send(&self, bytes: &[u8]) -> Option<Response> {
        let mut stream = self.connect();
        // A server that has had enough may stop to read.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Response::parse(&answer)
    }

    /// Sends bytes, says that there are no more, and reads what comes back; `None` if it is no answer.
    pub(crate) fn send_all(&self, bytes: &[u8]) -> Option<Response> {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Response::parse(&answer)
    }

    /// The JSON of an answered question.
    pub(crate) fn json(&self, target: &str) -> serde_json::Value {
        let response = self.get(target);
        assert_eq!(response.status, 200, "{target}: {}", response.text());
        response.json()
    }

    /// The problem that a question is refused with.
    pub(crate) fn problem(&self, target: &str, status: u16) -> serde_json::Value {
        let response = self.get(target);
        assert_eq!(response.status, status, "{target}: {}", response.text());
        assert_eq!(response.headers["content-type"], "application/problem+json");
        let problem = response.json();
        assert_eq!(problem["status"], status);
        problem
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.process.try_wait().expect("a process").is_none()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Waits for the program to end by itself.
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.process.wait().expect("a process").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Response {
    pub(crate) fn parse(bytes: &[u8]) -> Option<Response> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers: BTreeMap<String, String> = lines.filter_map(header).collect();
        let body = &bytes[end + 4..];
        let chunked = headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked");
        let body = if chunked { unchunked(body)? } else { body.to_vec() };
        Some(Response { status, headers, body })
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

fn unchunked(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = bytes.windows(2).position(|two| two == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).ok()?, 16).ok()?;
        bytes = &bytes[end + 2..];
        if length == 0 {
            return Some(body);
        }
        body.extend(bytes.get(..length)?);
        bytes = bytes.get(length + 2..)?;
    }
}
