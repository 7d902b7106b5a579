import { layout as text } from '@kinreel/messages/en/layout';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useSyncExternalStore } from 'react';
import {
  addToHomeScreen,
  dismissHomeScreen,
  homeScreenOffer,
  onHomeScreenChange,
} from '../../shared/offline/home-screen.ts';

/** Offers to add the app to the home screen. */
export function HomeScreenOffer() {
  const offer = useSyncExternalStore(onHomeScreenChange, homeScreenOffer);
  if (!offer) return null;
  return (
    <Card
      component="section"
      aria-labelledby="home-screen"
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
        <Typography variant="h4" component="h2" id="home-screen">
          {text.homeScreenTitle}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>
          {offer === 'prompt' ? text.homeScreenText : text.homeScreenSteps}
        </Typography>
      </div>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        {offer === 'prompt' && (
          <Button variant="contained" onClick={() => void addToHomeScreen()}>
            {text.homeScreenAdd}
          </Button>
        )}
        <Button variant="outlined" onClick={dismissHomeScreen}>
          {offer === 'prompt' ? text.homeScreenLater : text.homeScreenUnderstood}
        </Button>
      </Stack>
    </Card>
  );
}
