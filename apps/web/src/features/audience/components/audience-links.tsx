import type { AudienceLink } from '@kinreel/contracts/audience';
import { audience as text } from '@kinreel/messages/en/audience';
import LinkRounded from '@mui/icons-material/LinkRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';

interface AudienceLinksProps {
  links: readonly AudienceLink[];
  /** Turns a link off. */
  turnOff: (id: string) => Promise<unknown>;
}

/** The active links, each with a button to turn it off. */
export function AudienceLinks({ links, turnOff }: AudienceLinksProps) {
  const list = useRef<HTMLDivElement>(null);
  const removal = useRemoval<AudienceLink>({
    rows: links,
    idOf: (link) => link.id,
    title: text.turnOffTitle,
    text: () => text.turnOffText,
    confirmLabel: text.turnOff,
    action: (link) => text.turnOffLink({ date: formatDate(link.created_at) }),
    remove: (link) => turnOff(link.id),
    done: text.turnedOff,
    container: list,
  });
  return (
    <Box ref={list} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
      {links.map((link) => (
        <Box
          key={link.id}
          data-row={link.id}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 3.5,
            py: 2.5,
            borderTop: '1px solid',
            borderColor: 'divider',
          }}
        >
          <Box
            aria-hidden
            sx={{
              width: 52,
              height: 52,
              borderRadius: '12px',
              bgcolor: 'sunken',
              display: 'grid',
              placeItems: 'center',
            }}
          >
            <LinkRounded />
          </Box>
          <Box sx={{ flex: '1 1 9em', minWidth: 0 }}>
            <Box sx={{ fontWeight: 600, fontSize: '1.125rem' }}>
              {link.expires_at ? text.linkUntil({ date: formatDate(link.expires_at) }) : text.link}
            </Box>
            <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>{text.linkHint}</Box>
          </Box>
          <Button
            color="error"
            aria-label={text.turnOffLink({ date: formatDate(link.created_at) })}
            onClick={() => removal.ask(link)}
            sx={{ marginInlineStart: 'auto', marginInlineEnd: -3.5 }}
          >
            {text.turnOff}
          </Button>
        </Box>
      ))}
      {removal.dialog}
    </Box>
  );
}
