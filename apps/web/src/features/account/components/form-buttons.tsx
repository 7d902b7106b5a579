import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

/** The buttons of a form on the account page. */
export function FormButtons(props: { label: string; isBusy: boolean; onCancel: () => void }) {
  const { label, isBusy, onCancel } = props;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
      <Button type="submit" variant="contained" loading={isBusy} loadingPosition="start">
        {label}
      </Button>
      <Button variant="outlined" disabled={isBusy} onClick={onCancel}>
        {common.cancel}
      </Button>
    </Box>
  );
}
