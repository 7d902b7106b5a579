import { recording as text } from '@kinreel/messages/en/recording';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import type { ListedTake } from '../use-takes.ts';

interface TakeCardProps {
  take: ListedTake;
  compact: boolean;
  onSave: () => void;
  onWatch: () => void;
  onDelete: () => void;
}

/** A recording that was not uploaded: save it, watch it or delete it. */
export function TakeCard({ take, compact, onSave, onWatch, onDelete }: TakeCardProps) {
  const question = take.prompt.prompt;
  const when = formatRelativeTime(take.started);
  return (
    <Card
      component="article"
      aria-label={text.recordingOf({ question })}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 4,
        rowGap: compact ? 2 : 3,
        p: compact ? 3 : { xs: 4, sm: 5 },
      }}
    >
      {!compact && (
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 52,
            height: 52,
            borderRadius: '50%',
            bgcolor: 'tint.main',
            color: 'tint.contrastText',
          }}
        >
          <VideocamOutlined />
        </Box>
      )}
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        {!compact && <Box sx={{ fontWeight: 600, lineHeight: 1.25 }}>{question}</Box>}
        <Box className="num" sx={{ color: 'text.secondary', fontSize: '1rem', lineHeight: 1.3 }}>
          {take.seconds === null
            ? text.recordingFrom({ when })
            : text.recordingFromLength({ when, length: formatDuration(Math.floor(take.seconds)) })}
          {!compact && ` ${text.notUploadedYet}`}
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          flex: compact ? 'none' : { xs: '1 0 100%', md: 'none' },
          ml: 'auto',
          whiteSpace: 'nowrap',
          '& > *': { flex: { xs: 1, md: 'none' } },
        }}
      >
        <Button aria-label={text.deleteRecording({ question })} onClick={onDelete}>
          {text.delete}
        </Button>
        <Button
          variant={compact ? 'soft' : 'outlined'}
          aria-label={text.watchRecording({ question })}
          onClick={onWatch}
        >
          {text.watch}
        </Button>
        {!compact && (
          <Button variant="contained" aria-label={text.saveRecording({ question })} onClick={onSave}>
            {text.saveNow}
          </Button>
        )}
      </Box>
    </Card>
  );
}
