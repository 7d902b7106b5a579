import { common } from '@kinreel/messages/en/common';
import { shareMessage } from '@kinreel/messages/en/share-message';
import { sharing as text } from '@kinreel/messages/en/sharing';
import LinkRounded from '@mui/icons-material/LinkRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useId, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { readPublicConfig } from '../../../shared/public-config.ts';
import { LinkBox } from '../../../shared/ui/link-box.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { type LinkLifetime, linkExpiry, videoUrl } from '../share-text.ts';
import { useCreateLinkMutation, useGetLinksQuery } from '../sharing.api.ts';
import type { SharedVideo } from '../sharing.slice.ts';
import { ActiveLinks } from './active-links.tsx';

interface ShareByLinkProps {
  video: Pick<SharedVideo, 'id' | 'prompt'>;
  userId: string;
}

/** The link that was created last. */
interface CreatedLink {
  url: string;
  lifetime: LinkLifetime;
  expiresAt: string | undefined;
  /** False if it was created when the dialog opened, before the person requested it. */
  asked: boolean;
}

/**
 * Shares a video by short link (SHARE-01, SHARE-04, SHARE-05) and lists its active links. A link is created when the
 * dialog opens, but is listed only after the person has requested it. Choosing a duration creates no link: the button
 * does.
 */
export function ShareByLink({ video, userId }: ShareByLinkProps) {
  const videoId = video.id;
  const titleId = useId();
  const [createLink, creation] = useCreateLinkMutation();
  const statusId = useId();
  const links = useGetLinksQuery(videoId, { refetchOnMountOrArgChange: true });
  const [lifetime, setLifetime] = useState<LinkLifetime>('');
  /** Whether the person has requested a link with the chosen duration. */
  const [isWanted, setWanted] = useState(false);
  /** Null after the link was revoked, until another is created. */
  const [link, setLink] = useState<CreatedLink | null>(null);
  const shown = isWanted && !creation.isError && link?.lifetime === lifetime ? link : null;

  const create = useCallback(
    async (duration: LinkLifetime, asked = true) => {
      // Without the configuration the server uses its default domain.
      const config = await readPublicConfig().catch(() => null);
      const expiresAt = linkExpiry(duration);
      const { data: url } = await createLink({
        url: videoUrl(window.location.origin, userId, videoId),
        domain: config?.shortLinkDomain,
        expires_at: expiresAt,
        asked,
      });
      // The link of the opening dialog never replaces a requested one.
      if (url) setLink((current) => (asked || !current ? { url, lifetime: duration, expiresAt, asked } : current));
    },
    [createLink, userId, videoId],
  );
  useEffect(() => {
    create('', false);
  }, [create]);

  function status(): string {
    if (shown) return shown.expiresAt ? text.linkReadyUntil({ end: formatDate(shown.expiresAt) }) : text.linkReady;
    return link?.asked && !isWanted ? text.linkUnchanged : '';
  }

  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 3 }}>
        {text.linkTitle}
      </Typography>
      <Box sx={{ mb: 4 }}>
        <SelectField
          label={text.lifetime}
          value={lifetime}
          options={[
            ['', text.untilTurnedOff],
            ['7', text.oneWeek],
            ['30', text.oneMonth],
            ['365', text.oneYear],
          ]}
          onChange={(duration) => {
            setLifetime(duration);
            setWanted(false);
          }}
        />
      </Box>
      {isWanted && creation.isError ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => create(lifetime)}>
              {common.retry}
            </Button>
          }
        >
          <AlertTitle>{text.linkFailed}</AlertTitle>
          {errorMessage(creation.error)}
        </Alert>
      ) : shown ? (
        <LinkBox url={shown.url} message={shareMessage.message({ prompt: video.prompt })} describedBy={statusId} />
      ) : (
        <Button
          fullWidth
          variant="soft"
          size="large"
          startIcon={<LinkRounded />}
          loading={isWanted && creation.isLoading}
          loadingPosition="start"
          onClick={() => {
            setWanted(true);
            // Shows the requested link again instead of making another with the same duration.
            if (!link?.asked || link.lifetime !== lifetime) create(lifetime);
          }}
          sx={{ fontSize: '1.125rem' }}
        >
          {text.giveLink}
        </Button>
      )}
      <Typography id={statusId} role="status" variant="body2" sx={{ mt: 2.5 }}>
        {status()}
      </Typography>
      <Typography variant="body2" sx={{ mt: 2.5, color: 'text.secondary' }}>
        {text.linkHint}
      </Typography>
      <ActiveLinks
        links={links}
        onRevoked={({ url }) => {
          if (url !== link?.url) return;
          setLink(null);
          setWanted(false);
        }}
      />
    </section>
  );
}
