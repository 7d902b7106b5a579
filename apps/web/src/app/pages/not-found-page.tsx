import { pages as text } from '@kinreel/messages/en/pages';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import lost from '../../shared/art/lost.svg';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';

const column = { maxWidth: 560, mx: 'auto', px: { xs: 4, sm: 8 }, py: { xs: 7, md: 12 }, textAlign: 'center' } as const;

/** ROUTE-14: unknown URL. */
export function NotFoundPage() {
  usePageTitle(text.notFound);
  return (
    <Box sx={column}>
      <Box
        component="img"
        src={lost}
        alt=""
        sx={{ width: '100%', maxWidth: 360, height: { xs: 160, md: 220 }, mb: 4 }}
      />
      <Typography variant="h1">{text.notFound}</Typography>
      <Typography variant="subtitle1" sx={{ color: 'text.secondary', mt: 3, mb: 7 }}>
        {text.notFoundText}
      </Typography>
      <Button component={Link} to={paths.home} variant="contained">
        {text.goHome}
      </Button>
    </Box>
  );
}

/** ROUTE-09, ROUTE-17: shown for a page that only its owner may open. */
export function NotYoursPage({ ownerId }: { ownerId: string }) {
  usePageTitle(text.notYours);
  return (
    <Box sx={column}>
      <Box
        component="img"
        src={lost}
        alt=""
        sx={{ width: '100%', maxWidth: 360, height: { xs: 160, md: 220 }, mb: 4 }}
      />
      <Typography variant="title" component="h1">
        {text.notYoursTitle}
      </Typography>
      <Typography variant="subtitle1" sx={{ color: 'text.secondary', mt: 3, mb: 7 }}>
        {text.notYoursText}
      </Typography>
      <Button component={Link} to={paths.videos(ownerId)} variant="contained">
        {text.seeVideos}
      </Button>
    </Box>
  );
}
