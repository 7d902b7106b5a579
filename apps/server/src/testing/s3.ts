import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, inject, test } from 'vitest';
import type { S3Settings } from '../platform/storage/s3.ts';
import { type S3Server, whyNoS3Server } from './s3-server.ts';

/** Tests against a real S3 store. Where none can be started they are left out, saying why; in CI that is a failure. */
export function describeWithS3(name: string, tests: () => void): void {
  const reason = whyNoS3Server();
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
export async function newBucket(): Promise<{ settings: S3Settings; client: S3Client; env: Record<string, string> }> {
  const answer = await fetch(inject('s3Offer'));
  if (!answer.ok) throw new Error(await answer.text());
  const { endpoint, accessKeyId, secretAccessKey } = (await answer.json()) as S3Server;
  const bucket = `kinreel-${randomUUID()}`;
  const region = 'us-east-1';
  const client = new S3Client({
    ...{ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } },
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    settings: {
      ...{ endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle: true, prefix: '' },
      direct: { endpoint },
    },
    client,
    env: {
      STORAGE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
}
