/** Two columns on wide screens, one on phones. The second is wider, so that "Outside the United States" fits. */
export const FIELD_GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 9fr) minmax(0, 11fr)' },
  columnGap: 4,
  rowGap: { xs: 3, sm: 5 },
  alignItems: 'start',
};
