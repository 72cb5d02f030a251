//! Assigns each row of a table a column of its own, with the least total cost.

/// Returns a different column for each row with the least total cost (the Hungarian algorithm, by shortest
/// augmenting paths). There are at least as many columns as rows.
pub(crate) fn cheapest(costs: &[Vec<f32>]) -> Vec<usize> {
    let rows = costs.len();
    let columns = costs.first().map_or(0, Vec::len);
    // Row and column 0 are unused.
    let (mut of_row, mut of_column) = (vec![0.0_f32; rows + 1], vec![0.0_f32; columns + 1]);
    let (mut row_of, mut way) = (vec![0_usize; columns + 1], vec![0_usize; columns + 1]);
    for row in 1..=rows {
        row_of[0] = row;
        let mut column = 0;
        let mut least = vec![f32::INFINITY; columns + 1];
        let mut used = vec![false; columns + 1];
        while row_of[column] != 0 {
            used[column] = true;
            let here = row_of[column];
            let (mut step, mut next) = (f32::INFINITY, 0);
            for to in (1..=columns).filter(|&to| !used[to]) {
                let cost = costs[here - 1][to - 1] - of_row[here] - of_column[to];
                if cost < least[to] {
                    (least[to], way[to]) = (cost, column);
                }
                if least[to] < step {
                    (step, next) = (least[to], to);
                }
            }
            for to in 0..=columns {
                if used[to] {
                    of_row[row_of[to]] += step;
                    of_column[to] -= step;
                } else {
                    least[to] -= step;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[way[column]];
            column = way[column];
        }
    }
    let mut chosen = vec![0; rows];
    for column in (1..=columns).filter(|&column| row_of[column] != 0) {
        chosen[row_of[column] - 1] = column - 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_cost_is_minimal() {
        // The best column of each single row is column 0.
        let costs = [vec![1.0, 2.0, 9.0], vec![1.0, 5.0, 9.0], vec![1.0, 9.0, 3.0]];
        assert_eq!(cheapest(&costs), [1, 0, 2]);
        assert!(cheapest(&[]).is_empty());
    }
}
