import type { Person } from '@kinreel/contracts/profile';
import type { Video } from '@kinreel/contracts/videos';
import { questions as text } from '@kinreel/messages/en/questions';
import QuestionAnswerOutlined from '@mui/icons-material/QuestionAnswerOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetConnectionWithQuery } from '../../features/connections/connections.api.ts';
import type { PlayerHandle } from '../../features/watching/components/watch-player.tsx';
import { formatDuration } from '../../shared/format/duration-and-size.ts';
import { fetchOnIntent, lazyComponent } from '../../shared/lazy-component.ts';
import { LazyDialog } from '../../shared/ui/lazy-dialog.tsx';

const loadDialog = () => import('./ask-person-dialog.tsx');
const AskPersonDialog = lazyComponent(loadDialog, 'AskPersonDialog');

/** By how much Earlier and Later move the moment, in seconds. */
const STEP_SECONDS = 5;

interface AskAboutMomentProps {
  video: Video;
  owner: Pick<Person, 'id' | 'first_name'>;
  player: PlayerHandle;
}

/** Asks the owner of a video, if the user is connected with them, about the moment where the player is. */
export function AskAboutMoment({ video, owner, player }: AskAboutMomentProps) {
  const { data: connection } = useGetConnectionWithQuery(owner.id);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const last = Math.max(0, Math.floor(video.duration ?? at) - 1);
  if (!connection || connection.pending) return null;

  function open() {
    player.pause();
    setAt(Math.min(last, Math.floor(player.currentTime())));
    setOpen(true);
  }

  return (
    <>
      <Button
        variant="soft"
        startIcon={<QuestionAnswerOutlined />}
        aria-haspopup="dialog"
        onClick={open}
        {...fetchOnIntent(loadDialog)}
        sx={{ mb: 5 }}
      >
        {text.askMoment}
      </Button>
      <LazyDialog open={isOpen} onClose={() => setOpen(false)}>
        <AskPersonDialog
          open={isOpen}
          person={owner}
          onClose={() => setOpen(false)}
          about={{
            moment: { video_id: video.id, at },
            shown: (
              <Box sx={{ mb: 5 }}>
                <Typography role="status" className="num" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                  {text.atTime({ prompt: video.prompt, time: formatDuration(at) })}
                </Typography>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
                  <Button variant="soft" onClick={() => setAt(Math.max(0, at - STEP_SECONDS))}>
                    {text.earlier}
                  </Button>
                  <Button variant="soft" onClick={() => setAt(Math.min(last, at + STEP_SECONDS))}>
                    {text.later}
                  </Button>
                </Box>
              </Box>
            ),
          }}
        />
      </LazyDialog>
    </>
  );
}
