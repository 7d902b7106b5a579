import { homeScreen as text } from '@kinreel/messages/en/home-screen';
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
          {text.title}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>{offer === 'prompt' ? text.text : text.steps}</Typography>
      </div>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        {offer === 'prompt' && (
          <Button variant="contained" onClick={() => void addToHomeScreen()}>
            {text.add}
          </Button>
        )}
        <Button variant="outlined" onClick={dismissHomeScreen}>
          {offer === 'prompt' ? text.later : text.understood}
        </Button>
      </Stack>
    </Card>
  );
}
