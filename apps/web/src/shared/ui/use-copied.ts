import { COPY_CONFIRMATION_MS } from '@kinreel/contracts/constants';
import { useEffect, useState } from 'react';

/**
 * Copies a link, and tells for eight seconds that it is copied.
 * @param onFailed called if the browser blocks clipboard access
 */
export function useCopied(url: string, onFailed: () => void) {
  const [copied, setCopied] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new link is not copied yet
  useEffect(() => setCopied(0), [url]);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied((before) => before + 1);
    } catch {
      onFailed();
    }
  }

  return { copied: copied > 0, copyLink };
}
