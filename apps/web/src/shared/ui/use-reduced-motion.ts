import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether the person has asked for less motion. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
}
