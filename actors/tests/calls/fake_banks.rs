//! Fake bank connections with responses set by a test. They seal fetched rows into an inbox like a
//! server.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Value as Json, json};
use sobre_actors::banks::connections::{
    BankConnections, Connection, ConnectionRef, FetchError, FetchReply, FetchRequest, InboxEntry,
    InboxList, InstitutionSearch, LinkCode, LinkFault, LinkRequest, LinkStart, LinkState, Linked,
    OfferedAccounts, Values,
};
use sobre_actors::banks::sealing::{Place, PrivateKey, PublicKey};
use sobre_engine::banks::linking::{
    ExternalAccount, Institution, ProviderState, Schedule, ScheduleState, Scope,
};
use sobre_engine::banks::{BankAnswer, BankError, Provider};
use sobre_engine::crdt::{Change, Value};

pub(crate) const CONNECTION: &str = "11111111-2222-4333-8444-555555555555";

/// The responses a test sets, and the requests it can inspect.
#[derive(Default)]
pub(crate) struct Fake {
    key: Option<PublicKey>,
    messages: Vec<(String, Vec<u8>)>,
    /// The next response for each account at the bank.
    pub(crate) answers: BTreeMap<String, BankAnswer>,
    /// A fetch error that no message contains.
    pub(crate) failure: Option<BankError>,
    /// Whether the server is unreachable.
    pub(crate) is_away: bool,
    pub(crate) offered: Vec<ExternalAccount>,
    pub(crate) sign_ins: Vec<LinkState>,
    pub(crate) asked: Vec<FetchRequest>,
    pub(crate) links: Vec<LinkRequest>,
    pub(crate) unlinked: Vec<(Option<String>, Option<Vec<String>>)>,
    pub(crate) done: u64,
    /// The time of the fetch; a second after the one before unless a test sets it.
    pub(crate) fetched_at: Option<String>,
    fetched: u64,
}

#[derive(Default)]
pub(crate) struct FakeBanks {
    pub(crate) provider: Option<Provider>,
    pub(crate) fake: Mutex<Fake>,
}

impl FakeBanks {
    pub(crate) fn of(provider: Provider) -> Arc<Self> {
        Arc::new(Self { provider: Some(provider), fake: Mutex::default() })
    }

    fn provider(&self) -> Provider {
        self.provider.unwrap_or(Provider::SimpleFin)
    }

    /// Lets the bank say something of an account at the next fetch.
    pub(crate) fn answer(&self, answer: BankAnswer) {
        self.fake.lock().answers.insert(answer.account.clone(), answer);
    }

    /// Puts what a scheduled fetch brought into the inbox.
    pub(crate) fn schedule_brings(&self, file: &str, answers: &[BankAnswer]) {
        self.seal(file, "schedule", answers);
    }

    /// Puts a message of a form that is not known yet into the inbox.
    pub(crate) fn newer_version_brings(&self, file: &str) {
        self.seal_as(99, file, "schedule", &[]);
    }

    /// The name of the key that messages are sealed to.
    pub(crate) fn key(&self) -> String {
        self.fake.lock().key.unwrap().kid()
    }

    /// Lets messages be sealed to a key that no device has.
    pub(crate) fn forget_key(&self) {
        self.fake.lock().key = Some(*PrivateKey::fresh().unwrap().public());
    }

    fn seal(&self, file: &str, asked: &str, answers: &[BankAnswer]) -> u64 {
        self.seal_as(1, file, asked, answers)
    }

    fn seal_as(&self, form: u32, file: &str, asked: &str, answers: &[BankAnswer]) -> u64 {
        let mut fake = self.fake.lock();
        let number = u64::try_from(fake.messages.len()).unwrap() + 1;
        fake.fetched += 1;
        let later = format!("2026-11-20T06:00:{:02}Z", fake.fetched % 60);
        let fetched = fake.fetched_at.clone().unwrap_or(later);
        let message = json!({
            "v": form, "kind": "rows", "file": file, "connection": CONNECTION,
            "provider": self.provider(), "number": number, "part": [1, 1],
            "fetched": fetched, "asked": asked,
            "accounts": answers, "errors": [],
        });
        let place = Place { file, connection: CONNECTION, number };
        let key = fake.key.unwrap();
        let sealed = key.seal(&place, message.to_string().as_bytes()).unwrap();
        fake.messages.push((CONNECTION.to_owned(), sealed));
        number
    }

    fn here(&self) -> Linked<()> {
        let is_away = self.fake.lock().is_away;
        if is_away { Err(LinkFault::of(LinkCode::Network)) } else { Ok(()) }
    }
}

impl BankConnections for FakeBanks {
    fn providers(&self, _: &str) -> Linked<Vec<ProviderState>> {
        self.here()?;
        Ok(vec![ProviderState {
            id: self.provider(),
            name: self.provider().name().to_owned(),
            regions: vec!["US".to_owned()],
            fields: Vec::new(),
            configured: Some(Scope::Budget),
            can_configure: true,
            browser: self.provider() != Provider::SimpleFin,
            needs_institution: false,
        }])
    }

    fn configure(&self, _: &str, _: Provider, values: Values, _: Scope) -> Linked<()> {
        match values.0.get("token").map(String::as_str) {
            Some("good") => Ok(()),
            Some(_) => Err(LinkFault::of(LinkCode::InvalidCredentials)),
            None => Err(LinkFault::in_field("token")),
        }
    }

    fn reset(&self, _: &str, _: Provider, _: Scope) -> Linked<()> {
        self.here()
    }

    fn institutions(&self, _: &str, _: &InstitutionSearch) -> Linked<Vec<Institution>> {
        Ok(Vec::new())
    }

    fn link(&self, _: &str, wanted: &LinkRequest) -> Linked<LinkStart> {
        self.fake.lock().links.push(wanted.clone());
        Ok(LinkStart {
            token: "token".to_owned(),
            url: "https://bank.example".to_owned(),
            expires: "2026-11-20T12:30:00Z".to_owned(),
        })
    }

    fn poll(&self, token: &str) -> Linked<LinkState> {
        if token != "token" {
            return Err(LinkFault::of(LinkCode::UnknownToken));
        }
        Ok(self.fake.lock().sign_ins.pop().unwrap_or(LinkState::Waiting))
    }

    fn back(&self, _: &str, _: &str) -> Linked<()> {
        Ok(())
    }

    fn stop(&self, _: &str) -> Linked<()> {
        Ok(())
    }

    fn accounts(&self, _: &str, provider: Provider) -> Linked<OfferedAccounts> {
        self.here()?;
        Ok(OfferedAccounts {
            provider,
            institution: institution(),
            public_token: "public".to_owned(),
            accounts: self.fake.lock().offered.clone(),
            connection: None,
        })
    }

    fn redeem(&self, _: &str, public_token: &str) -> Linked<Connection> {
        if public_token != "public" {
            return Err(LinkFault::of(LinkCode::UnknownToken));
        }
        Ok(Connection {
            connection: CONNECTION.to_owned(),
            provider: self.provider(),
            institution: institution(),
            accounts: self.fake.lock().offered.clone(),
            valid_until: None,
        })
    }

    fn unlink(
        &self,
        _: &str,
        connection: &ConnectionRef,
        externals: Option<&[String]>,
    ) -> Linked<()> {
        self.here()?;
        let told = (connection.connection.clone(), externals.map(<[String]>::to_vec));
        self.fake.lock().unlinked.push(told);
        Ok(())
    }

    fn register_key(&self, _: &str, kid: &str, public: &str) -> Linked<()> {
        self.here()?;
        let key = PublicKey::of_text(public).unwrap();
        assert_eq!(key.kid(), kid);
        self.fake.lock().key = Some(key);
        Ok(())
    }

    fn fetch(&self, file: &str, wanted: &FetchRequest) -> Linked<FetchReply> {
        self.here()?;
        self.fake.lock().asked.push(wanted.clone());
        if let Some(error) = self.fake.lock().failure.clone() {
            let failed = FetchError { connection: None, account: None, error };
            return Ok(FetchReply { number: 0, errors: vec![failed] });
        }
        let known = self.fake.lock().answers.clone();
        let answers: Vec<BankAnswer> =
            wanted.accounts.iter().filter_map(|it| known.get(&it.external).cloned()).collect();
        Ok(FetchReply { number: self.seal(file, "person", &answers), errors: Vec::new() })
    }

    fn inbox(&self, _: &str, after: u64) -> Linked<InboxList> {
        self.here()?;
        let fake = self.fake.lock();
        let numbered = (1..).zip(&fake.messages).filter(|(number, _)| *number > after);
        let messages = numbered.map(|(number, (connection, bytes))| InboxEntry {
            number,
            connection: connection.clone(),
            size: u64::try_from(bytes.len()).unwrap(),
            made: "2026-11-20T06:00:00Z".to_owned(),
        });
        Ok(InboxList { messages: messages.collect(), first: 1 })
    }

    fn message(&self, _: &str, number: u64) -> Linked<Vec<u8>> {
        let place = usize::try_from(number).unwrap() - 1;
        Ok(self.fake.lock().messages[place].1.clone())
    }

    fn inbox_done(&self, _: &str, number: u64) -> Linked<()> {
        self.fake.lock().done = number;
        Ok(())
    }

    fn schedule(&self, _: &str, schedule: Option<&Schedule>) -> Linked<ScheduleState> {
        let schedule = schedule.cloned().unwrap_or_default();
        Ok(ScheduleState { schedule, ..ScheduleState::default() })
    }
}

fn institution() -> sobre_engine::banks::linking::InstitutionName {
    sobre_engine::banks::linking::InstitutionName {
        id: "fakebank.example".to_owned(),
        name: "Fake Bank".to_owned(),
    }
}

/// An account at the bank.
pub(crate) fn offered(id: &str, name: &str, cents: i64) -> ExternalAccount {
    serde_json::from_value(json!({
        "account_id": id, "name": name, "official_name": null, "mask": "1234",
        "type": "checking", "subtype": null, "balance": cents, "available": null, "limit": null,
        "currency": "USD", "institution": { "id": "fakebank.example", "name": "Fake Bank" },
    }))
    .unwrap()
}

/// A complete answer for ninety days: rows of id, day, cents and payee.
pub(crate) fn answer(account: &str, booked: i64, rows: &[(&str, &str, i64, &str)]) -> BankAnswer {
    let row = |(id, date, cents, payee): &(&str, &str, i64, &str)| {
        let sign = if *cents < 0 { "-" } else { "" };
        let amount = format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100);
        json!({
            "id": id, "pendingOf": null, "posted": true, "date": date, "amount": cents,
            "currency": "USD", "payee": payee, "notes": "note",
            "fields": {
                "transactionId": id, "date": date, "payeeName": payee, "notes": "note",
                "booked": true, "transactionAmount": { "amount": amount, "currency": "USD" },
            },
        })
    };
    serde_json::from_value(json!({
        "account": account, "window": { "from": "2026-08-23", "to": "2026-11-20" },
        "cursor": null,
        "balance": {
            "booked": booked, "available": null, "limit": null, "currency": "USD",
            "date": "2026-11-20",
        },
        "rows": rows.iter().map(row).collect::<Vec<Json>>(),
        "removed": [], "skipped": [], "error": null,
    }))
    .unwrap()
}

/// Links an account as another program or an earlier version did.
pub(crate) fn link_rows(account: &str, external: &str, provider: Provider) -> Vec<Change> {
    let bank_id = if provider == Provider::Plaid {
        Provider::plaid_bank_id(CONNECTION)
    } else {
        "fakebank.example".to_owned()
    };
    let bank = [("bank_id", Value::from(bank_id)), ("name", Value::from("Fake Bank"))];
    let link = [
        ("account_id", Value::from(external)),
        ("bank", Value::from("bank")),
        ("account_sync_source", Value::from(provider.sync_source())),
    ];
    let mut changes = Change::row("banks", "bank", bank);
    changes.extend(Change::row("accounts", account, link));
    changes
}
