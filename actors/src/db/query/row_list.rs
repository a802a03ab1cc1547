//! Row numbers in order. Removing or inserting a few costs little, independent of the length: the
//! rows are stored in pieces, and each row's piece is known.

/// How many rows a new one is compared with at once.
const COMPARED: usize = 8;
/// Spare capacity for row numbers after the largest.
const LATER: usize = 1 << 16;
/// Marks a row that is in no piece.
const NOWHERE: u32 = u32::MAX;

/// Row numbers in order, each once.
#[derive(Debug)]
pub(super) struct RowList {
    /// In any order; those not in `order` are empty.
    pieces: Vec<Vec<u32>>,
    /// Indexes of `pieces` in row order.
    order: Vec<u32>,
    /// The piece of each row number. Larger numbers are searched for.
    home: Vec<u32>,
    /// A piece with more rows than this is split.
    most: usize,
}

impl RowList {
    /// The rows in this order, in pieces of at most `most`.
    pub(super) fn of(rows: &[u32], most: usize) -> Self {
        let largest = rows.iter().max().map_or(0, |row| *row as usize);
        // Sparse numbers would need much memory.
        let home = vec![NOWHERE; largest.min(4 * rows.len()) + LATER];
        let mut list = Self { pieces: Vec::new(), order: Vec::new(), home, most };
        for piece in rows.chunks((most / 2).max(1)) {
            list.add_piece(list.order.len(), piece.to_vec());
        }
        list
    }

    /// The rows from an offset on.
    pub(super) fn from(&self, offset: usize) -> impl Iterator<Item = u32> {
        let mut before = offset;
        let pieces = self.order.iter().map(|place| &self.pieces[*place as usize]);
        let rest = pieces.map(move |piece| {
            let skipped = before.min(piece.len());
            before -= skipped;
            &piece[skipped..]
        });
        rest.flatten().copied()
    }

    /// Removes a row, if it is in the list.
    pub(super) fn remove(&mut self, row: u32) {
        let home = match self.home.get_mut(row as usize) {
            Some(home) => Some(std::mem::replace(home, NOWHERE) as usize),
            None => self.pieces.iter().position(|piece| piece.contains(&row)),
        };
        let Some(piece) = home.and_then(|place| self.pieces.get_mut(place)) else { return };
        piece.retain(|it| *it != row);
        if piece.is_empty() {
            self.order.retain(|place| !self.pieces[*place as usize].is_empty());
        }
    }

    /// Inserts a new row. `before` counts the rows of an ordered sample that come before it.
    pub(super) fn insert<E>(
        &mut self,
        row: u32,
        mut before: impl FnMut(&[u32]) -> Result<usize, E>,
    ) -> Result<(), E> {
        let first = |at: usize| self.pieces[self.order[at] as usize][0];
        let after = rank(self.order.len(), first, &mut before)?;
        let Some(at) = after.checked_sub(1).or((!self.order.is_empty()).then_some(0)) else {
            self.add_piece(0, vec![row]);
            return Ok(());
        };
        let place = self.order[at];
        let piece = &mut self.pieces[place as usize];
        let within = rank(piece.len(), |at| piece[at], &mut before)?;
        piece.insert(within, row);
        let half =
            if piece.len() > self.most { piece.split_off(piece.len() / 2) } else { Vec::new() };
        self.settle(&[row], place);
        if !half.is_empty() {
            self.add_piece(at + 1, half);
        }
        Ok(())
    }

    fn add_piece(&mut self, at: usize, piece: Vec<u32>) {
        let place = u32::try_from(self.pieces.len()).unwrap_or(NOWHERE);
        self.settle(&piece, place);
        self.pieces.push(piece);
        self.order.insert(at, place);
    }

    fn settle(&mut self, rows: &[u32], place: u32) {
        for row in rows {
            if let Some(home) = self.home.get_mut(*row as usize) {
                *home = place;
            }
        }
    }
}

/// How many of a list's rows come before a new one, found by ordered samples.
fn rank<E>(
    len: usize,
    row: impl Fn(usize) -> u32,
    before: &mut impl FnMut(&[u32]) -> Result<usize, E>,
) -> Result<usize, E> {
    let (mut first, mut last) = (0, len);
    while first < last {
        let step = (last - first).div_ceil(COMPARED);
        let sample: Vec<u32> = (first..last).step_by(step).map(&row).collect();
        let count = before(&sample)?;
        last = if count < sample.len() { first + count * step } else { last };
        first = if count == 0 { last } else { first + (count - 1) * step + 1 };
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn insert(list: &mut RowList, row: u32, is_before: impl Fn(u32) -> bool) {
        let Ok(()) = list.insert(row, |sample| {
            Ok::<_, Infallible>(sample.iter().take_while(|other| is_before(**other)).count())
        });
    }

    /// Adjacent numbers, and some beyond the table of pieces.
    fn number() -> impl Strategy<Value = u32> {
        prop_oneof![9 => 0..6_000_u32, 1 => Just(u32::MAX), 1 => 4_000_000_000..4_000_000_050_u32]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn rows_taken_out_and_put_in_lie_as_in_a_plain_list(
            first in vec(number(), 0..5_000),
            edits in vec((number(), any::<bool>()), 0..300),
            (from, until) in (0..6_000_u32, 0..6_000_u32),
            most in prop_oneof![1..5_usize, Just(2_048_usize)],
            offset in 0..6_000_usize,
        ) {
            // Larger numbers are closer to the front.
            let mut plain = first;
            plain.sort_unstable_by(|left, right| right.cmp(left));
            plain.dedup();
            let mut list = RowList::of(&plain, most);
            let gone = plain.iter().copied().filter(|it| (from..until).contains(it));
            let gone: Vec<u32> = gone.collect();
            let taken = gone.into_iter().map(|row| (row, false));
            for (row, is_put) in taken.chain(edits) {
                let place = plain.partition_point(|it| *it > row);
                let is_there = plain.get(place) == Some(&row);
                if is_put && !is_there {
                    insert(&mut list, row, |other| other > row);
                    plain.insert(place, row);
                } else if !is_put {
                    list.remove(row);
                    plain.retain(|it| *it != row);
                }
            }
            prop_assert_eq!(list.from(0).collect::<Vec<_>>(), &plain[..]);
            let page: Vec<_> = plain.iter().copied().skip(offset).take(150).collect();
            prop_assert_eq!(list.from(offset).take(150).collect::<Vec<_>>(), page);
        }
    }

    #[test]
    fn pieces_that_grow_are_halved() {
        let mut list = RowList::of(&[], 64);
        let last = 320;
        for row in (0..last).rev() {
            insert(&mut list, row, |other| other < row);
        }
        assert_eq!(list.from(0).collect::<Vec<_>>(), (0..last).collect::<Vec<_>>());
        assert!(list.pieces.iter().all(|piece| piece.len() <= 64));
        (0..last).for_each(|row| list.remove(row));
        assert!(list.from(0).next().is_none() && list.order.is_empty());
        insert(&mut list, 7, |_| true);
        assert_eq!(list.from(0).collect::<Vec<_>>(), [7]);
    }
}
