import { COPY_CONFIRMATION_MS } from '@kinreel/contracts/constants';
import { messages } from '@kinreel/contracts/messages';
import type { ShortLink } from '@kinreel/contracts/short-links';
import CheckRounded from '@mui/icons-material/CheckRounded';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import LinkRounded from '@mui/icons-material/LinkRounded';
import Alert from '@mui/material/Alert';
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
import {
  endOfLink,
  LINK_LIFETIMES,
  type LinkLifetime,
  linkEnding,
  linkForReading,
  videoAddress,
  visitorsInWords,
} from '../share-text.ts';
import { useCreateLinkMutation, useGetLinksQuery, useWithdrawLinkMutation } from '../sharing.api.ts';

interface ShareByLinkProps {
  videoId: string;
  userId: string;
}

/** A short link to pass on (SHARE-01, SHARE-04, SHARE-05), and all that work now. It is made when the dialog opens. */
export function ShareByLink({ videoId, userId }: ShareByLinkProps) {
  const titleId = useId();
  const [create, made] = useCreateLinkMutation();
  const [shown, setShown] = useState(false);
  const links = useGetLinksQuery(videoId, { refetchOnMountOrArgChange: true });

  /** The link to show; none once it was withdrawn, until another is asked for. */
  const [url, setUrl] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState<LinkLifetime>('');
  const make = useCallback(
    async (lasting: LinkLifetime) => {
      // Without the configuration the server takes the domain it knows.
      const config = await readPublicConfig().catch(() => null);
      const link = await create({
        url: videoAddress(window.location.origin, userId, videoId),
        domain: config?.shortLinkDomain,
        expires_at: endOfLink(lasting),
      });
      if (link.data) setUrl(link.data);
    },
    [create, userId, videoId],
  );
  useEffect(() => {
    make('');
  }, [make]);

  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 3 }}>
        Or give a link
      </Typography>
      {shown && made.isError ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => make(lifetime)}>
              Retry
            </Button>
          }
        >
          The link could not be made. {errorMessage(made.error)}
        </Alert>
      ) : shown && url ? (
        <LinkBox url={url} />
      ) : (
        <Button
          fullWidth
          variant="soft"
          size="large"
          startIcon={<LinkRounded />}
          loading={shown && made.isLoading}
          loadingPosition="start"
          onClick={() => {
            setShown(true);
            if (!url && !made.isLoading) make(lifetime);
          }}
          sx={{ fontSize: '1.125rem' }}
        >
          Give me a link
        </Button>
      )}
      <Typography variant="body2" sx={{ mt: 2.5, color: 'text.secondary' }}>
        Whoever has the link can watch, after they log in.
      </Typography>
      {shown && (
        <Box sx={{ mt: 4 }}>
          <SelectField
            label="How long the link works"
            value={lifetime}
            options={LINK_LIFETIMES}
            onChange={(lasting) => {
              setLifetime(lasting);
              make(lasting);
            }}
          />
        </Box>
      )}
      <StandingLinks
        links={links}
        onWithdrawn={(link) => {
          if (link.url !== url) return;
          setUrl(null);
          setShown(false);
        }}
      />
    </section>
  );
}

/** The link, and a button that copies it and says so for eight seconds. */
function LinkBox({ url }: { url: string }) {
  const notices = useNotices();
  const copy = useRef<HTMLButtonElement>(null);
  const text = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(0);

  useEffect(() => copy.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is not copied yet
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
      // Not every browser allows it: the link is selected, so that the person can copy it.
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      notices.error({ title: 'The link could not be copied', text: 'It is selected: please copy it yourself.' });
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
        pl: { xs: 2, sm: 4.5 },
        borderRadius: '12px',
        bgcolor: 'sunken',
      }}
    >
      <Box
        component="span"
        ref={text}
        sx={{
          flex: { xs: '1 0 100%', sm: 1 },
          minWidth: 0,
          px: { xs: 2, sm: 0 },
          py: { xs: 1.5, sm: 0 },
          overflowWrap: 'anywhere',
        }}
      >
        {linkForReading(url)}
      </Box>
      <Button
        ref={copy}
        variant={copied ? 'contained' : 'soft'}
        color={copied ? 'secondary' : 'accent'}
        startIcon={copied ? <CheckRounded /> : <ContentCopyRounded />}
        onClick={copyLink}
        sx={{ flex: { xs: 1, sm: 'none' }, ...(!copied && { bgcolor: 'background.paper', color: 'text.primary' }) }}
      >
        {copied ? messages.share.copied : 'Copy'}
      </Button>
      <Box component="span" role="status" sx={visuallyHidden}>
        {copied ? messages.share.copied : ''}
      </Box>
    </Box>
  );
}

interface StandingLinksProps {
  links: { data?: ShortLink[] | undefined; isError: boolean; refetch: () => unknown };
  onWithdrawn: (link: ShortLink) => void;
}

/** The links that work now: when each was made, when it ends, who came by it; and Withdraw. */
function StandingLinks({ links, onWithdrawn }: StandingLinksProps) {
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const [withdraw] = useWithdrawLinkMutation();
  const rows = links.data ?? [];
  const removal = useRemoval({
    rows,
    idOf: (link) => link.id,
    title: 'Withdraw this link?',
    text: () => 'Nobody can come by this link any more. This cannot be undone.',
    confirmLabel: 'Withdraw',
    remove: async (link) => {
      await withdraw(link.id).unwrap();
      onWithdrawn(link);
    },
    done: 'The link is withdrawn',
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
        Links that work now
      </Typography>
      {links.isError && !links.data ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={links.refetch}>
              Retry
            </Button>
          }
        >
          Your links could not be loaded.
        </Alert>
      ) : !links.data ? (
        <Skeleton variant="rounded" height={64} aria-label="Loading your links" />
      ) : rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>There is none.</Typography>
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
                <Box sx={{ fontWeight: 600 }}>{linkEnding(link.url)}</Box>
                <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>
                  Made {formatDate(link.created_at)} ·{' '}
                  {link.expires_at ? `ends ${formatDate(link.expires_at)}` : 'no end date'}
                  <br />
                  {link.last_used_at ? `Last used ${formatDate(link.last_used_at)} · ` : 'Not used yet'}
                  {link.last_used_at && visitorsInWords(link.visitors)}
                </Box>
              </Box>
              <Button
                color="error"
                aria-label={`Withdraw link ${linkEnding(link.url)}`}
                onClick={() => removal.ask(link)}
              >
                Withdraw
              </Button>
            </Box>
          ))}
        </Box>
      )}
      {removal.dialog}
    </Box>
  );
}
