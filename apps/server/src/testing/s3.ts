import { describe, inject, test } from 'vitest';
import { createBucket, type TestBucket } from './s3-bucket.ts';
import { type S3Server, s3SkipReason } from './s3-server.ts';

/** Tests against a real S3 store. If it cannot run here they are skipped with a warning; in CI they fail. */
export function describeWithS3(name: string, tests: () => void): void {
  const reason = s3SkipReason();
  if (!reason) {
    describe(name, tests);
  } else if (process.env.CI) {
    test(name, () => {
      throw new Error(reason);
    });
  } else {
    console.warn(`Skipped: ${name}. ${reason}`);
    describe.skip(name, tests);
  }
}

/** Creates an empty bucket in the S3 store of this run, which is started on demand. */
export async function newBucket(): Promise<TestBucket> {
  const response = await fetch(inject('s3Offer'));
  if (!response.ok) throw new Error(await response.text());
  return createBucket((await response.json()) as S3Server);
}
