/** Id of the slot at the start of the signed-in header. */
export const HEADER_START = 'header-start';

/** Styles shared by the signed-in and the signed-out header. For `sx`. */
export const headerStyles = {
  position: 'relative',
  zIndex: 'appBar',
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 0, sm: 5, md: 8 },
  minHeight: { xs: 64, sm: 76 },
  paddingInlineStart: { xs: 4, sm: 8, md: 12 },
  paddingInlineEnd: { xs: 1.5, sm: 8, md: 12 },
  bgcolor: 'background.paper',
} as const;
