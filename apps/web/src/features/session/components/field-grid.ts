/** Two equal columns on wide screens, one on phones. */
export const FIELD_GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 4,
  rowGap: { xs: 3, sm: 5 },
  alignItems: 'start',
};
