import { PRODUCT_NAME } from '@kinreel/contracts';
import { archivePage as text } from '@kinreel/messages/en/archive-page';
import { nameOf, presentKeptVideos, presentPersonData } from './archive-content.presenter.ts';
import { archivePage, keptPage } from './archive-page.ts';
import type { KeptVideos } from './kept-videos.queries.ts';
import type { ArchiveContent } from './make-archive.ts';
import type { PersonData } from './person-data.queries.ts';

/** The content of a person's own archive. */
export function personContent(data: PersonData): ArchiveContent {
  const { person, videos, files } = data;
  return {
    userId: person.id,
    recipient: nameOf(person),
    description: text.description({ product: PRODUCT_NAME }),
    photoKey: person.photo_key,
    videos,
    files,
    describe(found, cues) {
      const document = presentPersonData(data, found);
      return { data: document, page: archivePage(document, cues) };
    },
  };
}

/** The content of a steward's archive: the videos that they may keep. */
export function keptContent(kept: KeptVideos): ArchiveContent {
  const { stewardship, videos, files } = kept;
  const { steward_first_name: first_name, steward_last_name: last_name } = stewardship;
  return {
    userId: stewardship.steward_id,
    recipient: nameOf({ first_name, last_name }),
    description: text.keptDescription({ name: nameOf(stewardship), product: PRODUCT_NAME }),
    ownerFirstName: stewardship.first_name,
    photoKey: null,
    videos,
    files,
    describe(found, cues) {
      const document = presentKeptVideos(kept, found);
      return { data: document, page: keptPage(document, cues) };
    },
  };
}
