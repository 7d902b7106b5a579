import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface RemovableRowProps {
  /** `useRemoval` finds the row by this id to move the focus. */
  id: string;
  /** Before the text, such as a photo. */
  start?: ReactNode;
  title: ReactNode;
  details: ReactNode;
  /** Before the remove button. */
  actions?: ReactNode;
  removeLabel: string;
  /** The button's accessible name, with the name of the row. */
  removeName: string;
  /** Without it there is no button. */
  onRemove?: (() => void) | undefined;
}

/** A list row with a title and details, and usually a remove button. */
export function RemovableRow(props: RemovableRowProps) {
  const { id, start, title, details, actions, removeLabel, removeName, onRemove } = props;
  return (
    <Box
      component="li"
      data-row={id}
      sx={{
        display: 'flex',
        // A long button wraps below the text.
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
      {actions}
      {onRemove && (
        <Button color="error" sx={{ marginInlineStart: 'auto' }} aria-label={removeName} onClick={onRemove}>
          {removeLabel}
        </Button>
      )}
    </Box>
  );
}
