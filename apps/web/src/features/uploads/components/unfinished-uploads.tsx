import type { UnfinishedUpload } from '@kinreel/contracts/uploads';
import { uploads as text } from '@kinreel/messages/en/uploads';
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
import { selectIsUploading } from '../uploads-selectors.ts';
import { useLockedUploads } from '../use-locked-uploads.ts';
import { UploadRow } from './upload-row.tsx';

interface UnfinishedUploadsProps {
  uploads: readonly UnfinishedUpload[];
  /** The prompt with this id, once prompts are loaded. */
  promptOf: (id: number) => ChosenPrompt | undefined;
  /** The element around the list. Gets the focus when no row is left. */
  container: RefObject<HTMLElement | null>;
}

/**
 * Unfinished uploads that this tab is not sending: stopped here, or from another device. They can be resumed or
 * discarded.
 */
export function UnfinishedUploads({ uploads, promptOf, container }: UnfinishedUploadsProps) {
  const dispatch = useDispatch();
  const isUploading = useSelector(selectIsUploading);
  const locked = useLockedUploads();
  const [discard] = useDiscardUploadMutation();
  const promptFor = ({ prompt_id: id }: UnfinishedUpload) => (id === null ? undefined : promptOf(id));
  const titleOf = (upload: UnfinishedUpload) => promptFor(upload)?.prompt ?? upload.file_name;
  const removal = useRemoval<UnfinishedUpload>({
    rows: uploads,
    idOf: uploadId,
    title: text.discardTitle,
    text: ({ file_name: name }) => text.discardText({ name }),
    confirmLabel: text.discard,
    action: (upload) => text.discardUpload({ title: titleOf(upload) }),
    remove: ({ id }) => discard(id).unwrap(),
    done: text.discarded,
    container,
  });
  return (
    <>
      <Box component="ul" sx={{ display: 'grid', gap: { xs: 3.5, sm: 5 }, listStyle: 'none', m: 0, p: 0 }}>
        {uploads.map((upload) => {
          const { id, size, offset, file_name: name } = upload;
          const prompt = promptFor(upload);
          const isElsewhere = locked?.includes(id);
          const title = titleOf(upload);
          const date = formatDate(upload.created_at);
          return (
            <li key={id} data-row={id}>
              <UploadRow
                title={title}
                state={
                  isElsewhere
                    ? text.inOtherTab
                    : offset === 0
                      ? text.stoppedAtStart
                      : text.stopped({ progress: sentInWords(offset, size) })
                }
                date={prompt ? text.fileStartedOn({ name, date }) : text.startedOn({ date })}
                percent={percentOf(offset, size)}
                isInterrupted={!isElsewhere}
                actions={
                  locked &&
                  !isElsewhere && (
                    <>
                      {!isUploading && (
                        <Button
                          variant="soft"
                          aria-label={text.resumeUpload({ title })}
                          onClick={() => dispatch(resumeUnfinished(upload, prompt ?? null))}
                        >
                          {text.resume}
                        </Button>
                      )}
                      <Button
                        variant="outlined"
                        aria-label={text.discardUpload({ title })}
                        onClick={() => removal.ask(upload)}
                      >
                        {text.discard}
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
