//! The measured sizes of budgets.

/// Size of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Letter.
    pub name: &'static str,
    /// Years with transactions.
    pub years: usize,
    /// Categories.
    pub categories: usize,
    /// Transactions.
    pub transactions: usize,
    /// Accounts.
    pub accounts: usize,
}

/// One year, a small household.
pub const S: Size = Size { name: "S", years: 1, categories: 30, transactions: 5_000, accounts: 3 };
/// Five years.
pub const M: Size = Size { name: "M", years: 5, categories: 80, transactions: 50_000, accounts: 8 };
/// Ten years, every detail.
pub const L: Size =
    Size { name: "L", years: 10, categories: 150, transactions: 200_000, accounts: 15 };
/// Thirty years.
pub const XL: Size =
    Size { name: "XL", years: 30, categories: 300, transactions: 1_000_000, accounts: 30 };
/// All, from small to large.
pub const ALL: [Size; 4] = [S, M, L, XL];
