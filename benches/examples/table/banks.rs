//! Sealing what a bank sent, and opening it again.

use std::fmt::Write as _;
use std::time::Instant;

use sobre_actors::banks::sealing::{Place, PrivateKey};

use crate::row::{Row, Topic};
use crate::wire::Failure;

/// Bytes of a large message.
const MESSAGE_BYTES: usize = 10_000_000;
/// Limit of sealing, and of opening, in milliseconds.
const LIMIT: f64 = 100.0;

pub(crate) fn rows() -> Result<Vec<Row>, Failure> {
    let mut json = String::with_capacity(MESSAGE_BYTES + 100);
    let mut number = 0_u64;
    while json.len() < MESSAGE_BYTES {
        let (shop, cents) = (number % 97, number.wrapping_mul(7919) % 100_000);
        writeln!(json, "{{\"id\":\"T{number}\",\"amount\":-{cents},\"payee\":\"Shop {shop}\"}},")?;
        number += 1;
    }
    let key = PrivateKey::fresh()?;
    let place = Place { file: "file", connection: "connection", number: 1 };
    let start = Instant::now();
    let sealed = key.public().seal(&place, json.as_bytes())?;
    let sealing = start.elapsed().as_secs_f64() * 1e3;
    let start = Instant::now();
    let opened = key.open(&place, &sealed)?;
    let opening = start.elapsed().as_secs_f64() * 1e3;
    if opened != json.as_bytes() {
        return Err("a message opened to something else".into());
    }
    let topic = Topic { part: "banks", size: "-" };
    Ok(vec![
        topic.goal("a message of 10 MB sealed", sealing, LIMIT, "ms"),
        topic.goal("the same opened", opening, LIMIT, "ms"),
    ])
}
