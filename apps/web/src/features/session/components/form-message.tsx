import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

interface FormMessageProps {
  title?: string;
  text: string;
  /** Move the focus to the message when it appears. */
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

/** A text with a list (`: * one * two. Last sentence.`), each item on a line of its own. The words stay the same. */
function Lines({ text }: { text: string }) {
  const items = text.split(/ (?=\* )/);
  if (items.length === 1) return text;
  // The last item is followed by a sentence.
  const last = items.pop() ?? '';
  const end = last.lastIndexOf('. ') + 1;
  const lines = end > 0 ? [...items, last.slice(0, end), last.slice(end + 1)] : [...items, last];
  return lines.map((line, index) => (
    <Box
      component="span"
      key={line}
      sx={{
        display: 'block',
        // The items of a list inside the list.
        paddingInlineStart:
          lines.slice(1, index).some((before) => before.endsWith(':')) && line.startsWith('* ') ? 4 : 0,
      }}
    >
      {`${line} `}
    </Box>
  ));
}
