//! Where the reads of registers change their way, and how much they keep. Results never depend on
//! these numbers: the laws (`tests/register.rs`) cross each of them.

/// The numbers of one open budget.
#[derive(Debug, Clone, Copy)]
pub struct Thresholds {
    /// With more candidates than this, scanning the rows in order until a page is full is quicker.
    pub candidates: usize,
    /// Most statements that find candidates together; SQLite allows 500.
    pub candidate_statements: usize,
    /// Up to this many accounts, their rows are read in parallel along an index; for more, the rows
    /// of all accounts are scanned, because nearly every row belongs to one of them then.
    pub side_by_side: usize,
    /// Pages of a list by day from this offset on are read from a view.
    pub deep: u32,
    /// Most views kept: a few for each of several tabs.
    pub views: usize,
    /// Most rows of all views together, 4 bytes each; longer lists have no view.
    pub view_rows: usize,
    /// With more written transactions than this, a view is built again.
    pub moved: usize,
    /// The last commits are remembered up to this many written rows.
    pub remembered: usize,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            candidates: 4_000,
            candidate_statements: 100,
            side_by_side: 100,
            deep: 600,
            views: 4,
            view_rows: 2_500_000,
            moved: 200,
            remembered: 5_000,
        }
    }
}
