import type { NewVideo, Video } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { NewRow } from './whats-new.queries.ts';

export function presentNew(row: NewRow, video: Video): NewVideo {
  return { ...video, owner: presentPerson(row), arrived_at: row.arrived_at.toISOString(), message: row.message };
}
