import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

/** Copies the address of this page. */
export function CopyLink() {
  const [result, setResult] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setResult(text.copied);
    } catch {
      setResult(text.copyFailed);
    }
  }

  return (
    <>
      <Button variant="contained" size="large" startIcon={<ContentCopyRounded />} onClick={() => void copy()}>
        {text.copy}
      </Button>
      <Typography role="status" sx={{ '&:not(:empty)': { mt: 2 } }}>
        {result}
      </Typography>
    </>
  );
}
