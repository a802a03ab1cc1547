//! The made-up household of the demo budget: its accounts, envelopes and habits. Amounts are in
//! cents, spending negative.

use crate::contract::accounts::AccountType::{
    self, Checking, Credit, Investment, Mortgage, Other, Savings,
};

/// An account of the household.
pub(super) struct Account {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) off_budget: bool,
    /// Its type.
    pub(super) kind: AccountType,
    /// Balance on the first day.
    pub(super) starts_with: i64,
    pub(super) note: &'static str,
}

type Named = (&'static str, &'static str);

const fn account((key, name): Named, kind: AccountType, starts_with: i64) -> Account {
    Account { key, name, off_budget: false, kind, starts_with, note: "" }
}

const fn outside((key, name): Named, kind: AccountType, starts_with: i64) -> Account {
    Account { off_budget: true, ..account((key, name), kind, starts_with) }
}

pub(super) const ACCOUNTS: &[Account] = &[
    Account {
        note: "Salaries arrive here.",
        ..account(("checking", "Checking"), Checking, 412_300)
    },
    account(("joint", "Joint Account"), Checking, 185_000),
    account(("savings", "Savings"), Savings, 850_000),
    account(("holiday", "Holiday Savings"), Savings, 120_000),
    account(("cash", "Cash"), Other, 9_500),
    Account {
        note: "Paid in full on the 5th.",
        ..account(("visa", "Credit Card"), Credit, -64_210)
    },
    account(("rewards", "Rewards Card"), Credit, -21_875),
    account(("wallet", "Online Wallet"), Other, 3_000),
    account(("old", "Old Bank"), Checking, 22_750),
    outside(("broker", "Brokerage"), Investment, 1_542_000),
    outside(("pension", "Retirement Fund"), Investment, 3_870_000),
    Account {
        note: "Fixed rate until 2031.",
        ..outside(("mortgage", "Cabin Mortgage"), Mortgage, -8_640_000)
    },
    outside(("car", "Car"), Other, 1_350_000),
];

/// An envelope and its monthly habits.
pub(super) struct Envelope {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    /// Amount budgeted in a normal month.
    pub(super) plan: i64,
    /// Number of purchases in a normal month.
    pub(super) times: i64,
    /// Smallest and largest amount of a purchase.
    pub(super) spends: [i64; 2],
    /// Words for payee names; see [`payee_names`].
    pub(super) payees: (&'static [&'static str], &'static [&'static str]),
}

const fn envelope(
    key: &'static str,
    name: &'static str,
    plan: i64,
    times: i64,
    spends: [i64; 2],
) -> Envelope {
    Envelope { key, name, plan, times, spends, payees: (&[], &[]) }
}

const NAMES: &[&str] = &[
    "Corner",
    "Sunrise",
    "Old Mill",
    "Harbor",
    "Green Leaf",
    "Maple",
    "Golden",
    "Riverside",
    "Blue Door",
    "Union",
    "Lantern",
    "Hilltop",
];
const PLACES: &[&str] = &["North", "Central", "Eastside", "Market Street", "Lakeview"];

/// Groups with their envelopes. The recurring payments below pay the bills, so those envelopes have
/// no purchases.
pub(super) const GROUPS: &[(&str, &[Envelope])] = &[
    (
        "Home",
        &[
            envelope("rent", "Rent", 145_000, 0, [0, 0]),
            envelope("power", "Electricity & Heating", 14_500, 0, [0, 0]),
            envelope("water", "Water & Waste", 5_200, 0, [0, 0]),
            envelope("internet", "Internet & Phone", 9_800, 0, [0, 0]),
            Envelope {
                payees: (
                    &["Hammer & Nail", "Homeworks", "Tile and Timber", "Bright Bulb"],
                    &["", "Outlet"],
                ),
                ..envelope("household", "Household", 18_000, 5, [600, 4_800])
            },
            envelope("cabin", "Cabin Mortgage", 64_000, 0, [0, 0]),
        ],
    ),
    (
        "Everyday",
        &[
            Envelope {
                payees: (&["Fresh Fields", "Daily Market", "Pantry Plus", "Farm Stand"], PLACES),
                ..envelope("groceries", "Groceries", 84_000, 15, [1_150, 9_400])
            },
            Envelope {
                payees: (NAMES, &["Grill", "Noodle House", "Pizzeria", "Tavern"]),
                ..envelope("restaurants", "Restaurants", 29_000, 12, [950, 4_900])
            },
            Envelope {
                payees: (NAMES, &["Coffee"]),
                ..envelope("coffee", "Coffee & Bakery", 6_500, 13, [280, 790])
            },
            Envelope {
                payees: (NAMES, &["Outfitters", "Shoes"]),
                ..envelope("clothing", "Clothing", 12_000, 3, [1_900, 7_200])
            },
            Envelope {
                payees: (
                    &["Dr. Linden", "Dr. Okafor", "Smile Dental", "City Pharmacy"],
                    &["", "Practice"],
                ),
                ..envelope("medical", "Medical", 7_000, 2, [900, 6_500])
            },
            Envelope {
                payees: (&["Whisker & Paw", "Happy Tails", "Village Vet"], &["", "Online"]),
                ..envelope("pets", "Cat", 6_500, 2, [900, 3_900])
            },
            Envelope {
                payees: (
                    &["Little Steps", "Story Time", "Playworks", "Scout Group"],
                    &["", "Shop"],
                ),
                ..envelope("kids", "Children", 14_000, 5, [800, 5_200])
            },
        ],
    ),
    (
        "Getting around",
        &[
            Envelope {
                payees: (&["Roadside Fuel", "Star Petrol", "Quick Stop"], PLACES),
                ..envelope("fuel", "Fuel", 16_000, 4, [2_900, 5_400])
            },
            Envelope {
                payees: (&["City Transit", "Regional Rail", "Swift Taxi", "Bike Share"], &[""]),
                ..envelope("transit", "Public Transport", 7_000, 8, [240, 1_300])
            },
            Envelope {
                payees: (&["Precision Auto", "Tire Yard"], &["", "Service"]),
                ..envelope("carcare", "Car Maintenance", 6_000, 0, [9_000, 42_000])
            },
            envelope("carinsurance", "Car Insurance", 7_400, 0, [0, 0]),
        ],
    ),
    (
        "Fun",
        &[
            envelope("subscriptions", "Subscriptions", 5_600, 0, [0, 0]),
            Envelope {
                payees: (&["Palace", "Rex", "Open Air", "Riverside"], &["Cinema", "Theater"]),
                ..envelope("outings", "Going Out", 12_000, 5, [1_200, 4_200])
            },
            Envelope {
                payees: (
                    &["Page One", "Second Chapter", "Pixel", "Vinyl Corner"],
                    &["Books", "Games"],
                ),
                ..envelope("hobbies", "Books & Hobbies", 8_000, 4, [700, 3_900])
            },
            envelope("fitness", "Fitness", 5_900, 0, [0, 0]),
        ],
    ),
    (
        "Once in a while",
        &[
            Envelope {
                payees: (NAMES, &["Gifts"]),
                ..envelope("gifts", "Gifts", 10_000, 2, [1_500, 6_500])
            },
            Envelope {
                payees: (NAMES, &["Hotel", "Travel"]),
                ..envelope("vacation", "Vacation", 20_000, 0, [14_000, 62_000])
            },
            envelope("homeinsurance", "Home Insurance", 3_100, 0, [0, 0]),
            Envelope {
                payees: (&["Helping Hands", "Clean Rivers", "Open Library"], &["Fund"]),
                ..envelope("donations", "Donations", 5_000, 1, [2_000, 6_000])
            },
            Envelope {
                payees: (&["Volt", "Circuit"], &["Electronics", "Repairs"]),
                ..envelope("devices", "Computers & Phones", 4_000, 0, [19_000, 74_000])
            },
        ],
    ),
    (
        "Saving",
        &[
            envelope("emergency", "Emergency Fund", 0, 0, [0, 0]),
            envelope("investing", "Investing", 40_000, 0, [0, 0]),
            envelope("renovation", "Kitchen Renovation", 10_000, 0, [0, 0]),
        ],
    ),
];

/// Payee names from two lists of words.
pub(super) fn payee_names(first: &[&str], second: &[&str]) -> Vec<String> {
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| format!("{a} {b}").trim_end().to_owned()).collect()
}

/// Target of a recurring payment.
pub(super) enum Target {
    /// Into or out of an envelope, or an income category.
    Category(&'static str),
    /// To another account, with an envelope if that one is off budget.
    Account(&'static str, Option<&'static str>),
}

/// A monthly or yearly payment.
pub(super) struct Recurring {
    pub(super) name: &'static str,
    pub(super) payee: &'static str,
    pub(super) account: &'static str,
    pub(super) amount: i64,
    /// Day of the month, at most 28.
    pub(super) day: i64,
    /// Only in this month of the year.
    pub(super) yearly_in: Option<i32>,
    /// Percent by which the amount varies.
    pub(super) varies: i64,
    pub(super) target: Target,
}

impl Recurring {
    /// The same payment on this day of the month.
    const fn on(self, day: i64) -> Self {
        Self { day, ..self }
    }
}

const fn bill(
    name: &'static str,
    payee: &'static str,
    amount: i64,
    account: &'static str,
    category: &'static str,
) -> Recurring {
    let target = Target::Category(category);
    Recurring { name, payee, account, amount, day: 1, yearly_in: None, varies: 0, target }
}

const fn transfer(
    name: &'static str,
    from: &'static str,
    to: &'static str,
    amount: i64,
    category: Option<&'static str>,
) -> Recurring {
    let target = Target::Account(to, category);
    Recurring { name, payee: "", account: from, amount, day: 1, yearly_in: None, varies: 0, target }
}

pub(super) const RECURRING: &[Recurring] = &[
    bill("Rent", "Parkside Apartments", -145_000, "joint", "rent").on(1),
    Recurring {
        varies: 18,
        ..bill("Electricity", "Northlight Energy", -13_600, "joint", "power").on(8)
    },
    bill("Water", "City Waterworks", -5_200, "joint", "water").on(12),
    bill("Internet", "Fiberline", -5_900, "joint", "internet").on(10),
    bill("Phones", "Clearcall Mobile", -3_900, "visa", "internet").on(17),
    bill("Car insurance", "Safe Harbor Insurance", -7_400, "checking", "carinsurance").on(20),
    Recurring {
        yearly_in: Some(3),
        ..bill("Home insurance", "Homestead Mutual", -36_800, "checking", "homeinsurance").on(14)
    },
    bill("Film streaming", "Moonstream", -1_499, "visa", "subscriptions").on(6),
    bill("Music", "Tuneloft", -1_699, "visa", "subscriptions").on(21),
    bill("Newspaper", "The Daily Ledger", -1_290, "wallet", "subscriptions").on(2),
    bill("Cloud storage", "Skybox", -299, "rewards", "subscriptions").on(23),
    bill("Gym", "Iron & Oak Gym", -5_900, "visa", "fitness").on(3),
    bill("Salary", "Brightwater Design", 342_500, "checking", "salary").on(25),
    bill("Second salary", "Lakeside School", 248_000, "joint", "salary").on(15),
    transfer("Cabin mortgage", "checking", "mortgage", -64_000, Some("cabin")).on(4),
    transfer("Monthly investing", "checking", "broker", -40_000, Some("investing")).on(27),
    transfer("Put aside", "checking", "savings", -30_000, None).on(26),
    transfer("Household money", "joint", "checking", -50_000, None).on(26),
    transfer("Wallet top-up", "checking", "wallet", -2_500, None).on(1),
];
