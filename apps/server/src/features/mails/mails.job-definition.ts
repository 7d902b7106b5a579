import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/**
 * Makes one attempt to send a mail of the outbox. The outbox counts attempts and enqueues the next one; this job only
 * fails if the database does.
 */
export const sendMailJob = defineJob('send-mail', z.object({ mailId: id }), { timeoutSeconds: 120 });
