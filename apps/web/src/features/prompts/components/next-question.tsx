import type { Prompt } from '@kinreel/contracts/prompts';
import { prompts as text } from '@kinreel/messages/en/prompts';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { nextPrompt } from '../prompt-lists.ts';
import { useGetPromptsQuery } from '../prompts.api.ts';

interface NextQuestionProps {
  /** Ids of the prompts that the user has answered. */
  answered: ReadonlySet<number>;
  onRecord: (prompt: Prompt) => void;
  onUpload: (prompt: Prompt) => void;
}

/**
 * A card after the user's videos with the next prompt. Renders nothing if all prompts are answered or none are loaded.
 */
export function NextQuestion({ answered, onRecord, onUpload }: NextQuestionProps) {
  const { data: prompts = [] } = useGetPromptsQuery();
  const prompt = nextPrompt(prompts, answered);
  if (!prompt) return null;
  return (
    <Box
      sx={{
        height: '100%',
        minHeight: 260,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'flex-start',
        justifyContent: 'center',
        gap: 2.5,
        p: { xs: 6, sm: 7 },
        borderRadius: '20px',
        border: '2px dashed',
        borderColor: 'edge',
      }}
    >
      <Typography sx={{ color: 'text.secondary' }}>{text.nextTitle}</Typography>
      <Typography variant="question" component="h3">
        {prompt.prompt}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2.5 }}>
        <Button variant="soft" startIcon={<VideocamOutlined />} onClick={() => onRecord(prompt)}>
          {text.record}
        </Button>
        <Button onClick={() => onUpload(prompt)}>{text.upload}</Button>
      </Box>
    </Box>
  );
}
