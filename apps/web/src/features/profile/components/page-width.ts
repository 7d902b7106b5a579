/** Content 1184 pixels wide at most, 16 from the edge of a phone and 48 from that of a large screen. For `sx`. */
export const PAGE_WIDTH = {
  maxWidth: 1280,
  mx: 'auto',
  px: { xs: 4, sm: 8, md: 12 },
} as const;
