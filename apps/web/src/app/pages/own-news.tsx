import { SavedTakes } from './saved-takes.tsx';
import { UploadNews } from './upload-news.tsx';

/** Above one's own videos: what is still to do for a new one. */
export function OwnNews({ userId }: { userId: string }) {
  return (
    <>
      <UploadNews />
      <SavedTakes userId={userId} />
    </>
  );
}
