import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';
import { type ComponentType, useEffect, useState } from 'react';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { PlaybackError } from './playback-error.tsx';
import { FILL, Poster } from './poster.tsx';

/** The player code is loaded on demand, preloaded when play is hovered or focused. */
export const loadPlayer = () => import('./player.tsx');

/** Loads the player and shows the poster meanwhile. A failed download can be retried. */
export function LazyPlayer(props: { video: Video; takesFocus: boolean }) {
  const [Player, setPlayer] = useState<ComponentType<typeof props> | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (failed) return;
    let unmounted = false;
    loadPlayer().then(
      (module) => unmounted || setPlayer(() => module.Player),
      () => unmounted || setFailed(true),
    );
    return () => {
      unmounted = true;
    };
  }, [failed]);

  if (failed) return <PlaybackError code="connection" onRetry={() => setFailed(false)} />;
  if (Player) return <Player {...props} />;
  return (
    <>
      <Poster src={props.video.poster_url} />
      <Box sx={{ ...FILL, display: 'grid', placeItems: 'center' }}>
        <Spinner label={text.loadingVideo} />
      </Box>
    </>
  );
}
