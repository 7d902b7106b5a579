import { DEMO_VIDEO_ID, type Video } from '@kinreel/contracts';

/** ROUTE-11: the bundled video of the demo page, the only one that is visible without login. */
export const DEMO_VIDEO: Video = {
  id: DEMO_VIDEO_ID,
  prompt: 'What was your first job?',
  prompt_id: null,
  url: '/media/demo/video.mp4',
  hls_url: null,
  sources: [{ url: '/media/demo/video.mp4', type: 'video/mp4' }],
  preview_url: null,
  captions_url: null,
  poster_url: '/media/demo/poster.webp',
  original_url: null,
  permission: 'everyone',
  audience: null,
  status: 'ready',
  status_code: null,
  status_params: {},
  status_reason: null,
  progress: 100,
  duration: 11,
  missing_seconds: null,
  growing: null,
  width: 1280,
  height: 720,
  user_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
};
