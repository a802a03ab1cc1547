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
    pub(super) spends: (i64, i64),
    /// Words for payee names; see [`payee_names`].
    pub(super) payees: (&'static [&'static str], &'static [&'static str]),
}

const fn envelope(
    key: &'static str,
    name: &'static str,
    plan: i64,
    times: i64,
    spends: (i64, i64),
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
            envelope("rent", "Rent", 145_000, 0, (0, 0)),
            envelope("power", "Electricity & Heating", 14_500, 0, (0, 0)),
            envelope("water", "Water & Waste", 5_200, 0, (0, 0)),
            envelope("internet", "Internet & Phone", 9_800, 0, (0, 0)),
            Envelope {
                payees: (
                    &["Hammer & Nail", "Homeworks", "Tile and Timber", "Bright Bulb"],
                    &["", "Outlet"],
                ),
                ..envelope("household", "Household", 18_000, 5, (600, 4_800))
            },
            envelope("cabin", "Cabin Mortgage", 64_000, 0, (0, 0)),
        ],
    ),
    (
        "Everyday",
        &[
            Envelope {
                payees: (&["Fresh Fields", "Daily Market", "Pantry Plus", "Farm Stand"], PLACES),
                ..envelope("groceries", "Groceries", 84_000, 15, (1_150, 9_400))
            },
            Envelope {
                payees: (NAMES, &["Grill", "Noodle House", "Pizzeria", "Tavern"]),
                ..envelope("restaurants", "Restaurants", 29_000, 12, (950, 4_900))
            },
            Envelope {
                payees: (NAMES, &["Coffee"]),
                ..envelope("coffee", "Coffee & Bakery", 6_500, 13, (280, 790))
            },
            Envelope {
                payees: (NAMES, &["Outfitters", "Shoes"]),
                ..envelope("clothing", "Clothing", 12_000, 3, (1_900, 7_200))
            },
            Envelope {
                payees: (
                    &["Dr. Linden", "Dr. Okafor", "Smile Dental", "City Pharmacy"],
                    &["", "Practice"],
                ),
                ..envelope("medical", "Medical", 7_000, 2, (900, 6_500))
            },
            Envelope {
                payees: (&["Whisker & Paw", "Happy Tails", "Village Vet"], &["", "Online"]),
                ..envelope("pets", "Cat", 6_500, 2, (900, 3_900))
            },
            Envelope {
                payees: (
                    &["Little Steps", "Story Time", "Playworks", "Scout Group"],
                    &["", "Shop"],
                ),
                ..envelope("kids", "Children", 14_000, 5, (800, 5_200))
            },
        ],
    ),
    (
        "Getting around",
        &[
            Envelope {
                payees: (&["Roadside Fuel", "Star Petrol", "Quick Stop"], PLACES),
                ..envelope("fuel", "Fuel", 16_000, 4, (2_900, 5_400))
            },
            Envelope {
                payees: (&["City Transit", "Regional Rail", "Swift Taxi", "Bike Share"], &[""]),
                ..envelope("transit", "Public Transport", 7_000, 8, (240, 1_300))
            },
            Envelope {
                payees: (&["Precision Auto", "Tire Yard"], &["", "Service"]),
                ..envelope("carcare", "Car Maintenance", 6_000, 0, (9_000, 42_000))
            },
            envelope("carinsurance", "Car Insurance", 7_400, 0, (0, 0)),
        ],
    ),
    (
        "Fun",
        &[
            envelope("subscriptions", "Subscriptions", 5_600, 0, (0, 0)),
            Envelope {
                payees: (&["Palace", "Rex", "Open Air", "Riverside"], &["Cinema", "Theater"]),
                ..envelope("outings", "Going Out", 12_000, 5, (1_200, 4_200))
            },
            Envelope {
                payees: (
                    &["Page One", "Second Chapter", "Pixel", "Vinyl Corner"],
                    &["Books", "Games"],
                ),
                ..envelope("hobbies", "Books & Hobbies", 8_000, 4, (700, 3_900))
            },
            envelope("fitness", "Fitness", 5_900, 0, (0, 0)),
        ],
    ),
    (
        "Once in a while",
        &[
            Envelope {
                payees: (NAMES, &["Gifts"]),
                ..envelope("gifts", "Gifts", 10_000, 2, (1_500, 6_500))
            },
            Envelope {
                payees: (NAMES, &["Hotel", "Travel"]),
                ..envelope("vacation", "Vacation", 20_000, 0, (14_000, 62_000))
            },
            envelope("homeinsurance", "Home Insurance", 3_100, 0, (0, 0)),
            Envelope {
                payees: (&["Helping Hands", "Clean Rivers", "Open Library"], &["Fund"]),
                ..envelope("donations", "Donations", 5_000, 1, (2_000, 6_000))
            },
            Envelope {
                payees: (&["Volt", "Circuit"], &["Electronics", "Repairs"]),
                ..envelope("devices", "Computers & Phones", 4_000, 0, (19_000, 74_000))
            },
        ],
    ),
    (
        "Saving",
        &[
            envelope("emergency", "Emergency Fund", 0, 0, (0, 0)),
            envelope("investing", "Investing", 40_000, 0, (0, 0)),
            envelope("renovation", "Kitchen Renovation", 10_000, 0, (0, 0)),
        ],
    ),
];

/// Payee names from two lists of words.
pub(super) fn payee_names((first, second): (&[&str], &[&str])) -> Vec<String> {
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

const fn bill(
    name: &'static str,
    payee: &'static str,
    (amount, day): (i64, i64),
    account: &'static str,
    category: &'static str,
) -> Recurring {
    let target = Target::Category(category);
    Recurring { name, payee, account, amount, day, yearly_in: None, varies: 0, target }
}

const fn transfer(
    name: &'static str,
    (from, to): (&'static str, &'static str),
    (amount, day): (i64, i64),
    category: Option<&'static str>,
) -> Recurring {
    let target = Target::Account(to, category);
    Recurring { name, payee: "", account: from, amount, day, yearly_in: None, varies: 0, target }
}

pub(super) const RECURRING: &[Recurring] = &[
    bill("Rent", "Parkside Apartments", (-145_000, 1), "joint", "rent"),
    Recurring {
        varies: 18,
        ..bill("Electricity", "Northlight Energy", (-13_600, 8), "joint", "power")
    },
    bill("Water", "City Waterworks", (-5_200, 12), "joint", "water"),
    bill("Internet", "Fiberline", (-5_900, 10), "joint", "internet"),
    bill("Phones", "Clearcall Mobile", (-3_900, 17), "visa", "internet"),
    bill("Car insurance", "Safe Harbor Insurance", (-7_400, 20), "checking", "carinsurance"),
    Recurring {
        yearly_in: Some(3),
        ..bill("Home insurance", "Homestead Mutual", (-36_800, 14), "checking", "homeinsurance")
    },
    bill("Film streaming", "Moonstream", (-1_499, 6), "visa", "subscriptions"),
    bill("Music", "Tuneloft", (-1_699, 21), "visa", "subscriptions"),
    bill("Newspaper", "The Daily Ledger", (-1_290, 2), "wallet", "subscriptions"),
    bill("Cloud storage", "Skybox", (-299, 23), "rewards", "subscriptions"),
    bill("Gym", "Iron & Oak Gym", (-5_900, 3), "visa", "fitness"),
    bill("Salary", "Brightwater Design", (342_500, 25), "checking", "salary"),
    bill("Second salary", "Lakeside School", (248_000, 15), "joint", "salary"),
    transfer("Cabin mortgage", ("checking", "mortgage"), (-64_000, 4), Some("cabin")),
    transfer("Monthly investing", ("checking", "broker"), (-40_000, 27), Some("investing")),
    transfer("Put aside", ("checking", "savings"), (-30_000, 26), None),
    transfer("Household money", ("joint", "checking"), (-50_000, 26), None),
    transfer("Wallet top-up", ("checking", "wallet"), (-2_500, 1), None),
];
