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

const fn size(name: &'static str, [years, categories, transactions, accounts]: [usize; 4]) -> Size {
    Size { name, years, categories, transactions, accounts }
}

/// One year, a small household.
pub const S: Size = size("S", [1, 30, 5_000, 3]);
/// Five years.
pub const M: Size = size("M", [5, 80, 50_000, 8]);
/// Ten years, every detail.
pub const L: Size = size("L", [10, 150, 200_000, 15]);
/// Thirty years.
pub const XL: Size = size("XL", [30, 300, 1_000_000, 30]);
/// All, from small to large.
pub const ALL: [Size; 4] = [S, M, L, XL];
