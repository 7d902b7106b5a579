import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import { useEffect } from 'react';

/** Sets the document title: "Login · Kinreel". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
