import { archives as text } from '@kinreel/messages/en/archives';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { ArchiveFile } from './archive-file.tsx';

/** All of the user's data as one file. */
export function DownloadEverything() {
  return (
    <Card component="section" aria-label={text.title} sx={{ px: { xs: 4, sm: 6 }, py: 5 }}>
      <ArchiveFile of={null} headingLevel="h3">
        <Typography component="h3" variant="h4" sx={{ mb: 1 }}>
          {text.title}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 4 }}>{text.intro}</Typography>
      </ArchiveFile>
    </Card>
  );
}
