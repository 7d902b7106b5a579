import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import { useEffect } from 'react';

/** Name the page in the browser's tab and history: "Login · Kinreel". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
