import Box from '@mui/material/Box';
import { NotificationSettings } from '../../features/notifications/components/notification-settings.tsx';
import { PaceSetting } from '../../features/pace/components/pace-setting.tsx';
import { groupByCategory } from '../../features/prompts/prompt-lists.ts';
import { useGetPromptsQuery } from '../../features/prompts/prompts.api.ts';
import { PushSetting } from '../../features/push/components/push-setting.tsx';
import { QuestionSetting } from '../../features/questions/components/question-setting.tsx';
import { WatchingSetting } from '../../features/watching/components/watching-setting.tsx';

/**
 * The notification settings, with those of push, of the weekly question, of questions, and of who sees what the user
 * watched.
 */
export function ProfileNotifications({ userId }: { userId: string }) {
  const { data: prompts } = useGetPromptsQuery();
  return (
    <>
      <NotificationSettings />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 7, maxWidth: 720 }}>
        <PushSetting userId={userId} />
        <PaceSetting themes={prompts && groupByCategory(prompts).map(({ category }) => category)} />
        <section>
          <QuestionSetting />
        </section>
      </Box>
      <Box component="section" sx={{ maxWidth: 720, mt: 7 }}>
        <WatchingSetting />
      </Box>
    </>
  );
}
