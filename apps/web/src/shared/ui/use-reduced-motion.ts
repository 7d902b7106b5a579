import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether the user prefers reduced motion. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
}
