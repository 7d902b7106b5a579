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

/**
 * Shares a video by short link (SHARE-01, SHARE-04, SHARE-05) and lists its active links. A link is created when the
 * dialog opens, but is listed only after the person has shown or copied it.
 */
export function ShareByLink({ video, userId }: ShareByLinkProps) {
  const videoId = video.id;
  const titleId = useId();
  const [createLink, creation] = useCreateLinkMutation();
  const [isVisible, setVisible] = useState(false);
  const links = useGetLinksQuery(videoId, { refetchOnMountOrArgChange: true });

  /** The displayed link; null after it was revoked, until another is created. */
  const [url, setUrl] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState<LinkLifetime>('');
  const create = useCallback(
    async (duration: LinkLifetime, asked = true) => {
      // Without the configuration the server uses its default domain.
      const config = await readPublicConfig().catch(() => null);
      const link = await createLink({
        url: videoUrl(window.location.origin, userId, videoId),
        domain: config?.shortLinkDomain,
        expires_at: linkExpiry(duration),
        asked,
      });
      if (link.data) setUrl(link.data);
    },
    [createLink, userId, videoId],
  );
  useEffect(() => {
    create('', false);
  }, [create]);

  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 3 }}>
        {text.linkTitle}
      </Typography>
      {isVisible && creation.isError ? (
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
      ) : isVisible && url ? (
        <LinkBox url={url} message={shareMessage.message({ prompt: video.prompt })} />
      ) : (
        <Button
          fullWidth
          variant="soft"
          size="large"
          startIcon={<LinkRounded />}
          loading={isVisible && creation.isLoading}
          loadingPosition="start"
          onClick={() => {
            setVisible(true);
            create(lifetime);
          }}
          sx={{ fontSize: '1.125rem' }}
        >
          {text.giveLink}
        </Button>
      )}
      <Typography variant="body2" sx={{ mt: 2.5, color: 'text.secondary' }}>
        {text.linkHint}
      </Typography>
      {isVisible && (
        <Box sx={{ mt: 4 }}>
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
              create(duration);
            }}
          />
        </Box>
      )}
      <ActiveLinks
        links={links}
        onRevoked={(link) => {
          if (link.url !== url) return;
          setUrl(null);
          setVisible(false);
        }}
      />
    </section>
  );
}
