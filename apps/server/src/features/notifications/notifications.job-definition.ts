import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Sends one notification to one device of its person (features/push). */
export const sendPushJob = defineJob('send-push', z.object({ notificationId: id, subscriptionId: id }), {
  timeoutSeconds: 60,
  retryDelaySeconds: 30,
});
