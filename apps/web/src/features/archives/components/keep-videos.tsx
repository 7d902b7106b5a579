import type { Person } from '@kinreel/contracts/profile';
import { archives as text } from '@kinreel/messages/en/archives';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { ArchiveFile } from './archive-file.tsx';

/** The videos of a person whose steward the user is, as one file. */
export function KeepVideos({ owner }: { owner: Person }) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 5, p: 4, borderRadius: '12px', bgcolor: 'sunken' }}>
      <Typography id={titleId} component="h5" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {text.keepTitle({ name: owner.first_name })}
      </Typography>
      <ArchiveFile of={owner.id} headingLevel="h5">
        <Typography sx={{ color: 'text.secondary', mt: 1, mb: 4 }}>
          {text.keepIntro({ name: owner.first_name })}
        </Typography>
      </ArchiveFile>
    </Box>
  );
}
