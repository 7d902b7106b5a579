import { confirmAddress as text } from '@kinreel/messages/en/confirm-address';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { baseApi } from '../../../shared/api/base-api.ts';
import { confirmLater, isConfirmLater } from '../confirm-later.ts';
import { useSendVerificationMutation } from '../profile.api.ts';

/**
 * Asks a person to confirm their address with the link in the mail. Hidden once it is confirmed, or for this session.
 */
export function ConfirmAddress({ email }: { email: string }) {
  const dispatch = useDispatch();
  const [isHidden, setHidden] = useState(isConfirmLater);
  const [send, { isLoading, isSuccess, error }] = useSendVerificationMutation();

  useEffect(() => {
    // The link may have been used in another tab or on another device.
    const check = () => {
      if (document.visibilityState === 'visible') dispatch(baseApi.util.invalidateTags(['User']));
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [dispatch]);

  if (isHidden) return null;
  return (
    <Card
      component="section"
      aria-labelledby="confirm-address"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 3,
        px: { xs: 4, sm: 6 },
        py: 4,
        mt: { xs: 4, sm: 6 },
      }}
    >
      <Box sx={{ flex: '1 1 20rem', minWidth: 0 }}>
        <Typography component="h2" id="confirm-address" sx={{ fontWeight: 600 }}>
          {text.title}
        </Typography>
        <Typography
          role="status"
          sx={{ color: error ? 'error.main' : 'text.secondary', mt: 1, overflowWrap: 'anywhere' }}
        >
          {error ? errorMessage(error) : isSuccess ? text.sent({ email }) : text.text({ email })}
        </Typography>
      </Box>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" loading={isLoading} onClick={() => void send()}>
          {text.sendAgain}
        </Button>
        <Button
          onClick={() => {
            confirmLater();
            setHidden(true);
          }}
        >
          {text.later}
        </Button>
      </Stack>
    </Card>
  );
}
