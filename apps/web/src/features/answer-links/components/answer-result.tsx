import CheckRounded from '@mui/icons-material/CheckRounded';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';

interface AnswerResultProps {
  /** A tick for what is done, a clock for what has ended. */
  sign: 'done' | 'ended';
  title: string;
  text: string;
  children?: ReactNode;
}

/** How it ended: the answer is sent, the link has ended. The heading gets the focus. */
export function AnswerResult({ sign, title, text, children }: AnswerResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => heading.current?.focus(), []);
  const Icon = sign === 'done' ? CheckRounded : ScheduleRounded;
  return (
    <Box sx={{ maxWidth: '34em' }}>
      <Box
        sx={{
          width: { xs: 64, sm: 84 },
          height: { xs: 64, sm: 84 },
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          bgcolor: 'tint.main',
          color: 'tint.contrastText',
          border: '6px solid',
          borderColor: 'primary.main',
        }}
      >
        <Icon aria-hidden sx={{ fontSize: { xs: 32, sm: 40 } }} />
      </Box>
      <Typography
        ref={heading}
        variant="title"
        component="h1"
        tabIndex={-1}
        sx={{ mt: 5, overflowWrap: 'anywhere', textWrap: 'balance', '&:focus': { outline: 'none' } }}
      >
        {title}
      </Typography>
      <Typography sx={{ mt: 2, color: 'text.secondary', fontSize: { sm: '1.25rem' }, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {children}
    </Box>
  );
}
