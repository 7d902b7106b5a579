import Box from '@mui/material/Box';
import { NotificationSettings } from '../../features/notifications/components/notification-settings.tsx';
import { QuestionSetting } from '../../features/questions/components/question-setting.tsx';

/** What the user is told about, and whether people may ask them questions. */
export function ProfileNotifications() {
  return (
    <>
      <NotificationSettings />
      <Box component="section" sx={{ maxWidth: 720 }}>
        <QuestionSetting />
      </Box>
    </>
  );
}
