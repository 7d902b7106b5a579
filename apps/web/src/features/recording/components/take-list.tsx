import { recording as text } from '@kinreel/messages/en/recording';
import Box from '@mui/material/Box';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import type { Take } from '../take.ts';
import { discardTake } from '../take-store.ts';
import { type ListedTake, useTakes } from '../use-takes.ts';
import { TakeCard } from './take-card.tsx';

// Loaded on first use, because every profile page has this list.
const ConfirmDialog = lazyComponent(() => import('../../../shared/ui/confirm-dialog.tsx'), 'ConfirmDialog');

interface TakeListProps {
  userId: string;
  /** Ids of takes that are being uploaded, which are not listed. */
  uploading: readonly string[];
  onSave: (take: Take) => void;
  onWatch: (take: Take) => void;
  /** Small cards, for a list next to other content. */
  compact?: boolean;
}

/**
 * Recordings on this device that were not uploaded, for example because the tab was closed. Renders nothing if there
 * are none.
 */
export function TakeList({ userId, uploading, onSave, onWatch, compact = false }: TakeListProps) {
  const { takes, hide } = useTakes(userId);
  const shown = takes.filter(({ id }) => !uploading.includes(id));
  const [asked, setAsked] = useState<ListedTake | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const region = useRef<HTMLDivElement>(null);

  async function discard(take: ListedTake) {
    setIsOpen(false);
    await discardTake(take);
    hide(take.id);
    region.current?.focus();
  }

  return (
    <Box
      ref={region}
      tabIndex={-1}
      role={shown.length ? 'region' : undefined}
      aria-label={shown.length ? text.notUploaded : undefined}
      sx={{ outline: 'none', display: 'grid', gap: 3, '&:not(:empty)': { mt: { xs: 4, sm: 5 } } }}
    >
      {shown.map((take) => (
        <TakeCard
          key={take.id}
          take={take}
          compact={compact}
          onSave={() => onSave(take)}
          onWatch={() => onWatch(take)}
          onDelete={() => {
            setAsked(take);
            setIsOpen(true);
          }}
        />
      ))}
      {asked && (
        <LazyDialog open={isOpen} onClose={() => setIsOpen(false)}>
          <ConfirmDialog
            open={isOpen}
            title={text.deleteTitle}
            text={text.deleteText}
            confirmLabel={text.delete}
            onConfirm={() => void discard(asked)}
            onClose={() => setIsOpen(false)}
          />
        </LazyDialog>
      )}
    </Box>
  );
}
