import { player as text } from '@kinreel/messages/en/player';
import Box from '@mui/material/Box';
import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { PlaybackError } from './playback-error.tsx';
import type { Player } from './player.tsx';
import { FILL, Poster } from './poster.tsx';

/** Loads the player, and shows the poster until then. A failed download can be retried. */
export function LazyPlayer(props: ComponentProps<typeof Player>) {
  const [Loaded, setLoaded] = useState<ComponentType<typeof props> | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (failed) return;
    let unmounted = false;
    import('./player.tsx').then(
      (module) => unmounted || setLoaded(() => module.Player),
      () => unmounted || setFailed(true),
    );
    return () => {
      unmounted = true;
    };
  }, [failed]);

  if (failed) return <PlaybackError code="connection" onRetry={() => setFailed(false)} />;
  if (Loaded) return <Loaded {...props} />;
  return (
    <>
      <Poster src={props.video.poster_url} />
      <Box sx={{ ...FILL, display: 'grid', placeItems: 'center' }}>
        <Spinner label={text.loadingVideo} />
      </Box>
    </>
  );
}
