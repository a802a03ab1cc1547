//! Requests written byte by byte, with targets and headers that no client would send.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// A connection that is reopened when the server has closed it.
pub struct Raw {
    host: String,
    stream: Option<BufReader<TcpStream>>,
}

/// A response.
#[derive(Debug)]
pub struct RawAnswer {
    pub status: u16,
    /// Header lines, with names in lower case.
    pub head: String,
    pub body: String,
}

impl Raw {
    /// To the program at `http://host`.
    pub fn to(url: &str) -> Self {
        Self { host: url.strip_prefix("http://").unwrap().to_owned(), stream: None }
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    /// Sends a request without a body to its own host.
    pub fn ask(&mut self, method: &str, target: &str, headers: &[(&str, &str)]) -> RawAnswer {
        let host = self.host.clone();
        self.ask_host(&host, method, target, headers)
    }

    /// Sends a request without a body, with a given host.
    pub fn ask_host(
        &mut self,
        host: &str,
        method: &str,
        target: &str,
        headers: &[(&str, &str)],
    ) -> RawAnswer {
        let mut request = format!("{method} {target} HTTP/1.1\r\nHost: {host}\r\n");
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str("Content-Length: 0\r\n\r\n");
        for _ in 0..2 {
            if let Some(answer) = self.exchange(&request, method) {
                return answer;
            }
            self.stream = None;
        }
        panic!("no answer to {method} {target}");
    }

    /// One exchange; none if a reused connection turns out to be closed.
    fn exchange(&mut self, request: &str, method: &str) -> Option<RawAnswer> {
        let stream = self.stream.get_or_insert_with(|| {
            let stream = TcpStream::connect(&self.host).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
            stream.set_nodelay(true).unwrap();
            BufReader::new(stream)
        });
        stream.get_mut().write_all(request.as_bytes()).ok()?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).ok()? == 0 {
                return None;
            }
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let head = head.to_ascii_lowercase();
        let header =
            |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        let has_body = method != "HEAD" && status != 204 && status != 101;
        let length = header("content-length").filter(|_| has_body);
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        stream.read_exact(&mut body).unwrap();
        let is_over = length.is_none() && has_body || header("connection") == Some("close");
        if is_over || status == 101 {
            self.stream = None;
        }
        Some(RawAnswer { status, body: String::from_utf8_lossy(&body).into_owned(), head })
    }
}
