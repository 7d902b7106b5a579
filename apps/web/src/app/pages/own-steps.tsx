import { SavedTakes } from './saved-takes.tsx';
import { UploadSteps } from './upload-steps.tsx';

/** Next steps for a new video, above the user's own videos. */
export function OwnSteps({ userId }: { userId: string }) {
  return (
    <>
      <UploadSteps />
      <SavedTakes userId={userId} />
    </>
  );
}
