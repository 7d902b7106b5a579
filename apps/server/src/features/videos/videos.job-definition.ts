import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Remove the stored files of a video that is no more. */
export const deleteObjectsJob = defineJob('delete-objects', z.object({ videoId: z.uuid() }));
