import type { NotificationSetting, NotificationSettingRequest } from '@kinreel/contracts/notifications';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about notification settings. A separate file from the notifications, which every page loads. */
export const notificationSettingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getNotificationSettings: build.query<NotificationSetting[], void>({
      query: () => 'api/notifications/settings',
    }),
    /** Turns one kind on or off. Optimistic: reverted if the server does not save it. */
    changeNotificationSetting: build.mutation<NotificationSetting[], NotificationSettingRequest>({
      query: (body) => ({ url: 'api/notifications/settings', method: 'PUT', body }),
      invalidatesTags: (_done, error, { in_app }) => (error || in_app === undefined ? [] : ['Notifications']),
      onQueryStarted: async ({ kind, ...change }, { dispatch, queryFulfilled }) => {
        const update = (next: (setting: NotificationSetting) => NotificationSetting) =>
          dispatch(
            notificationSettingsApi.util.updateQueryData('getNotificationSettings', undefined, (settings) =>
              settings.map(next),
            ),
          );
        const { undo } = update((setting) => (setting.kind === kind ? { ...setting, ...change } : setting));
        await queryFulfilled.catch(undo);
      },
    }),
  }),
});

export const { useChangeNotificationSettingMutation, useGetNotificationSettingsQuery } = notificationSettingsApi;
