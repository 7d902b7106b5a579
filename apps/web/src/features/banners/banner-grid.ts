/**
 * Where an arrow key leads in a grid that is filled row by row. Left and right go on over the ends of rows and of the
 * grid; up and down stay in their column and turn at its ends.
 * @param index place now, from 0
 * @param columns cells a row
 * @param count cells in all
 * @returns the new place, or null for a key that leads nowhere
 */
export function nextGridIndex(key: string, index: number, columns: number, count: number): number | null {
  const column = index % columns;
  /** Last cell of this column. */
  const last = column + columns * Math.floor((count - 1 - column) / columns);
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'ArrowDown':
      return index + columns < count ? index + columns : column;
    case 'ArrowUp':
      return index >= columns ? index - columns : last;
    default:
      return null;
  }
}
