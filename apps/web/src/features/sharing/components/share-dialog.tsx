import { sharing as text } from '@kinreel/messages/en/sharing';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import type { Access } from '../pickable-person.ts';
import { selectSharedVideo, setShareReducer } from '../sharing.slice.ts';
import { ShareByLink } from './share-by-link.tsx';
import { type RenderInvite, ShareWithPeople } from './share-with-people.tsx';

interface ShareDialogProps {
  /** The user, who owns the video. */
  userId: string;
  /** The sentence about who can see the video. */
  audience: ReactNode;
  /** Who can already see the video. */
  access: Access;
  renderInvite?: RenderInvite | undefined;
  /** Renders the people who are invited to a video by mail. */
  renderInvitations?: ((videoId: string) => ReactNode) | undefined;
}

/** Shares a video with connections or by link. Open while the store contains a video (STATE-08). */
export function ShareDialog({ userId, audience, access, renderInvite, renderInvitations }: ShareDialogProps) {
  const dispatch = useDispatch();
  const current = useSelector(selectSharedVideo);
  // The last video stays rendered during the closing animation.
  const last = useRef(current);
  if (current) last.current = current;
  const video = current ?? last.current;
  const close = () => dispatch(setShareReducer());

  return (
    <AppDialog open={Boolean(current)} title={text.title} maxWidth={1010} fixedTop onClose={close}>
      {video && (
        <>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 4,
              pb: { xs: 3.5, sm: 4.5 },
              mb: { xs: 3.5, sm: 5 },
              borderBottom: '1px solid',
              borderColor: 'divider',
            }}
          >
            <Box
              component={video.poster_url ? 'img' : 'div'}
              {...(video.poster_url && { src: video.poster_url, alt: '' })}
              sx={{
                width: { xs: 88, sm: 112 },
                aspectRatio: '16 / 9',
                objectFit: 'cover',
                flex: 'none',
                borderRadius: '12px',
                bgcolor: 'tint.main',
              }}
            />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="h4" component="p">
                {video.prompt}
              </Typography>
              <Box sx={{ minHeight: 44 }}>{audience}</Box>
            </Box>
          </Box>
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: { xs: 7, sm: 10 },
              '& > * + *': { borderTop: '1px solid', borderColor: 'divider', pt: 5.5 },
              '@container (min-width: 40rem)': {
                gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
                '& > * + *': { border: 'none', pt: 0 },
              },
            }}
          >
            <ShareWithPeople
              key={`people-${video.id}`}
              video={video}
              userId={userId}
              access={access}
              onShared={close}
              renderInvite={renderInvite}
              invitations={renderInvitations?.(video.id)}
            />
            <ShareByLink key={`link-${video.id}`} video={video} userId={userId} />
          </Box>
        </>
      )}
    </AppDialog>
  );
}
