/** Style of a button on a profile's banner, readable on every image. */
export const ON_BANNER = {
  bgcolor: 'background.paper',
  color: 'text.primary',
  '&:hover': { bgcolor: 'sunken' },
} as const;
