import type { UnfinishedUpload } from '@kinreel/contracts/uploads';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { RefObject } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { formatDate } from '../../../shared/format/date.ts';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { percentOf, sentInWords } from '../progress-estimate.ts';
import { resumeUnfinished } from '../upload-actions.ts';
import type { ChosenPrompt } from '../upload-types.ts';
import { useDiscardUploadMutation } from '../uploads.api.ts';
import { selectIsUploading } from '../uploads-state.ts';
import { useLockedUploads } from '../use-locked-uploads.ts';
import { UploadRow } from './upload-row.tsx';

interface UnfinishedUploadsProps {
  uploads: readonly UnfinishedUpload[];
  /** The prompt with this id, as far as it is known. */
  promptOf: (id: number) => ChosenPrompt | undefined;
  /** Around the list; takes the focus when no row is left. */
  container: RefObject<HTMLElement | null>;
}

/** Uploads of the person that this tab is not sending: stopped here or on another device, to go on with or to discard. */
export function UnfinishedUploads({ uploads, promptOf, container }: UnfinishedUploadsProps) {
  const dispatch = useDispatch();
  const isUploading = useSelector(selectIsUploading);
  const locked = useLockedUploads();
  const [discard] = useDiscardUploadMutation();
  const removal = useRemoval<UnfinishedUpload>({
    rows: uploads,
    idOf: uploadId,
    title: 'Discard this upload?',
    text: ({ file_name: name }) =>
      `What was sent of ${name} is thrown away. The video itself stays on the device it comes from.`,
    confirmLabel: 'Discard',
    remove: ({ id }) => discard(id).unwrap(),
    done: 'The upload is discarded',
    container,
  });
  return (
    <>
      <Box component="ul" sx={{ display: 'grid', gap: { xs: 3.5, sm: 5 }, listStyle: 'none', m: 0, p: 0 }}>
        {uploads.map((upload) => {
          const { id, size, offset, file_name: name } = upload;
          const prompt = upload.prompt_id === null ? undefined : promptOf(upload.prompt_id);
          const isElsewhere = locked?.includes(id);
          const title = prompt?.prompt ?? name;
          return (
            <li key={id} data-row={id}>
              <UploadRow
                title={title}
                state={
                  isElsewhere
                    ? 'Another tab of this browser is sending it.'
                    : offset === 0
                      ? 'Stopped before any of it was sent.'
                      : `Stopped. ${sentInWords(offset, size)} are here already.`
                }
                date={`${prompt ? `${name}, begun` : 'Begun'} on ${formatDate(upload.created_at)}`}
                percent={percentOf(offset, size)}
                heldUp={!isElsewhere}
                actions={
                  locked &&
                  !isElsewhere && (
                    <>
                      {!isUploading && (
                        <Button
                          variant="soft"
                          aria-label={`Resume: ${title}`}
                          onClick={() => dispatch(resumeUnfinished(upload, prompt ?? null))}
                        >
                          Resume
                        </Button>
                      )}
                      <Button variant="outlined" aria-label={`Discard: ${title}`} onClick={() => removal.ask(upload)}>
                        Discard
                      </Button>
                    </>
                  )
                }
              />
            </li>
          );
        })}
      </Box>
      {removal.dialog}
    </>
  );
}

function uploadId({ id }: UnfinishedUpload): string {
  return id;
}
