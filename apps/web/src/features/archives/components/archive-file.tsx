import type { Archive } from '@kinreel/contracts/archives';
import { archives as text } from '@kinreel/messages/en/archives';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { formatBytes } from '../../../shared/format/duration-and-size.ts';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import {
  type ArchiveOf,
  useDeleteArchiveMutation,
  useGetArchiveQuery,
  useStartArchiveMutation,
} from '../archives.api.ts';

const loadConfirmDialog = () => import('../../../shared/ui/confirm-dialog.tsx');
const ConfirmDialog = lazyComponent(loadConfirmDialog, 'ConfirmDialog');

/** Polling interval while the server makes the file, in milliseconds. */
const POLL_MS = 2_000;

interface ArchiveFileProps {
  of: ArchiveOf;
  /** Heading level of the error state. */
  headingLevel: 'h3' | 'h5';
  /** Description of the file, above its state. */
  children: ReactNode;
}

/** An archive: requested, made in the background, and downloaded. */
export function ArchiveFile({ of, headingLevel, children }: ArchiveFileProps) {
  const [isMaking, setMaking] = useState(false);
  const query = useGetArchiveQuery(of, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isMaking ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  });
  const archive = query.data;
  if ((archive?.status === 'making') !== isMaking) setMaking(archive?.status === 'making');
  if (archive === undefined) {
    return query.isError ? (
      <FailedState title={text.loadFailed} error={query.error} headingLevel={headingLevel} onRetry={query.refetch} />
    ) : (
      <LoadingState label={text.loading} />
    );
  }
  return (
    <>
      {children}
      <ArchiveState of={of} archive={archive} />
    </>
  );
}

function ArchiveState({ of, archive }: { of: ArchiveOf; archive: Archive | null }) {
  const notices = useNotices();
  const [start, starting] = useStartArchiveMutation();
  const [remove, removing] = useDeleteArchiveMutation();
  const [open, setOpen] = useState(false);

  async function ask() {
    const result = await start(of);
    if (result.error) notices.failed(text.make, result.error, () => void ask());
  }

  async function confirm(action: string, done: string) {
    const result = await remove(of);
    setOpen(false);
    if (result.error) notices.failed(action, result.error, () => void confirm(action, done));
    else notices.success({ title: done });
  }

  const make = (label: string) => (
    <Button variant="contained" disabled={starting.isLoading} onClick={() => void ask()}>
      {starting.isLoading ? text.asking : label}
    </Button>
  );
  if (archive === null) return make(text.make);
  switch (archive.status) {
    case 'making':
      return (
        <Actions
          status={
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 4 }}>
              <ProgressRing value={archive.progress} label={text.progress} size={72} />
              <Typography role="status">{text.making}</Typography>
            </Box>
          }
        >
          <Button
            variant="outlined"
            disabled={removing.isLoading}
            onClick={() => void confirm(text.cancel, text.cancelled)}
          >
            {text.cancel}
          </Button>
        </Actions>
      );
    case 'failed':
      return (
        <Actions
          status={
            <Box role="alert">
              <Typography sx={{ fontWeight: 600 }}>{text.failedTitle}</Typography>
              <Typography>{text.failed}</Typography>
            </Box>
          }
        >
          {make(text.makeAgain)}
        </Actions>
      );
    case 'ready':
      return (
        <Actions
          status={
            <>
              <Typography role="status" sx={{ fontWeight: 600 }}>
                {text.readyTitle}
              </Typography>
              <Typography>
                {text.ready({
                  size: formatBytes(archive.size ?? 0),
                  date: formatDate(archive.created_at),
                  until: formatDate(archive.expires_at ?? archive.created_at),
                })}
              </Typography>
              <Typography sx={{ color: 'text.secondary', mt: 2 }}>{text.hint}</Typography>
            </>
          }
        >
          <Button variant="contained" href={`/media/archives/${archive.id}`} download>
            {text.download}
          </Button>
          <Button variant="outlined" onClick={() => setOpen(true)} {...fetchOnIntent(loadConfirmDialog)}>
            {text.remove}
          </Button>
          <LazyDialog open={open} onClose={() => setOpen(false)}>
            <ConfirmDialog
              open={open}
              busy={removing.isLoading}
              title={text.removeTitle}
              text={text.removeText}
              confirmLabel={text.remove}
              onConfirm={() => void confirm(text.remove, text.removed)}
              onClose={() => setOpen(false)}
            />
          </LazyDialog>
        </Actions>
      );
  }
}

function Actions({ status, children }: { status: ReactNode; children: ReactNode }) {
  return (
    <>
      {status}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 4 }}>{children}</Box>
    </>
  );
}
