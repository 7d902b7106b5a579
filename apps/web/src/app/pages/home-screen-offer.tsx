import { homeScreen as text } from '@kinreel/messages/en/home-screen';
import Button from '@mui/material/Button';
import { useSyncExternalStore } from 'react';
import {
  addToHomeScreen,
  dismissHomeScreen,
  homeScreenOffer,
  onHomeScreenChange,
} from '../../shared/offline/home-screen.ts';
import { OfferCard } from '../../shared/ui/offer-card.tsx';

/** Offers to add the app to the home screen. */
export function HomeScreenOffer() {
  const offer = useSyncExternalStore(onHomeScreenChange, homeScreenOffer);
  if (!offer) return null;
  return (
    <OfferCard
      title={text.title}
      lines={[offer === 'prompt' ? text.text : text.steps]}
      actions={
        <>
          {offer === 'prompt' && (
            <Button variant="contained" onClick={() => void addToHomeScreen()}>
              {text.add}
            </Button>
          )}
          <Button variant="outlined" onClick={dismissHomeScreen}>
            {offer === 'prompt' ? text.later : text.understood}
          </Button>
        </>
      }
    />
  );
}
