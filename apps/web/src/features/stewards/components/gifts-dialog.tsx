import type { Person } from '@kinreel/contracts/profile';
import type { Gifts } from '@kinreel/contracts/stewards';
import { stewards as text } from '@kinreel/messages/en/stewards';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { fullName } from '../../../shared/format/person.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useGetGiftsQuery, useGiveVideoMutation } from '../stewards.api.ts';

interface GiftsDialogProps {
  open: boolean;
  /** The person whose steward the user is. */
  owner: Person;
  onClose: () => void;
}

/**
 * Moves the focus from a removed button into the dialog. Otherwise keys such as Escape would reach the page behind it.
 */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** The videos to which the user may give access, each with the people chosen by its owner. */
export function GiftsDialog({ open, owner, onClose }: GiftsDialogProps) {
  const notices = useNotices();
  const query = useGetGiftsQuery(owner.id, { skip: !open, refetchOnMountOrArgChange: true });
  const [give, { isLoading, originalArgs }] = useGiveVideoMutation();
  const name = owner.first_name;
  const isPressed = (videoId: string, person: Person) =>
    originalArgs?.videoId === videoId && originalArgs.userId === person.id;

  async function giveTo(video: Gifts[number], person: Person) {
    const { video_id: videoId, prompt } = video;
    const result = await give({ videoId, userId: person.id });
    if (result.error)
      notices.failed(text.giveOf({ prompt, name: fullName(person) }), result.error, () => void giveTo(video, person));
    else notices.success({ title: text.gave({ name: fullName(person) }) });
  }

  return (
    <AppDialog open={open} title={text.giftsTitle} sheet onClose={onClose}>
      {query.data === undefined ? (
        query.isError ? (
          <FailedState title={text.loadFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />
        ) : (
          <LoadingState label={text.loading} />
        )
      ) : query.data.length === 0 ? (
        <Typography>{text.giftsNone({ name })}</Typography>
      ) : (
        <>
          <Typography sx={{ color: 'text.secondary' }}>{text.giftsIntro({ name })}</Typography>
          {query.data.map((video) => (
            <Box key={video.video_id} component="section" aria-label={video.prompt} sx={{ mt: 5 }}>
              <Typography component="h3" variant="h4">
                {video.prompt}
              </Typography>
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {video.people.map((person) => (
                  <Box
                    key={person.id}
                    component="li"
                    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, minHeight: 56 }}
                  >
                    <Typography sx={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>{fullName(person)}</Typography>
                    {person.given ? (
                      <Typography
                        ref={isPressed(video.video_id, person) ? takeFocus : undefined}
                        tabIndex={-1}
                        sx={{ color: 'text.secondary' }}
                      >
                        {text.given}
                      </Typography>
                    ) : (
                      <Button
                        variant="outlined"
                        aria-label={text.giveOf({ prompt: video.prompt, name: fullName(person) })}
                        disabled={isLoading && isPressed(video.video_id, person)}
                        onClick={() => void giveTo(video, person)}
                      >
                        {text.give}
                      </Button>
                    )}
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </>
      )}
    </AppDialog>
  );
}
