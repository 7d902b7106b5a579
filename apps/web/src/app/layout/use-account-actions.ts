import { messages } from '@kinreel/contracts/messages';
import { requestPasswordChange } from '../../features/session/identity-client.ts';
import { loginFailure } from '../../features/session/session-messages.ts';
import { useLogOut } from '../../features/session/use-log-out.ts';
import { useNotices } from '../../shared/ui/notices.tsx';

/** What the menu does besides leading to pages. */
export function useAccountActions(): { changePassword: (email: string) => void; logOut: () => void } {
  const logOut = useLogOut();
  const notices = useNotices();

  /** ROUTE-13: sends the mail whose link sets a new password. */
  async function changePassword(email: string): Promise<void> {
    try {
      await requestPasswordChange(email);
      notices.success({ title: 'Change Password', text: messages.forgotPassword.sent });
    } catch (error) {
      notices.error({ title: messages.generic.title, text: loginFailure(error).text });
    }
  }

  return { changePassword, logOut };
}
