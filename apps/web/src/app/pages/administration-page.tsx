import { administration as text } from '@kinreel/messages/en/administration';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useLocation } from 'react-router';
import { ActivityList } from '../../features/activity/components/activity-list.tsx';
import { OpenReports } from '../../features/administration/components/open-reports.tsx';
import { Overview } from '../../features/administration/components/overview.tsx';
import { SiteInvitations } from '../../features/administration/components/site-invitations.tsx';
import { SiteJobs } from '../../features/administration/components/site-jobs.tsx';
import { SiteMails } from '../../features/administration/components/site-mails.tsx';
import { SitePeople } from '../../features/administration/components/site-people.tsx';
import { SitePrompts } from '../../features/administration/components/site-prompts.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { OwnerPage } from './owner-page.tsx';
import { ViewTabs } from './view-tabs.tsx';

/** The page of site owners; not found for everybody else. At /owner a person becomes site owner. */
export function AdministrationPage() {
  const { user } = useSession();
  const { pathname } = useLocation();
  if (pathname === '/owner') return <OwnerPage />;
  return user?.site_owner ? <Administration /> : <NotFoundPage />;
}

function Administration() {
  usePageTitle(text.title);
  return (
    <Box
      data-upload-bar="off"
      sx={{ maxWidth: 960, mx: 'auto', px: { xs: 4, sm: 8 }, pt: { xs: 6, sm: 9 }, pb: { xs: 14, sm: 18 } }}
    >
      <Typography variant="title" component="h1" sx={{ mb: 2 }}>
        {text.title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: { xs: 5, sm: 7 } }}>{text.intro}</Typography>
      <ViewTabs
        label={text.sections}
        tabs={[
          { name: 'overview', label: text.overview, content: <Overview /> },
          { name: 'people', label: text.people, content: <SitePeople /> },
          { name: 'invitations', label: text.invitations, content: <SiteInvitations /> },
          { name: 'prompts', label: text.prompts, content: <SitePrompts /> },
          { name: 'mails', label: text.mails, content: <SiteMails /> },
          { name: 'jobs', label: text.jobs, content: <SiteJobs /> },
          { name: 'reports', label: text.reports, content: <OpenReports /> },
          { name: 'activity', label: text.activity, content: <ActivityList of="site" /> },
        ]}
      />
    </Box>
  );
}
