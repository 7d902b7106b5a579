import { messages } from '@kinreel/contracts/messages';
import { requestPasswordChange } from '../../features/session/identity-client.ts';
import { loginFailure } from '../../features/session/session-messages.ts';
import { useLogOut } from '../../features/session/use-log-out.ts';
import { useNotices } from '../../shared/ui/notices.tsx';

/** The actions of the account menu that are not links. */
export function useAccountActions(): { changePassword: (email: string) => void; logOut: () => void } {
  const logOut = useLogOut();
  const notices = useNotices();

  /** Sends the email with the password reset link (ROUTE-13). */
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
