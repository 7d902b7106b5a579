import type { User } from '@kinreel/contracts/profile';
import type { Video } from '@kinreel/contracts/videos';

/** A complete profile. A test changes the fields that it is about. */
export const USER: User = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  first_name: 'Odalie',
  last_name: 'Fennick',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
  banner_image: '/banners/tree.svg',
  about_me: '',
  email: 'odalie@example.org',
  email_verified: true,
  birthday: '1944-03-09',
  show_in_search: true,
  show_on_links: true,
};

/** A ready video without a file, so that no test waits for the network. */
export const VIDEO: Video = {
  id: '0192f1c0-0000-7000-8000-000000000002',
  prompt: 'What was your first job?',
  prompt_id: 1,
  url: null,
  hls_url: null,
  sources: [],
  growing: null,
  poster_url: null,
  preview_url: null,
  captions_url: null,
  original_url: null,
  permission: 'family',
  audience: null,
  opens_at: null,
  status: 'ready',
  status_code: null,
  status_params: {},
  status_reason: null,
  progress: 100,
  preparation: 1,
  duration: 252,
  missing_seconds: null,
  trim: null,
  notes: [],
  loudness: null,
  width: 1280,
  height: 720,
  user_id: null,
  created_at: '2026-03-01T10:00:00Z',
};
