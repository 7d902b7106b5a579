import type { Prompt } from '@kinreel/contracts/prompts';
import { prompts as text } from '@kinreel/messages/en/prompts';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import sapling from '../../../shared/art/sapling.svg';
import { nextPrompt } from '../prompt-lists.ts';
import { useGetPromptsQuery } from '../prompts.api.ts';

const NONE_ANSWERED: ReadonlySet<number> = new Set();

interface FirstQuestionProps {
  /** Records an answer to the shown prompt. Null: chooses a prompt first. */
  onRecord: (prompt: Prompt | null) => void;
  /** Uploads an existing video as the answer. */
  onUpload: (prompt: Prompt | null) => void;
}

/** Empty state of the user's videos: suggests a first prompt. */
export function FirstQuestion({ onRecord, onUpload }: FirstQuestionProps) {
  const { data: prompts = [] } = useGetPromptsQuery();
  const prompt = nextPrompt(prompts, NONE_ANSWERED);
  return (
    <Box
      data-upload-bar="off"
      sx={{
        display: { sm: 'grid' },
        gridTemplateColumns: { sm: '220px 1fr', md: '340px 1fr' },
        gap: { sm: 7, md: 12 },
        alignItems: 'center',
        pb: { xs: 6, md: 15 },
      }}
    >
      <Box
        component="img"
        src={sapling}
        alt=""
        width={360}
        height={320}
        sx={{ display: 'block', width: { xs: 150, sm: '100%' }, height: 'auto', mx: 'auto', mb: { xs: 2, sm: 0 } }}
      />
      <div>
        <Typography
          variant="h1"
          component="h2"
          sx={{ fontSize: { xs: '2rem', md: '2.75rem' }, textAlign: { xs: 'center', sm: 'start' } }}
        >
          {text.firstTitle}
        </Typography>
        <Typography variant="subtitle1" sx={{ color: 'text.secondary', mt: 2.5, display: { xs: 'none', sm: 'block' } }}>
          {text.firstText}
        </Typography>
        {prompt && (
          <Typography
            variant="question"
            component="blockquote"
            sx={{
              m: 0,
              mt: { xs: 3.5, sm: 4 },
              paddingInlineStart: 5.5,
              borderInlineStart: '4px solid',
              borderColor: 'secondary.main',
            }}
          >
            {prompt.prompt}
          </Typography>
        )}
        <Box
          sx={{
            display: 'flex',
            flexDirection: { xs: 'column', sm: 'row' },
            flexWrap: 'wrap',
            gap: 3,
            mt: { xs: 4, sm: 5.5 },
          }}
        >
          <Button size="large" variant="contained" startIcon={<VideocamOutlined />} onClick={() => onRecord(prompt)}>
            {text.record}
          </Button>
          <Button size="large" variant="soft" startIcon={<FileUploadOutlined />} onClick={() => onUpload(prompt)}>
            {text.upload}
          </Button>
          <Button size="large" onClick={() => onRecord(null)}>
            {text.chooseAnother}
          </Button>
        </Box>
      </div>
    </Box>
  );
}
