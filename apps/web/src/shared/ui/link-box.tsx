import { common } from '@kinreel/messages/en/common';
import { sharing as text } from '@kinreel/messages/en/sharing';
import CheckRounded from '@mui/icons-material/CheckRounded';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import IosShareRounded from '@mui/icons-material/IosShareRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useId, useRef } from 'react';
import { displayUrl } from '../format/display-url.ts';
import { useNotices } from './notices.tsx';
import { useCopied } from './use-copied.ts';
import { visuallyHidden } from './visually-hidden.ts';

interface LinkBoxProps {
  url: string;
  /** The text to share with the link. */
  message: string;
  /** Id of the text that says what the link is; the URL by default. */
  describedBy?: string;
}

/**
 * A link with a copy button, which shows its success for eight seconds, and with the device's share sheet if available.
 */
export function LinkBox({ url, message, describedBy }: LinkBoxProps) {
  const notices = useNotices();
  const copy = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLElement>(null);
  const urlId = useId();
  const { copied, copyLink } = useCopied(url, () => {
    // The link is selected for manual copying.
    if (link.current) window.getSelection()?.selectAllChildren(link.current);
    notices.error({ title: text.copyFailedTitle, text: text.copyFailedText });
  });

  useEffect(() => copy.current?.focus(), []);

  async function sendLink() {
    try {
      await navigator.share({ text: message, url });
    } catch (error) {
      // The person closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      notices.error({ title: common.errorTitle, text: text.sendFailed });
    }
  }

  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
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
        id={urlId}
        ref={link}
        sx={{
          flex: { xs: '1 0 100%', sm: '1 1 12em' },
          minWidth: 0,
          px: { xs: 2, sm: 0 },
          py: { xs: 1.5, sm: 0 },
          overflowWrap: 'anywhere',
        }}
      >
        <bdi dir="ltr">{displayUrl(url)}</bdi>
      </Box>
      <Button
        ref={copy}
        aria-describedby={describedBy ?? urlId}
        variant={copied ? 'contained' : 'soft'}
        color={copied ? 'secondary' : 'accent'}
        startIcon={copied ? <CheckRounded /> : <ContentCopyRounded />}
        onClick={copyLink}
        sx={{ flex: { xs: 1, sm: 'none' }, ...(!copied && { bgcolor: 'background.paper', color: 'text.primary' }) }}
      >
        {copied ? text.copied : text.copy}
      </Button>
      {'share' in navigator && (
        <Button
          variant="soft"
          startIcon={<IosShareRounded />}
          aria-label={text.sendLink}
          onClick={sendLink}
          sx={{ flex: { xs: 1, sm: 'none' }, bgcolor: 'background.paper', color: 'text.primary' }}
        >
          {text.send}
        </Button>
      )}
      <Box component="span" role="status" sx={visuallyHidden}>
        {copied ? text.copied : ''}
      </Box>
    </Box>
  );
}
