//! The order of computation: each cell after those it reads. petgraph holds the dependency graph,
//! sorts it, and finds the cells of a cycle.

use petgraph::Directed;
use petgraph::algo::tarjan_scc;
use petgraph::csr::Csr;
use petgraph::visit::DfsPostOrder;

use super::Position;

/// Edges from each cell to the cells it reads. Cells are numbered in the order of declaration.
type Dependencies = Csr<(), (), Directed, u32>;

/// The reads of each cell, collected by cell.
#[derive(Debug, Default)]
pub(super) struct Reads {
    /// Reader and read cell, sorted, without duplicates.
    pairs: Vec<(u32, u32)>,
    /// The number of reads, including duplicates.
    times: usize,
    reader: u32,
    /// Index of the current reader's first pair.
    first: usize,
}

impl Reads {
    pub(super) fn with_capacity(edges: usize) -> Self {
        Self { pairs: Vec::with_capacity(edges), ..Self::default() }
    }

    /// Starts the reads of the next cell. Cells come in ascending order.
    pub(super) fn start(&mut self, reader: u32) {
        self.reader = reader;
        self.first = self.pairs.len();
    }

    #[inline]
    pub(super) fn push(&mut self, cell: Position) {
        self.times += 1;
        self.pairs.push((self.reader, cell.0));
    }

    /// Ends the reads of a cell: sorts them and removes duplicates.
    pub(super) fn end(&mut self) {
        let row = &mut self.pairs[self.first..];
        if row.is_sorted_by(|one, next| one < next) {
            return;
        }
        row.sort_unstable();
        let mut distinct = self.first;
        for at in self.first..self.pairs.len() {
            if at == self.first || self.pairs[at] != self.pairs[distinct - 1] {
                self.pairs[distinct] = self.pairs[at];
                distinct += 1;
            }
        }
        self.pairs.truncate(distinct);
    }

    /// The number of reads, including duplicates.
    pub(super) const fn times(&self) -> usize {
        self.times
    }
}

/// An order of computation.
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// Cell numbers, by position.
    pub(super) cells: Vec<u32>,
    /// Positions, by cell number.
    pub(super) positions: Vec<u32>,
}

impl Order {
    /// Orders cells so that each comes after those it reads. Cells already declared in such an
    /// order keep it, so the order of declaration decides which cells are adjacent in memory.
    ///
    /// # Errors
    /// The numbers of cells that depend on each other in a cycle, ascending.
    pub(super) fn of(count: usize, reads: &Reads) -> Result<Self, Vec<u32>> {
        let mut graph = Dependencies::from_sorted_edges(&reads.pairs).unwrap_or_default();
        while graph.node_count() < count {
            graph.add_node(());
        }
        let mut cells = Vec::with_capacity(count);
        let mut positions = vec![0; count];
        let mut walk = DfsPostOrder::empty(&graph);
        for root in (0..).take(count) {
            walk.move_to(root);
            while let Some(cell) = walk.next(&graph) {
                positions[cell as usize] = u32::try_from(cells.len()).unwrap_or(u32::MAX);
                cells.push(cell);
            }
        }
        let comes_later =
            |&(reader, read): &(u32, u32)| positions[read as usize] >= positions[reader as usize];
        if reads.pairs.iter().any(comes_later) {
            return Err(circle(&graph));
        }
        Ok(Self { cells, positions })
    }

    /// Whether the cells were declared in this order.
    pub(super) fn is_as_declared(&self) -> bool {
        self.cells.is_sorted()
    }

    pub(super) fn position(&self, number: u32) -> Position {
        Position(self.positions[number as usize])
    }
}

/// The first cycle of a graph that has one.
fn circle(graph: &Dependencies) -> Vec<u32> {
    let mut components = tarjan_scc(graph).into_iter();
    let circle = components.find(|component| {
        component.len() > 1 || graph.neighbors_slice(component[0]).contains(&component[0])
    });
    let mut cells = circle.unwrap_or_default();
    cells.sort_unstable();
    cells
}
