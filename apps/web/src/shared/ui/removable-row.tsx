import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface RemovableRowProps {
  /** Found by `useRemoval` to move the focus. */
  id: string;
  /** Before the text, such as a photo. */
  start?: ReactNode;
  title: ReactNode;
  details: ReactNode;
  removeLabel: string;
  /** The label with the name of the row, for screen readers. */
  removeName: string;
  /** Without it there is no button. */
  onRemove?: (() => void) | undefined;
}

/** A row of a list: a title with details, and usually a button that asks to remove it. */
export function RemovableRow({ id, start, title, details, removeLabel, removeName, onRemove }: RemovableRowProps) {
  return (
    <Box
      component="li"
      data-row={id}
      sx={{
        display: 'flex',
        // A long button moves below the text, so that no word is cut.
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        py: 2.5,
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      {start}
      <Box sx={{ flex: '1 1 7em', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600 }}>{title}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>{details}</Box>
      </Box>
      {onRemove && (
        <Button color="error" sx={{ marginInlineStart: 'auto' }} aria-label={removeName} onClick={onRemove}>
          {removeLabel}
        </Button>
      )}
    </Box>
  );
}
