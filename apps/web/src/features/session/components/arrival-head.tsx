import type { LinkPreview } from '@kinreel/contracts/short-links';
import { session as text } from '@kinreel/messages/en/session';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Navigate, Link as RouterLink, useLocation } from 'react-router';
import { isApiError } from '../../../shared/api/api-error.ts';
import { shareWords } from '../../../shared/format/share-words.ts';
import { paths } from '../../../shared/paths.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { useGetLinkPreviewQuery } from '../link-preview.api.ts';
import type { WaitingLink } from '../waiting-link.ts';
import { BlurredPicture } from './blurred-picture.tsx';
import { NotForMe } from './not-for-me.tsx';

export { DeclinedInvitation } from './not-for-me.tsx';

export interface ArrivalHeadProps {
  link: WaitingLink;
  /** Called if the link does not work any more. @param declinedOf first name of who invites, if the person declined */
  onEnd: (declinedOf?: string) => void;
  /**
   * Moves to the login form; without it, the head above the registration form is shown: smaller and without buttons.
   */
  onLogIn?: () => void;
  /** Query string and requested page, for the link to the registration. */
  search: string;
  returnTo: string;
}

/** For a visitor who opened a link: who shared which question, with a blurred picture. */
export function ArrivalHead({ link, onEnd, onLogIn, search, returnTo }: ArrivalHeadProps) {
  const { data, error, isLoading } = useGetLinkPreviewQuery(link);
  const code = isApiError(error) ? error.code : null;
  const dead = code === 'link.missing' || code === 'invitation.missing';
  useEffect(() => {
    if (dead) onEnd();
  }, [dead, onEnd]);
  const offline = !data && code === 'network.down';
  const { pathname, search: query } = useLocation();
  // An invitation by mail opens the registration, because its recipient probably has no account. /login shows this head
  // too, but must not redirect.
  if (onLogIn && data?.invitation?.email && returnTo === pathname + query) {
    return <Navigate to={paths.registration + search} state={{ returnTo }} replace />;
  }
  const isSmall = !onLogIn;
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: 1,
        // Fills the first screen of a phone below the header; the form is on the second.
        minHeight: onLogIn ? { xs: 'calc(100svh - 64px)', sm: 0 } : 0,
      }}
    >
      <Box
        sx={{
          position: 'relative',
          display: isSmall && data?.invitation ? { xs: 'none', md: 'flex' } : 'flex',
          flex: onLogIn ? { xs: 1, sm: 'none' } : 'none',
          minHeight: onLogIn ? { xs: 180, sm: 316, md: '50vh' } : { xs: 96, md: '50vh' },
        }}
      >
        <BlurredPicture blur={data?.blur ?? null} />
        {onLogIn && data?.invitation?.has_video !== false && (
          <ButtonBase aria-label={text.logInToPlay} onClick={onLogIn} sx={PLAY}>
            <PlayArrowRounded sx={{ fontSize: { xs: 36, sm: 44 } }} />
          </ButtonBase>
        )}
      </Box>
      <Box
        sx={{
          flex: { md: 1 },
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
          // Aligned with the form below.
          ...(isSmall && { width: '100%', maxWidth: { sm: 520, md: 'none' }, mx: 'auto' }),
          px: { xs: onLogIn ? 4 : 5, sm: isSmall ? 0 : 7, md: 12 },
          pt: { xs: 5, sm: isSmall ? 6 : 10, md: 10 },
          pb: { xs: onLogIn ? 5 : 4, sm: onLogIn ? 8 : 6 },
        }}
      >
        <Words
          preview={data}
          loading={isLoading || dead}
          offline={offline}
          nextToPlay={onLogIn !== undefined && data?.invitation?.has_video !== false}
          isSmall={isSmall}
        />
        {onLogIn && (
          <Box sx={PAIR}>
            <Button
              component={RouterLink}
              to={paths.registration + search}
              state={{ returnTo }}
              variant="contained"
              size="large"
            >
              {text.createAccount}
            </Button>
            <Button variant="outlined" size="large" onClick={onLogIn}>
              {text.logIn}
            </Button>
          </Box>
        )}
        {/* A link for several people cannot be declined by one of them. */}
        {data?.invitation?.email && data.first_name && (
          <NotForMe code={link.code} name={data.first_name} onEnd={onEnd} />
        )}
      </Box>
    </Box>
  );
}

/** Sender, question and date. Reserves space while they load. */
function Words({
  preview,
  loading,
  offline,
  nextToPlay,
  isSmall,
}: {
  preview: LinkPreview | undefined;
  loading: boolean;
  offline: boolean;
  /** Whether the play button overlaps the first line (on phones). */
  nextToPlay: boolean;
  isSmall: boolean;
}) {
  const name = preview?.first_name;
  const invitation = preview?.invitation;
  const words = shareWords({ message: invitation?.message ?? '', prompt: preview?.prompt ?? '' });
  return (
    <>
      {invitation && name && (
        <Box sx={{ mb: 3 }}>
          <PersonAvatar name={name} src={invitation.photo} size={isSmall ? 72 : 96} />
        </Box>
      )}
      <Typography
        component="h1"
        tabIndex={-1}
        sx={{
          paddingInlineEnd: nextToPlay ? { xs: '80px', sm: 0 } : 0,
          fontSize: { xs: '1.1875rem', sm: '1.5625rem' },
          lineHeight: 1.2,
          fontWeight: 600,
        }}
      >
        {loading ? (
          <Skeleton width="70%" role="status" aria-label={text.previewLoading} />
        ) : name && invitation && !invitation.has_video ? (
          text.invitesYou({ name, relationship: invitation.relationship })
        ) : name ? (
          text.sharedWithYou({ name })
        ) : (
          text.someoneShared
        )}
      </Typography>
      {name && invitation?.has_video && (
        <Typography sx={{ mt: 2 }}>{text.invitesYou({ name, relationship: invitation.relationship })}</Typography>
      )}
      {words && (
        <Typography component="blockquote" sx={{ m: 0, mt: 3, fontSize: '1.1875rem', whiteSpace: 'pre-line' }}>
          {text.invitationWords({ message: words })}
        </Typography>
      )}
      {(loading || preview?.prompt) && (
        <Typography
          variant="question"
          sx={{
            mt: { xs: 2, sm: 3 },
            fontSize: { xs: '1.9375rem', sm: '2.375rem', md: '2.625rem' },
            overflowWrap: 'anywhere',
          }}
        >
          {loading ? <Skeleton width="90%" /> : preview?.prompt}
        </Typography>
      )}
      <Typography role="status" sx={{ mt: { xs: 2, sm: 3.5 }, color: 'text.secondary' }}>
        {offline
          ? text.previewWaiting
          : name && invitation?.has_video === false
            ? text.connectedAfterLogin({ name })
            : text.startsAfterLogin}
      </Typography>
    </>
  );
}

/** The play button on the picture's edge, with a ring in the background color. */
const PLAY = {
  position: 'absolute',
  insetInlineEnd: { xs: 16, sm: 28, md: 48 },
  bottom: { xs: -36, sm: -44 },
  width: { xs: 72, sm: 88 },
  height: { xs: 72, sm: 88 },
  borderRadius: '50%',
  border: '6px solid',
  borderColor: 'background.default',
  bgcolor: 'accent.main',
  color: 'accent.contrastText',
  '&:hover': { bgcolor: 'accent.dark' },
} as const;

/** The two buttons, which wrap if they do not fit. */
const PAIR = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media (max-width: 345px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  gap: { xs: 2.5, sm: 4 },
  mt: { xs: 5, sm: 9 },
  '& > .MuiButton-root': { minHeight: 60, px: 1, textAlign: 'center', fontSize: { xs: '1.0625rem', sm: '1.1875rem' } },
} as const;
