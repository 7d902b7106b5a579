import type { Permission, Video } from '@kinreel/contracts/videos';
import { audience as text } from '@kinreel/messages/en/audience';
import { common } from '@kinreel/messages/en/common';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useState } from 'react';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { ShareIcon } from '../../../shared/ui/share-icon.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { useGetAudienceInfiniteQuery } from '../audience.api.ts';
import { audienceText } from '../audience-text.ts';
import { AudienceLinks } from './audience-links.tsx';
import { AudiencePeople } from './audience-people.tsx';
import { PermissionChoices } from './permission-choices.tsx';

/** How long "Saved" is shown, in milliseconds. */
const SAVED_MS = 8000;

/** The fields of a video that the dialog needs. */
export type AudienceVideo = Pick<Video, 'id' | 'prompt' | 'poster_url' | 'permission' | 'status' | 'opens_at'>;

interface AudienceDialogProps {
  open: boolean;
  /** One of the user's own videos. */
  video: AudienceVideo;
  onClose: () => void;
  /** Opens the share dialog in place of this one; undefined if the video cannot be shared yet. */
  onShare?: (() => void) | undefined;
  savePermission: (permission: Permission) => Promise<unknown>;
  turnOffLink: (linkId: string) => Promise<unknown>;
  /** The control that schedules the video. */
  openLater?: ReactNode;
  /** What stewards may do with the video. */
  stewardRule?: ReactNode;
}

/**
 * Who can see a video (VID-08): the permission, the people with their reasons, and the links. Changes are saved at
 * once.
 */
export function AudienceDialog(props: AudienceDialogProps) {
  const { open, video, onClose, onShare, savePermission, turnOffLink, openLater, stewardRule } = props;
  const query = useGetAudienceInfiniteQuery(video.id, { skip: !open, refetchOnMountOrArgChange: true });
  const isPhone = useIsPhone();
  const first = query.data?.pages[0];
  const [saving, setSaving] = useState<Permission | null>(null);
  const [saved, setSaved] = useState(false);
  /** The choice that failed to save. */
  const [failed, setFailed] = useState<Permission | null>(null);
  const [asksToWiden, setAsksToWiden] = useState(false);
  const permission = first?.permission ?? video.permission;

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [saved]);

  async function save(choice: Permission) {
    setAsksToWiden(false);
    setSaved(false);
    setFailed(null);
    setSaving(choice);
    try {
      await savePermission(choice);
      // Updates the sentence and the list together with the choice.
      await query.refetch();
      setSaved(true);
    } catch {
      setFailed(choice);
    }
    setSaving(null);
  }

  function choose(choice: Permission) {
    if (saving || choice === permission) return;
    if (choice === 'everyone') setAsksToWiden(true);
    else void save(choice);
  }

  const sentence =
    first &&
    audienceText({
      permission: first.permission,
      audience: first.summary,
      status: video.status,
      opens_at: first.opens_at,
    });
  return (
    <AppDialog
      open={open}
      title={text.title}
      subtitle={video.prompt}
      picture={video.poster_url}
      maxWidth={1010}
      sheet
      onClose={onClose}
      actions={
        <>
          {failed && (
            <Alert
              severity="error"
              action={
                <Button color="inherit" onClick={() => save(failed)}>
                  {common.retry}
                </Button>
              }
              sx={{ flex: '1 0 100% !important' }}
            >
              {text.notSaved}
            </Alert>
          )}
          {onShare && (
            <Button
              variant="soft"
              startIcon={<ShareIcon />}
              onClick={onShare}
              sx={{ marginInlineEnd: 'auto !important' }}
            >
              {isPhone ? text.shareShort : text.share}
            </Button>
          )}
          <Button variant="contained" onClick={onClose} sx={{ minWidth: 150 }}>
            {text.done}
          </Button>
        </>
      }
    >
      <PermissionChoices
        value={permission}
        saving={saving}
        friends={first?.friends ?? null}
        family={first?.family ?? null}
        onChoose={choose}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3, mb: 4 }}>
        {text.rule}
      </Typography>
      {openLater && <Box sx={{ mb: 5 }}>{openLater}</Box>}
      <Box sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 4 }}>
        <Box sx={{ display: 'flex', gap: 4, alignItems: 'baseline', mb: 2, minHeight: 30 }}>
          {sentence ? (
            <Typography variant="h4" component="h3" sx={{ flex: 1 }}>
              {sentence}
            </Typography>
          ) : (
            <Box sx={{ flex: 1 }}>{!query.isError && <Skeleton width="60%" />}</Box>
          )}
          <Box role="status" sx={{ display: 'flex', gap: 2, color: 'text.secondary', minHeight: 24 }}>
            {saved && (
              <>
                <CheckRounded aria-hidden />
                {text.saved}
              </>
            )}
          </Box>
        </Box>
        {first && query.data ? (
          <>
            <AudiencePeople
              videoId={video.id}
              permission={first.permission}
              people={query.data.pages.flatMap((page) => page.people)}
              total={first.total}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              moreFailed={query.isFetchNextPageError}
              loadMore={query.fetchNextPage}
            />
            <AudienceLinks links={first.links} turnOff={turnOffLink} />
          </>
        ) : query.isError ? (
          <Alert
            severity="error"
            action={
              <Button color="inherit" onClick={() => void query.refetch()}>
                {common.retry}
              </Button>
            }
          >
            {text.failed}
          </Alert>
        ) : (
          <Box role="status" aria-label={text.loading}>
            {['a', 'b', 'c'].map((key) => (
              <Box key={key} sx={{ display: 'flex', alignItems: 'center', gap: 3.5, minHeight: 70 }}>
                <Skeleton variant="circular" width={52} height={52} />
                <Skeleton width={180} />
              </Box>
            ))}
          </Box>
        )}
      </Box>
      {stewardRule && <Box sx={{ borderTop: '1px solid', borderColor: 'divider', mt: 5, pt: 5 }}>{stewardRule}</Box>}
      <ConfirmDialog
        open={asksToWiden}
        title={text.widenTitle}
        text={text.widenText}
        confirmLabel={text.widen}
        onConfirm={() => save('everyone')}
        onClose={() => setAsksToWiden(false)}
      />
    </AppDialog>
  );
}
