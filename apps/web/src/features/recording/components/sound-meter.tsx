import { recording as text } from '@kinreel/messages/en/recording';
import MicNoneRounded from '@mui/icons-material/MicNoneRounded';
import MicOffOutlined from '@mui/icons-material/MicOffOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useSoundLevel } from '../use-sound-level.ts';

/** Heights of the bars at full volume, in pixels. */
const BARS = [13, 20, 27, 32, 23, 29, 18, 25, 20, 15];

/** Shows the microphone level as bars and in words. */
export function SoundMeter({ stream, silent }: { stream: MediaStream | null; silent: boolean }) {
  const { level, rating } = useSoundLevel(stream);
  const ratings = { good: text.soundGood, quiet: text.soundQuiet, silent: text.soundSilent };
  const lit = Math.round(level * BARS.length);
  if (silent) {
    return (
      <Row>
        <MicOffOutlined />
        {text.withoutSound}
      </Row>
    );
  }
  return (
    <Row>
      <MicNoneRounded />
      <Box
        role="meter"
        aria-label={text.soundLevel}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(level * 100)}
        sx={{ display: 'flex', gap: { xs: 1, md: 1.25 }, alignItems: 'center', height: 36, flex: 'none' }}
      >
        {BARS.map((height, index) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change their order
            key={index}
            sx={{ width: { xs: 6, md: 8 }, borderRadius: 1, bgcolor: index < lit ? 'primary.main' : 'divider' }}
            style={{ height: index < lit ? height : 8 }}
          />
        ))}
      </Box>
      <span role="status">{rating && ratings[rating]}</span>
    </Row>
  );
}

function Row({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 2.5, sm: 4 },
        minHeight: 36,
        fontWeight: 600,
        fontSize: { xs: '1rem', sm: 'inherit' },
        lineHeight: 1.2,
      }}
    >
      {children}
    </Box>
  );
}
