import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { sendPushJob } from '../notifications/notifications.job-definition.ts';
import { sendPush } from './push.service.ts';
import { type PushTransport, sendToPushService } from './push-transport.ts';

/** @param transport of tests, which have no push service */
export function sendPushHandler(
  deps: Deps,
  transport: PushTransport = sendToPushService,
): JobHandler<{ notificationId: string; subscriptionId: string }> {
  return {
    job: sendPushJob,
    concurrency: 2,
    run: (payload, { signal }) => sendPush(deps, transport, payload, signal),
  };
}
