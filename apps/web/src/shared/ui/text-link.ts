/** A link or button with the look of text, in a sentence or below a form. Its touch target is large enough. */
export const TEXT_LINK = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: 44,
  minWidth: 44,
  marginInline: 0.5,
  fontWeight: 600,
};
