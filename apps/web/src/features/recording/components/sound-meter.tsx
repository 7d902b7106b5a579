import MicNoneRounded from '@mui/icons-material/MicNoneRounded';
import MicOffOutlined from '@mui/icons-material/MicOffOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Hearing } from '../sound-level.ts';
import { useSoundLevel } from '../use-sound-level.ts';

/** Heights of the bars at a full voice, in pixels. */
const BARS = [13, 20, 27, 32, 23, 29, 18, 25, 20, 15];

const WORDS: Record<Hearing, string> = {
  well: 'We hear you well',
  quiet: 'A little quiet, come closer',
  nothing: 'We cannot hear you',
};

/** Shows that the microphone hears, as bars that move and in words. */
export function SoundMeter({ stream, silent }: { stream: MediaStream | null; silent: boolean }) {
  const { level, heard } = useSoundLevel(stream);
  const lit = Math.round(level * BARS.length);
  if (silent) {
    return (
      <Row>
        <MicOffOutlined />
        Without sound
      </Row>
    );
  }
  return (
    <Row>
      <MicNoneRounded />
      <Box
        role="meter"
        aria-label="Sound level"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(level * 100)}
        sx={{ display: 'flex', gap: { xs: 1, md: 1.25 }, alignItems: 'center', height: 36, flex: 'none' }}
      >
        {BARS.map((height, index) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change places
            key={index}
            sx={{ width: { xs: 6, md: 8 }, borderRadius: 1, bgcolor: index < lit ? 'primary.main' : 'divider' }}
            style={{ height: index < lit ? height : 8 }}
          />
        ))}
      </Box>
      <span role="status">{heard ? WORDS[heard] : ''}</span>
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
