import { common } from '@kinreel/messages/en/common';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Portal from '@mui/material/Portal';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';

/** Text of a notice: what happened, and what the user can do. */
export interface NoticeText {
  title: string;
  text?: string;
}

interface Notice extends NoticeText {
  id: number;
  severity: 'success' | 'error';
}

interface Notices {
  success: (notice: NoticeText) => void;
  error: (notice: NoticeText) => void;
}

/** A success notice closes after this many milliseconds. An error notice stays until the user closes it. */
const SUCCESS_DURATION_MS = 10_000;

/** Maximum number of notices at a time. A new one replaces the oldest. */
const MAX_NOTICES = 3;

const NoticesContext = createContext<Notices | null>(null);

/** Shows notices (toasts): `notices.success({ title, text })`, `notices.error({ title, text })`. */
export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('useNotices needs a NoticeProvider above it');
  return notices;
}

/** Stores the notices, shows them above all content and announces them to screen readers. */
export function NoticeProvider({ children }: { children: ReactNode }) {
  const [list, setList] = useState<Notice[]>([]);
  const lastId = useRef(0);
  const notices = useMemo<Notices>(() => {
    const add = (severity: Notice['severity']) => (notice: NoticeText) => {
      lastId.current += 1;
      const id = lastId.current;
      setList((before) => [...before, { ...notice, severity, id }].slice(-MAX_NOTICES));
    };
    return { success: add('success'), error: add('error') };
  }, []);
  const close = (id: number) => setList((before) => before.filter((notice) => notice.id !== id));

  return (
    <NoticesContext value={notices}>
      {children}
      <Portal>
        <Box
          role="region"
          aria-label={common.notices}
          sx={{
            position: 'fixed',
            zIndex: 'snackbar',
            top: { xs: 12, sm: 20 },
            insetInline: 0,
            mx: 'auto',
            width: 'min(560px, calc(100% - 24px))',
            display: 'grid',
            gap: 3,
            pointerEvents: 'none',
          }}
        >
          <div aria-live="polite">
            {list
              .filter((notice) => notice.severity === 'success')
              .map((notice) => (
                <NoticeAlert key={notice.id} notice={notice} onClose={() => close(notice.id)} />
              ))}
          </div>
          <div aria-live="assertive">
            {list
              .filter((notice) => notice.severity === 'error')
              .map((notice) => (
                <NoticeAlert key={notice.id} notice={notice} onClose={() => close(notice.id)} />
              ))}
          </div>
        </Box>
      </Portal>
    </NoticesContext>
  );
}

function NoticeAlert({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const [isPaused, setPaused] = useState(false);
  const latestClose = useRef(onClose);
  latestClose.current = onClose;
  useEffect(() => {
    if (notice.severity === 'error' || isPaused) return;
    const timer = setTimeout(() => latestClose.current(), SUCCESS_DURATION_MS);
    return () => clearTimeout(timer);
  }, [notice.severity, isPaused]);
  return (
    <Alert
      severity={notice.severity}
      onClose={onClose}
      closeText={common.close}
      // Hover and focus keep the notice open, so that there is time to read it.
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      // Not role="alert": the live region around it already announces it.
      role="group"
      sx={{ mb: 2, boxShadow: 2, pointerEvents: 'auto', '& .MuiAlert-action': { pt: 0 } }}
    >
      <AlertTitle>{notice.title}</AlertTitle>
      {notice.text}
    </Alert>
  );
}
