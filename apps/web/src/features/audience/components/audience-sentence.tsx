import type { Video } from '@kinreel/contracts/videos';
import { audienceSentence as text } from '@kinreel/messages/en/audience-sentence';
import LockOutlined from '@mui/icons-material/LockOutlined';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import ButtonBase from '@mui/material/ButtonBase';
import { fetchOnIntent } from '../../../shared/lazy-component.ts';
import { audienceText } from '../audience-text.ts';

interface AudienceSentenceProps {
  video: Pick<Video, 'prompt' | 'permission' | 'audience' | 'status' | 'opens_at'>;
  /** Opens the list of people. */
  onOpen: () => void;
  /** Loads the code of the list. */
  preload: () => Promise<unknown>;
}

/**
 * A sentence about who can see a video (VID-08), as a button that shows the people. Renders nothing for other people's
 * videos.
 */
export function AudienceSentence({ video, onOpen, preload }: AudienceSentenceProps) {
  const { permission, audience, status, opens_at, prompt } = video;
  if (!audience || permission === '') return null;
  const sentence = audienceText({ permission, audience, status, opens_at });
  const Icon =
    opens_at || sentence === text.onlyYou || sentence === text.onlyYouYet ? LockOutlined : PeopleOutlineRounded;
  return (
    <ButtonBase
      aria-haspopup="dialog"
      aria-label={text.open({ sentence, prompt })}
      onClick={onOpen}
      {...fetchOnIntent(preload)}
      sx={{
        minHeight: 44,
        // Keeps two lines at a distance from the content above.
        py: 1,
        maxWidth: '100%',
        gap: 2,
        justifyContent: 'flex-start',
        textAlign: 'start',
        borderRadius: '8px',
        fontSize: '1.0625rem',
        lineHeight: 1.3,
        color: 'text.secondary',
        '& .words': { textDecoration: 'underline', textDecorationColor: 'transparent', textUnderlineOffset: 4 },
        '&:hover .words': { textDecorationColor: 'currentColor' },
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 22, flex: 'none' }} />
      <span className="words">{sentence}</span>
    </ButtonBase>
  );
}
