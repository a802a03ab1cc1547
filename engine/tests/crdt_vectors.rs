//! The golden vectors of timestamps, clock, values and Merkle tree.
#![expect(clippy::unwrap_used, reason = "a broken vector file must stop the test")]

use serde_json::Value as Json;
use sobre_engine::crdt::{Clock, ClockError, Merkle, Node, Timestamp, Value};

fn vectors(name: &str) -> Json {
    let path = format!("{}/tests/fixtures/interop/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn list(json: &Json) -> &[Json] {
    json.as_array().unwrap()
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

fn timestamp(json: &Json) -> Timestamp {
    text(json).parse().unwrap()
}

#[test]
fn timestamps_print_and_hash_as_the_vectors() {
    let vectors = vectors("timestamps");
    for case in list(&vectors["format"]) {
        let counter = u16::try_from(case["counter"].as_u64().unwrap()).unwrap();
        let node = Node::from_text(text(&case["node"])).unwrap();
        let stamp = Timestamp::new(case["millis"].as_u64().unwrap(), counter, node).unwrap();
        assert_eq!(stamp.to_string(), text(&case["string"]));
        assert_eq!(u64::from(stamp.hash()), case["murmur3"].as_u64().unwrap(), "{case}");
    }
    let constants = &vectors["constants"];
    assert_eq!(Timestamp::ZERO.to_string(), text(&constants["zero"]));
    assert_eq!(Timestamp::since(1_767_225_600_000).to_string(), text(&constants["since"]));
}

#[test]
fn timestamps_parse_or_are_refused_as_the_vectors() {
    for case in list(&vectors("timestamps")["parse"]) {
        let parsed = text(&case["string"]).parse::<Timestamp>().ok();
        let result = &case["result"];
        assert_eq!(
            parsed.map(|stamp| (stamp.to_string(), stamp.millis(), u64::from(stamp.counter()))),
            result["canonical"].as_str().map(|canonical| (
                canonical.to_owned(),
                result["millis"].as_u64().unwrap(),
                result["counter"].as_u64().unwrap()
            )),
            "{case}"
        );
    }
}

#[test]
fn timestamps_order_as_their_text() {
    let order = &vectors("timestamps")["order"];
    let mut stamps: Vec<_> = list(&order["input"]).iter().map(timestamp).collect();
    stamps.sort();
    let sorted: Vec<_> = stamps.iter().map(ToString::to_string).collect();
    let expected: Vec<_> = list(&order["sorted"]).iter().map(text).collect();
    assert_eq!(sorted, expected);
}

#[test]
fn the_clock_steps_as_the_vectors() {
    for run in list(&vectors("clock")["runs"]) {
        let mut clock = Clock::new(timestamp(&run["clock_before"]));
        for step in list(&run["steps"]) {
            let now = step["now"].as_u64().unwrap();
            let result = match text(&step["op"]) {
                "send" => clock.send(now),
                _ => clock.recv(timestamp(&step["msg"]), now),
            };
            let error = match step["error"].as_str() {
                None => None,
                Some("ClockDriftError") => Some(ClockError::Drift),
                Some(_) => Some(ClockError::Overflow),
            };
            assert_eq!(result.err(), error, "{} {step}", run["name"]);
            if let Some(expected) = step["result"].as_str().filter(|_| error.is_none()) {
                assert_eq!(result.unwrap().to_string(), expected, "{}", run["name"]);
            }
            assert_eq!(clock.now().to_string(), text(&step["clock_after"]), "{}", run["name"]);
        }
    }
}

fn value(json: &Json) -> Value {
    match json.as_f64() {
        Some(number) => Value::number(number),
        None => Value::from(json.as_str()),
    }
}

#[test]
fn values_print_and_parse_as_the_vectors() {
    let vectors = vectors("values");
    for case in list(&vectors["serialize"]) {
        assert_eq!(value(&case["value"]).to_text(), text(&case["text"]));
    }
    for case in list(&vectors["parse"]) {
        let parsed = Value::from_text(text(&case["text"]));
        let expected = (case["value"] != "invalid").then(|| value(&case["value"]));
        assert_eq!(parsed.ok(), expected, "{case}");
    }
}

#[test]
fn a_number_text_without_a_number_reads_as_null() {
    assert_eq!(Value::from_text("N:abc"), Ok(Value::Null));
    assert_eq!(Value::from_text("N:-"), Ok(Value::Null));
    assert_eq!(Value::from_text("N:-.5e"), Ok(Value::Real(-0.5)));
    assert_eq!(Value::from_text("N:2e2x"), Ok(Value::Integer(200)));
}

#[test]
fn a_received_value_of_an_unknown_type_keeps_its_text() {
    for text in ["", "Q", "Q:x", "äöü", ":S"] {
        let value = Value::received(text);
        assert_eq!(value, Value::Unreadable(text.into()));
        assert_eq!(value.to_text(), text);
    }
    assert_eq!(Value::received("N:17"), Value::Integer(17));
}

fn tree(stamps: &Json) -> Merkle {
    list(stamps).iter().map(timestamp).collect()
}

fn from_json(json: &Json) -> Merkle {
    Merkle::from_json(&json.to_string()).unwrap()
}

#[test]
fn trees_grow_and_prune_as_the_vectors() {
    for case in list(&vectors("merkle")["insert"]) {
        let mut tree = tree(&case["timestamps"]);
        assert_eq!(tree, from_json(&case["trie"]), "{}", case["name"]);
        assert_eq!(tree.root_hash().map(i64::from), case["root_hash"].as_i64());
        tree.prune();
        assert_eq!(tree, from_json(&case["pruned"]), "{}", case["name"]);
        assert_eq!(from_json(&serde_json::from_str(&tree.to_json()).unwrap()), tree);
        assert_eq!(serde_json::to_string(&tree).unwrap(), tree.to_json());
    }
}

#[test]
fn a_large_tree_prunes_as_the_vector() {
    let big = &vectors("merkle")["big"];
    let mut tree = tree(&big["timestamps"]);
    assert_eq!(tree.root_hash().map(i64::from), big["root_hash"].as_i64());
    tree.prune();
    assert_eq!(tree, from_json(&big["pruned"]));
    tree.insert(&timestamp(&big["timestamps"][0]));
    tree.prune();
    assert_eq!(tree, from_json(&big["pruned_after_inserting_the_first_again"]));
}

#[test]
fn differences_are_found_as_the_vectors() {
    for case in list(&vectors("merkle")["diff"]) {
        let side = |name: &str| {
            let stamps = &case[name];
            let trie = &case[format!("{name}_trie")];
            let mut tree = if stamps.is_array() { tree(stamps) } else { from_json(trie) };
            if case["pruned_first"] == true {
                tree.prune();
            }
            tree
        };
        let (a, b) = (side("a"), side("b"));
        assert_eq!(a.diff(&b), case["result_ms"].as_u64(), "{}", case["name"]);
        assert_eq!(b.diff(&a), case["reversed_ms"].as_u64(), "{}", case["name"]);
        if let Some(since) = case["since"].as_str() {
            assert_eq!(Timestamp::since(a.diff(&b).unwrap()).to_string(), since);
        }
    }
}

#[test]
fn the_empty_tree_is_an_empty_object() {
    assert_eq!(Merkle::new().to_json(), "{}");
    assert_eq!(Merkle::from_json("{}").unwrap(), Merkle::new());
    assert!(Merkle::from_json("[]").is_err());
    assert!(Merkle::from_json("").is_err());
}
