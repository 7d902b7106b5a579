import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { discardTake, isSame, listTakes, onTakesChanged, type Take } from '../take-store.ts';
import { videoLength } from '../video-length.ts';

interface TakeOffersProps {
  userId: string;
  /** A file that is being sent; begun before the page was loaded anew, it is known by its name and size only. */
  onWay: Pick<File, 'name' | 'size'> | null;
  onReview: (take: Take) => void;
  /** Beside something else: in a line or two. */
  compact?: boolean;
}

/** A take with its length in seconds, as far as it is known. */
type Offer = Take & { seconds: number | null };

/** Recordings that were not sent: the tab was closed or crashed. Nothing is drawn where there are none. */
export function TakeOffers({ userId, onWay, onReview, compact = false }: TakeOffersProps) {
  const [found, setFound] = useState<Offer[]>([]);
  const offers = found.filter(({ file }) => !onWay || !isSame(file, onWay));
  const [asked, setAsked] = useState<Offer | null>(null);
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  const look = useCallback(async () => {
    const takes = await listTakes(userId);
    return Promise.all(takes.map(async (take) => ({ ...take, seconds: await videoLength(take.file) })));
  }, [userId]);

  useEffect(() => {
    let current = true;
    const refresh = () =>
      void look().then(
        (takes) => current && setFound(takes),
        () => null,
      );
    // Another tab may have ended, or sent what it held.
    const back = () => document.visibilityState === 'visible' && refresh();
    refresh();
    const stop = onTakesChanged(refresh);
    document.addEventListener('visibilitychange', back);
    return () => {
      current = false;
      stop();
      document.removeEventListener('visibilitychange', back);
    };
  }, [look]);

  async function discard(offer: Offer) {
    setOpen(false);
    await discardTake(offer);
    setFound((before) => before.filter(({ id }) => id !== offer.id));
    place.current?.focus();
  }

  return (
    <Box
      ref={place}
      tabIndex={-1}
      role={offers.length ? 'region' : undefined}
      aria-label={offers.length ? 'Recordings that were not sent' : undefined}
      sx={{ outline: 'none', display: 'grid', gap: 3, '&:not(:empty)': { mt: { xs: 4, sm: 5 } } }}
    >
      {offers.map((offer) => (
        <OfferCard
          key={offer.id}
          offer={offer}
          compact={compact}
          onReview={() => onReview(offer)}
          onDiscard={() => {
            setAsked(offer);
            setOpen(true);
          }}
        />
      ))}
      {asked && (
        <ConfirmDialog
          open={open}
          title="Throw this recording away?"
          text="It is kept on this device only, and cannot be brought back."
          confirmLabel="Throw away"
          onConfirm={() => void discard(asked)}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  );
}

interface OfferCardProps {
  offer: Offer;
  compact: boolean;
  onReview: () => void;
  onDiscard: () => void;
}

function OfferCard({ offer, compact, onReview, onDiscard }: OfferCardProps) {
  const question = offer.prompt.prompt;
  const length = offer.seconds === null ? '' : `, ${formatDuration(Math.floor(offer.seconds))}`;
  return (
    <Card
      component="article"
      aria-label={`Recording of ${question}`}
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
          You have a recording from {formatRelativeTime(offer.started)}
          {length}.{!compact && ' It was not sent yet.'}
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          gap: 2,
          flex: compact ? 'none' : { xs: '1 0 100%', md: 'none' },
          ml: 'auto',
          whiteSpace: 'nowrap',
          '& > *': { flex: { xs: 1, md: 'none' } },
        }}
      >
        <Button variant={compact ? 'text' : 'outlined'} aria-label={`Discard: ${question}`} onClick={onDiscard}>
          Discard
        </Button>
        <Button variant={compact ? 'soft' : 'contained'} aria-label={`Review it: ${question}`} onClick={onReview}>
          Review it
        </Button>
      </Box>
    </Card>
  );
}
