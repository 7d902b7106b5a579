import type { ShortLink } from '@kinreel/contracts/short-links';
import { common } from '@kinreel/messages/en/common';
import { sharing as text } from '@kinreel/messages/en/sharing';
import CheckRounded from '@mui/icons-material/CheckRounded';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { RemovableRow } from '../../../shared/ui/removable-row.tsx';
import { useCopied } from '../../../shared/ui/use-copied.ts';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { shortUrl, visitorsText } from '../share-text.ts';
import { useRevokeLinkMutation } from '../sharing.api.ts';

interface ActiveLinksProps {
  links: { data?: ShortLink[] | undefined; isError: boolean; refetch: () => unknown };
  onRevoked: (link: ShortLink) => void;
}

/**
 * The active links that the person has requested, with creation, expiry, visitors, and buttons to copy and turn off
 * each.
 */
export function ActiveLinks({ links, onRevoked }: ActiveLinksProps) {
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const [revokeLink] = useRevokeLinkMutation();
  const rows = links.data?.filter((link) => link.asked) ?? [];
  const removal = useRemoval({
    rows,
    idOf: (link) => link.id,
    title: text.turnOffTitle,
    text: () => text.turnOffText,
    confirmLabel: text.turnOff,
    action: (link) => text.turnOffLink({ link: shortUrl(link.url) }),
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
        <Skeleton variant="rounded" height={64} role="status" aria-label={text.linksLoading} />
      ) : rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{text.noLinks}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {rows.map((link) => (
            <RemovableRow
              key={link.id}
              id={link.id}
              title={<bdi dir="ltr">{shortUrl(link.url)}</bdi>}
              details={
                <>
                  <div>{ageText(link)}</div>
                  <div>{link.last_used_at ? text.lastUsed({ date: formatDate(link.last_used_at) }) : text.notUsed}</div>
                  {link.last_used_at && <div>{visitorsText(link.visitors)}</div>}
                </>
              }
              actions={<CopyButton url={link.url} />}
              removeLabel={text.turnOff}
              removeName={text.turnOffLink({ link: shortUrl(link.url) })}
              onRemove={() => removal.ask(link)}
            />
          ))}
        </Box>
      )}
      {removal.dialog}
    </Box>
  );
}

/** Copies a link, and shows its success for eight seconds. */
function CopyButton({ url }: { url: string }) {
  const notices = useNotices();
  const { copied, copyLink } = useCopied(url, () =>
    notices.error({ title: text.copyFailedTitle, text: text.copyFailedUrl({ url }) }),
  );
  return (
    <>
      <Button
        variant="soft"
        startIcon={copied ? <CheckRounded /> : <ContentCopyRounded />}
        aria-label={copied ? undefined : text.copyLink({ link: shortUrl(url) })}
        onClick={copyLink}
      >
        {copied ? text.copied : text.copy}
      </Button>
      <Box component="span" role="status" sx={visuallyHidden}>
        {copied ? text.copied : ''}
      </Box>
    </>
  );
}

function ageText(link: ShortLink): string {
  const date = formatDate(link.created_at);
  return link.expires_at ? text.madeUntil({ date, end: formatDate(link.expires_at) }) : text.made({ date });
}
