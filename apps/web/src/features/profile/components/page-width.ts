/** Page content at most 1184 pixels wide, with side padding of 16 (phones) to 48 pixels (wide screens). For `sx`. */
export const PAGE_WIDTH = {
  maxWidth: 1280,
  mx: 'auto',
  px: { xs: 4, sm: 8, md: 12 },
} as const;
