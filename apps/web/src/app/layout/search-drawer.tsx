import { common } from '@kinreel/messages/en/common';
import { people as text } from '@kinreel/messages/en/people';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { SearchBox } from '../../features/people/search-box.tsx';
import { NoticeOutlet } from '../../shared/ui/notices.tsx';

interface SearchDrawerProps {
  open: boolean;
  onClose: () => void;
  onPick: (personId: string) => void;
}

/** People search on phones, in a drawer at the top (HEAD-02). */
export function SearchDrawer({ open, onClose, onPick }: SearchDrawerProps) {
  return (
    <Drawer
      anchor="top"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': text.search, sx: { p: 2, minHeight: 68 } } }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <SearchBox inline autoFocus onPick={onPick} />
        <IconButton aria-label={common.close} onClick={onClose}>
          <CloseRounded />
        </IconButton>
      </Box>
      <NoticeOutlet open={open} sx={{ m: 2 }} />
    </Drawer>
  );
}
