import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../platform/storage/s3.ts';
import type { S3Server } from './s3-server.ts';

/** A bucket for tests, with settings and client. */
export interface TestBucket {
  settings: S3Settings;
  client: S3Client;
  /** Environment variables for a server that uses this bucket. */
  env: Record<string, string>;
}

/** Creates an empty bucket. */
export async function createBucket(server: S3Server): Promise<TestBucket> {
  const { endpoint, accessKeyId, secretAccessKey } = server;
  const bucket = `kinreel-${randomUUID()}`;
  const region = 'us-east-1';
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    settings: {
      endpoint,
      region,
      bucket,
      accessKeyId,
      secretAccessKey,
      forcePathStyle: true,
      prefix: '',
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

/** Allows pages of an origin to read the bucket, with the CORS rules of docs/operations.md. */
export async function allowPages({ client, settings }: TestBucket, origin: string): Promise<void> {
  const rule = { AllowedOrigins: [origin], AllowedMethods: ['GET'], AllowedHeaders: ['range'], MaxAgeSeconds: 3600 };
  await client.send(new PutBucketCorsCommand({ Bucket: settings.bucket, CORSConfiguration: { CORSRules: [rule] } }));
}
