/** A link or button that looks like text, in a sentence or below a form: large enough for a finger. */
export const TEXT_LINK = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: 44,
  minWidth: 44,
  marginInline: 0.5,
  fontWeight: 600,
};
