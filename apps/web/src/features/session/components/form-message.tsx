import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

interface FormMessageProps {
  title?: string;
  text: string;
  /** Whether the message gets the focus when it appears. */
  focus?: boolean;
}

/** Error message of a form. */
export function FormMessage({ title, text, focus = false }: FormMessageProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus && text) alert.current?.focus();
  }, [focus, text]);
  return (
    <Alert ref={alert} tabIndex={-1} severity="error" icon={<ErrorOutlineRounded />} sx={{ mb: 5 }}>
      {title && <AlertTitle>{title}</AlertTitle>}
      <Lines text={text} />
    </Alert>
  );
}

/** Shows the items of a list (`: * one * two. Last sentence.`) on separate lines. The words stay the same. */
function Lines({ text }: { text: string }) {
  const items = text.split(/ (?=\* )/);
  if (items.length === 1) return text;
  // A sentence follows the last item.
  const last = items.pop() ?? '';
  const end = last.lastIndexOf('. ') + 1;
  const lines = end > 0 ? [...items, last.slice(0, end), last.slice(end + 1)] : [...items, last];
  return lines.map((line, index) => (
    <Box
      component="span"
      key={line}
      sx={{
        display: 'block',
        // Items of a nested list.
        paddingInlineStart:
          lines.slice(1, index).some((before) => before.endsWith(':')) && line.startsWith('* ') ? 4 : 0,
      }}
    >
      {`${line} `}
    </Box>
  ));
}
