import type { PublicConfig } from '@kinreel/contracts/public-config';

let config: Promise<PublicConfig> | null = null;

/** The public configuration, fetched once. @throws TypeError or Error when it cannot be had; the next call tries anew. */
export function readPublicConfig(): Promise<PublicConfig> {
  config ??= fetchConfig().catch((error: unknown) => {
    config = null;
    throw error;
  });
  return config;
}

async function fetchConfig(): Promise<PublicConfig> {
  const answer = await fetch('/config.json');
  if (!answer.ok) throw new Error(`The configuration was answered with ${answer.status}`);
  return (await answer.json()) as PublicConfig;
}
