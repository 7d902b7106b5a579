import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
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
      {text}
    </Alert>
  );
}
