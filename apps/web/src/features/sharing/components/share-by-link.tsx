import { COPY_CONFIRMATION_MS } from '@kinreel/contracts/constants';
import type { ShortLink } from '@kinreel/contracts/short-links';
import { common } from '@kinreel/messages/en/common';
import { sharing as text } from '@kinreel/messages/en/sharing';
import CheckRounded from '@mui/icons-material/CheckRounded';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import LinkRounded from '@mui/icons-material/LinkRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { readPublicConfig } from '../../../shared/public-config.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { displayUrl, type LinkLifetime, linkExpiry, shortUrl, videoUrl, visitorsText } from '../share-text.ts';
import { useCreateLinkMutation, useGetLinksQuery, useRevokeLinkMutation } from '../sharing.api.ts';

interface ShareByLinkProps {
  videoId: string;
  userId: string;
}

/**
 * Shares a video by short link (SHARE-01, SHARE-04, SHARE-05) and lists its active links. The link is created when the
 * dialog opens.
 */
export function ShareByLink({ videoId, userId }: ShareByLinkProps) {
  const titleId = useId();
  const [createLink, creation] = useCreateLinkMutation();
  const [isVisible, setVisible] = useState(false);
  const links = useGetLinksQuery(videoId, { refetchOnMountOrArgChange: true });

  /** The link to show; null after it was revoked, until another is created. */
  const [url, setUrl] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState<LinkLifetime>('');
  const create = useCallback(
    async (duration: LinkLifetime) => {
      // Without the configuration the server uses its default domain.
      const config = await readPublicConfig().catch(() => null);
      const link = await createLink({
        url: videoUrl(window.location.origin, userId, videoId),
        domain: config?.shortLinkDomain,
        expires_at: linkExpiry(duration),
      });
      if (link.data) setUrl(link.data);
    },
    [createLink, userId, videoId],
  );
  useEffect(() => {
    create('');
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
        <LinkBox url={url} />
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
            if (!url && !creation.isLoading) create(lifetime);
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

/** The link with a copy button, which confirms for eight seconds. */
function LinkBox({ url }: { url: string }) {
  const notices = useNotices();
  const copy = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(0);

  useEffect(() => copy.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new link is not copied yet
  useEffect(() => setCopied(0), [url]);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied((before) => before + 1);
    } catch {
      // If the browser blocks clipboard access, the link is selected for manual copying.
      if (link.current) window.getSelection()?.selectAllChildren(link.current);
      notices.error({ title: text.copyFailedTitle, text: text.copyFailedText });
    }
  }

  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'center',
        gap: 2,
        p: 2,
        paddingInlineStart: { xs: 2, sm: 4.5 },
        borderRadius: '12px',
        bgcolor: 'sunken',
      }}
    >
      <Box
        component="span"
        ref={link}
        sx={{
          flex: { xs: '1 0 100%', sm: 1 },
          minWidth: 0,
          px: { xs: 2, sm: 0 },
          py: { xs: 1.5, sm: 0 },
          overflowWrap: 'anywhere',
        }}
      >
        {displayUrl(url)}
      </Box>
      <Button
        ref={copy}
        variant={copied ? 'contained' : 'soft'}
        color={copied ? 'secondary' : 'accent'}
        startIcon={copied ? <CheckRounded /> : <ContentCopyRounded />}
        onClick={copyLink}
        sx={{ flex: { xs: 1, sm: 'none' }, ...(!copied && { bgcolor: 'background.paper', color: 'text.primary' }) }}
      >
        {copied ? text.copied : text.copy}
      </Button>
      <Box component="span" role="status" sx={visuallyHidden}>
        {copied ? text.copied : ''}
      </Box>
    </Box>
  );
}

interface ActiveLinksProps {
  links: { data?: ShortLink[] | undefined; isError: boolean; refetch: () => unknown };
  onRevoked: (link: ShortLink) => void;
}

/** Active links: created, expires, visitors, and a button to turn each off. */
function ActiveLinks({ links, onRevoked }: ActiveLinksProps) {
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const [revokeLink] = useRevokeLinkMutation();
  const rows = links.data ?? [];
  const removal = useRemoval({
    rows,
    idOf: (link) => link.id,
    title: text.turnOffTitle,
    text: () => text.turnOffText,
    confirmLabel: text.turnOff,
    remove: async (link) => {
      await revokeLink(link.id).unwrap();
      onRevoked(link);
    },
    done: text.turnedOff,
    container: list,
  });

  return (
    <Box
      component="section"
      ref={list}
      tabIndex={-1}
      aria-labelledby={titleId}
      sx={{ mt: 6, '&:focus': { outline: 'none' } }}
    >
      <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 2 }}>
        {text.links}
      </Typography>
      {links.isError && !links.data ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={links.refetch}>
              {common.retry}
            </Button>
          }
        >
          {text.linksFailed}
        </Alert>
      ) : !links.data ? (
        <Skeleton variant="rounded" height={64} aria-label={text.linksLoading} />
      ) : rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{text.noLinks}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {rows.map((link) => (
            <Box
              component="li"
              key={link.id}
              data-row={link.id}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 3,
                py: 2.5,
                borderTop: '1px solid',
                borderColor: 'divider',
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ fontWeight: 600 }}>{shortUrl(link.url)}</Box>
                <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>
                  <div>{ageText(link)}</div>
                  <div>{link.last_used_at ? text.lastUsed({ date: formatDate(link.last_used_at) }) : text.notUsed}</div>
                  {link.last_used_at && <div>{visitorsText(link.visitors)}</div>}
                </Box>
              </Box>
              <Button
                color="error"
                aria-label={text.turnOffLink({ link: shortUrl(link.url) })}
                onClick={() => removal.ask(link)}
              >
                {text.turnOff}
              </Button>
            </Box>
          ))}
        </Box>
      )}
      {removal.dialog}
    </Box>
  );
}

function ageText(link: ShortLink): string {
  const date = formatDate(link.created_at);
  return link.expires_at ? text.madeUntil({ date, end: formatDate(link.expires_at) }) : text.made({ date });
}
