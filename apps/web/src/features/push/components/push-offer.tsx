import { push as text } from '@kinreel/messages/en/push';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { endPushOffer } from '../../../shared/offline/push-offer.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { OfferCard } from '../../../shared/ui/offer-card.tsx';
import { useFocusWhenRemoved } from '../../../shared/ui/use-focus-when-removed.ts';
import { usePush } from '../use-push.ts';

/** Offers push messages on this device. */
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
    <OfferCard
      ref={card}
      title={text.offerTitle}
      lines={[text.offerText]}
      actions={
        <>
          <Button variant="contained" loading={isSaving || query.isLoading} onClick={() => void accept()}>
            {text.turnOn}
          </Button>
          <Button variant="outlined" onClick={endPushOffer}>
            {text.later}
          </Button>
        </>
      }
    />
  );
}
