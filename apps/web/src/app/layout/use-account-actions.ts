import { common } from '@kinreel/messages/en/common';
import { layout } from '@kinreel/messages/en/layout';
import { session } from '@kinreel/messages/en/session';
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
      notices.success({ title: layout.changePassword, text: session.forgotPasswordSent });
    } catch (error) {
      notices.error({ title: common.notDone({ action: layout.changePassword }), text: loginFailure(error).text });
    }
  }

  return { changePassword, logOut };
}
