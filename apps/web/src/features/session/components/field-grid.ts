/** Two equal columns if "Outside the United States" fits into half of the form, otherwise one. */
export const FIELD_GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 4,
  rowGap: { xs: 3, sm: 5 },
  alignItems: 'start',
};
