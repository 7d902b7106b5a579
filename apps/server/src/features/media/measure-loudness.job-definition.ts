import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Measures the sound of ready videos that was not measured yet: those that were prepared before, or without ffmpeg. */
export const measureLoudnessJob = defineJob('measure-loudness', z.object({}), { timeoutSeconds: 12 * 3600 });
