/**
 * The cell that an arrow key moves to, in a grid that is filled row by row. Left and right wrap to the adjacent row; up
 * and down wrap within the column.
 * @param index current cell, from 0
 * @param columns cells per row
 * @param count number of cells
 * @param direction `rtl` fills each row from the right
 * @returns index of the new cell, or null for other keys
 */
export function nextGridIndex(
  key: string,
  index: number,
  columns: number,
  count: number,
  direction: 'ltr' | 'rtl' = 'ltr',
): number | null {
  const column = index % columns;
  /** Last cell of this column. */
  const last = column + columns * Math.floor((count - 1 - column) / columns);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft': {
      const isForward = (key === 'ArrowRight') === (direction === 'ltr');
      return (index + (isForward ? 1 : count - 1)) % count;
    }
    case 'ArrowDown':
      return index + columns < count ? index + columns : column;
    case 'ArrowUp':
      return index >= columns ? index - columns : last;
    default:
      return null;
  }
}
