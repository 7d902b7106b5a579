import type { Note } from '@kinreel/contracts/notes';
import { notes as text } from '@kinreel/messages/en/notes';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { fullName } from '../../../shared/format/person.ts';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { useRemoveNoteMutation } from '../notes.api.ts';

interface NoteListProps {
  notes: readonly Note[];
  userId: string;
  /** Whether the video is the user's own, so that they may remove every note. */
  isOwn: boolean;
  playFrom: (seconds: number) => void;
}

/** Characters of a note that are in the name of its button. */
const START_LENGTH = 40;

const removeLabel = (note: Note) => text.removeOf({ words: Array.from(note.text).slice(0, START_LENGTH).join('') });

/** The notes with their writers. The time of a note plays the video from there. */
export function NoteList({ notes, userId, isOwn, playFrom }: NoteListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [remove] = useRemoveNoteMutation();
  const removal = useRemoval({
    rows: notes,
    idOf: ({ id }) => id,
    title: text.removeQuestion,
    text: () => text.removeText,
    confirmLabel: text.remove,
    action: removeLabel,
    remove: ({ id }) => remove(id).unwrap(),
    done: text.removed,
    container: list,
  });
  return (
    <>
      <Box
        component="ul"
        ref={list}
        tabIndex={-1}
        aria-label={text.title}
        sx={{ listStyle: 'none', m: 0, mt: 4, p: 0 }}
      >
        {notes.map((note) => (
          <Box
            component="li"
            key={note.id}
            data-row={note.id}
            sx={{
              display: 'flex',
              gap: 3,
              py: 3,
              borderTop: 1,
              borderColor: 'divider',
              // Opened from a notification.
              '&:focus': { mx: -3, px: 3, borderRadius: 1, bgcolor: 'sunken' },
            }}
          >
            <PersonAvatar name={fullName(note.writer)} src={note.writer.profile_image} size={48} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}>
                <Box component="bdi" sx={{ fontWeight: 600 }}>
                  {fullName(note.writer)}
                </Box>
                <Box component="time" dateTime={note.created_at} sx={{ fontSize: '1rem', color: 'text.secondary' }}>
                  {formatRelativeTime(note.created_at)}
                </Box>
              </Box>
              <Box dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', mt: 1 }}>
                {note.text}
              </Box>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 1, mx: -2 }}>
                {note.at !== null && (
                  <Button className="num" startIcon={<PlayArrowRounded />} onClick={() => playFrom(note.at ?? 0)}>
                    {text.playFrom({ time: formatDuration(note.at) })}
                  </Button>
                )}
                {(isOwn || note.writer.id === userId) && (
                  <Button color="error" aria-label={removeLabel(note)} onClick={() => removal.ask(note)}>
                    {text.remove}
                  </Button>
                )}
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
      {removal.dialog}
    </>
  );
}
