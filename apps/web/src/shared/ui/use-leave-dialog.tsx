import { common } from '@kinreel/messages/en/common';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import { hasUnsavedWork } from '../unsaved-work.ts';
import { Panel } from './panel.tsx';
import { useEverTrue } from './use-ever-true.ts';

// Loaded on first use.
const ConfirmDialog = lazyComponent(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

/** `askToLeave()` calls `leave`, after a confirmation if there is unsaved work. The caller renders `dialog`. */
export function useLeaveDialog(leave: () => void): { askToLeave: () => void; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  const everOpen = useEverTrue(open);
  const dialog = everOpen && (
    <Panel isExtra>
      <ConfirmDialog
        open={open}
        title={common.leaveTitle}
        text={common.leaveText}
        confirmLabel={common.leave}
        onConfirm={() => {
          setOpen(false);
          leave();
        }}
        onClose={() => setOpen(false)}
      />
    </Panel>
  );
  return { askToLeave: () => (hasUnsavedWork() ? setOpen(true) : leave()), dialog };
}
