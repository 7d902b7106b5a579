import { push as text } from '@kinreel/messages/en/push';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { endPushOffer } from '../../../shared/offline/push-offer.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useFocusWhenRemoved } from '../../../shared/ui/use-focus-when-removed.ts';
import { usePush } from '../use-push.ts';

/** Offers to tell the user of news on this device. */
export function PushOffer({ userId }: { userId: string }) {
  const notices = useNotices();
  const card = useRef<HTMLDivElement>(null);
  useFocusWhenRemoved(card);
  const { isOn, isSaving, turnOn, query } = usePush(userId);
  if (isOn && !isSaving) return null;

  async function accept() {
    if (!(await turnOn())) return;
    endPushOffer();
    notices.success({ title: text.isOn });
  }

  return (
    <Card
      component="section"
      ref={card}
      aria-labelledby="push-offer"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 4,
        p: { xs: 4, sm: 6 },
        mt: { xs: 4, sm: 6 },
      }}
    >
      <div>
        <Typography variant="h4" component="h2" id="push-offer">
          {text.offerTitle}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>{text.offerText}</Typography>
      </div>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        <Button variant="contained" loading={isSaving || query.isLoading} onClick={() => void accept()}>
          {text.turnOn}
        </Button>
        <Button variant="outlined" onClick={endPushOffer}>
          {text.later}
        </Button>
      </Stack>
    </Card>
  );
}
