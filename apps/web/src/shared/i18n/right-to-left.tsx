import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import rtlPlugin from '@mui/stylis-plugin-rtl';
import type { ReactNode } from 'react';
import { prefixer } from 'stylis';

const cache = createCache({ key: 'rtl', stylisPlugins: [prefixer, rtlPlugin] });

/** Mirrors the component styles for right-to-left languages. */
export function RightToLeft({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
