import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useId } from 'react';

interface OfferCardProps {
  ref?: Ref<HTMLDivElement>;
  title: string;
  /** Paragraphs. */
  lines: readonly string[];
  /** Buttons. */
  actions: ReactNode;
}

/** A card with a message and buttons, such as an offer above one's own videos. */
export function OfferCard({ ref, title, lines, actions }: OfferCardProps) {
  const titleId = useId();
  return (
    <Card
      component="section"
      ref={ref}
      aria-labelledby={titleId}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 4,
        p: { xs: 4, sm: 6 },
        mt: { xs: 4, sm: 6 },
      }}
    >
      <Box sx={{ flex: '1 1 20rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="h4" component="h2" id={titleId}>
          {title}
        </Typography>
        {lines.map((line) => (
          <Typography key={line} sx={{ color: 'text.secondary', mt: 1 }}>
            {line}
          </Typography>
        ))}
      </Box>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        {actions}
      </Stack>
    </Card>
  );
}
