import Box from '@mui/material/Box';
import { NotificationSettings } from '../../features/notifications/components/notification-settings.tsx';
import { QuestionSetting } from '../../features/questions/components/question-setting.tsx';
import { WatchingSetting } from '../../features/watching/components/watching-setting.tsx';

/** What the user is told about, whether people may ask them questions, and whether owners see what they watched. */
export function ProfileNotifications() {
  return (
    <>
      <NotificationSettings />
      <Box component="section" sx={{ maxWidth: 720 }}>
        <QuestionSetting />
      </Box>
      <Box component="section" sx={{ maxWidth: 720, mt: 7 }}>
        <WatchingSetting />
      </Box>
    </>
  );
}
