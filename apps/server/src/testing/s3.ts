import { describe, inject, test } from 'vitest';
import { createBucket, type TestBucket } from './s3-bucket.ts';
import { type S3Server, s3SkipReason } from './s3-server.ts';

/** Tests against a real S3 store. Where none can be started they are left out, saying why; in CI that is a failure. */
export function describeWithS3(name: string, tests: () => void): void {
  const reason = s3SkipReason();
  if (!reason) {
    describe(name, tests);
  } else if (process.env.CI) {
    test(name, () => {
      throw new Error(reason);
    });
  } else {
    console.warn(`Not tested: ${name}. ${reason}`);
    describe.skip(name, tests);
  }
}

/** An empty bucket of its own in the store of this run, which is started by the first one who asks. */
export async function newBucket(): Promise<TestBucket> {
  const answer = await fetch(inject('s3Offer'));
  if (!answer.ok) throw new Error(await answer.text());
  return createBucket((await answer.json()) as S3Server);
}
