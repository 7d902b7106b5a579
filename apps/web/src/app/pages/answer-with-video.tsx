import type { Person } from '@kinreel/contracts/profile';
import type { Prompt } from '@kinreel/contracts/prompts';
import type { Video } from '@kinreel/contracts/videos';
import { notes as text } from '@kinreel/messages/en/notes';
import { prompts } from '@kinreel/messages/en/prompts';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { useGetConnectionWithQuery } from '../../features/connections/connections.api.ts';
import { TitleForm } from '../../features/prompts/components/title-form.tsx';
import { keepAnswered } from '../../features/questions/answered-people.ts';
import { useSession } from '../../features/session/use-session.ts';
import { openUpload } from '../../features/uploads/upload-actions.ts';
import type { PlayerHandle } from '../../features/watching/components/watch-player.tsx';
import { AppDialog } from '../../shared/ui/app-dialog.tsx';
import { paths } from '../paths.ts';

interface AnswerWithVideoProps {
  video: Video;
  owner: Pick<Person, 'id' | 'first_name'>;
  player: PlayerHandle;
}

/** Records or uploads an answer to a video of a person whom the user is connected with, for that person. */
export function AnswerWithVideo({ video, owner, player }: AnswerWithVideoProps) {
  const { user } = useSession();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { data: connection } = useGetConnectionWithQuery(owner.id);
  const [isOpen, setOpen] = useState(false);
  if (!user || !connection || connection.pending) return null;

  function open() {
    player.pause();
    setOpen(true);
  }

  function made(prompt: Prompt, start: () => void) {
    keepAnswered(prompt.id, owner.id);
    setOpen(false);
    start();
  }

  // A video that answers one of the user's has their name in front.
  const toUser = text.answerTitle({ name: user.first_name, prompt: '' });
  const prompt = video.prompt.startsWith(toUser) ? video.prompt.slice(toUser.length) : video.prompt;
  return (
    <>
      <Button variant="soft" startIcon={<VideocamOutlined />} aria-haspopup="dialog" onClick={open} sx={{ mb: 5 }}>
        {text.answer}
      </Button>
      <AppDialog open={isOpen} title={text.answer} fixedTop onClose={() => setOpen(false)}>
        <Typography sx={{ color: 'text.secondary', mb: 2, overflowWrap: 'anywhere' }}>
          {text.answerIntro({ name: owner.first_name })}
        </Typography>
        <TitleForm
          initial={text.answerTitle({ name: owner.first_name, prompt })}
          hint={text.answerHint}
          submitLabel={prompts.record}
          onMade={(title) => made(title, () => void navigate(paths.recordPrompt(title.id)))}
          other={{
            label: prompts.upload,
            onMade: (title) => made(title, () => dispatch(openUpload(title))),
          }}
        />
      </AppDialog>
    </>
  );
}
