import type { PublicConfig } from '@kinreel/contracts/public-config';

let config: Promise<PublicConfig> | null = null;

/** A request without an answer fails after this time. */
const TIMEOUT_MS = 10_000;

/** The public configuration, fetched once. @throws Error if it cannot be fetched; the next call tries again */
export function readPublicConfig(): Promise<PublicConfig> {
  config ??= fetchConfig().catch((error: unknown) => {
    config = null;
    throw error;
  });
  return config;
}

async function fetchConfig(): Promise<PublicConfig> {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`Fetching /config.json failed with status ${response.status}`);
  return (await response.json()) as PublicConfig;
}
