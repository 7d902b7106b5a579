import type { Prompt } from '@kinreel/contracts/prompts';
import { questions as text } from '@kinreel/messages/en/questions';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useIsPhone } from './use-is-phone.ts';

interface QuestionCardProps {
  prompt: Prompt;
  /** Says who asks. */
  intro: string;
  /** Says who will see the answer. */
  seen: string;
  /** Shows the face of who asks. */
  renderFace?: (size: number) => ReactNode;
  /** What the question is about, above it. */
  about?: ReactNode;
  /** Id of the row, for code that finds it. */
  row?: string;
  /** While it is being put away. */
  busy: boolean;
  onRecord: (prompt: Prompt) => void;
  onUpload: (prompt: Prompt) => void;
  onPutAway: () => void;
}

/** A question that waits for the user, as an entry of a list. */
export function QuestionCard(props: QuestionCardProps) {
  const { prompt, intro, seen, renderFace, about, row, busy, onRecord, onUpload, onPutAway } = props;
  const isPhone = useIsPhone();
  return (
    <Card
      component="li"
      data-row={row}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: { xs: 3.5, sm: 5 }, p: { xs: 4, sm: 6 } }}
    >
      {!isPhone && renderFace?.(84)}
      <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          {isPhone && renderFace?.(56)}
          <Typography sx={{ color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}>{intro}</Typography>
        </Box>
        {about && <Box sx={{ my: 3 }}>{about}</Box>}
        <Typography variant="question" component="h2" sx={{ mt: { xs: 3, sm: 1 }, overflowWrap: 'anywhere' }}>
          {prompt.prompt}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mt: 2, overflowWrap: 'anywhere' }}>{seen}</Typography>
        <Box
          sx={{
            display: 'flex',
            flexDirection: { xs: 'column', sm: 'row' },
            flexWrap: 'wrap',
            gap: 2,
            mt: { xs: 4, sm: 5 },
          }}
        >
          <Button
            variant="contained"
            startIcon={<VideocamOutlined />}
            aria-label={text.recordOf({ prompt: prompt.prompt })}
            onClick={() => onRecord(prompt)}
          >
            {text.record}
          </Button>
          <Button
            variant="soft"
            startIcon={<FileUploadOutlined />}
            aria-label={text.uploadOf({ prompt: prompt.prompt })}
            onClick={() => onUpload(prompt)}
          >
            {text.upload}
          </Button>
          <Button disabled={busy} aria-label={text.putAwayOf({ prompt: prompt.prompt })} onClick={onPutAway}>
            {text.putAway}
          </Button>
        </Box>
      </Box>
    </Card>
  );
}
