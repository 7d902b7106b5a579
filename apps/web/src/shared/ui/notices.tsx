import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Portal from '@mui/material/Portal';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';

/** What a notice says: what happened, and what to do or what is safe. */
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

/** A success goes by itself after this many milliseconds, never under 8 s; an error stays until it is closed. */
const SUCCESS_MS = 10_000;

/** Most notices at a time; the oldest makes room. */
const MOST = 3;

const NoticesContext = createContext<Notices | null>(null);

/** Tell the person how something went: `notices.success({ title, text })`, `notices.error({ title, text })`. */
export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('useNotices needs a NoticeProvider above it');
  return notices;
}

/** Holds the notices, shows them above everything and reads them aloud. */
export function NoticeProvider({ children }: { children: ReactNode }) {
  const [list, setList] = useState<Notice[]>([]);
  const lastId = useRef(0);
  const notices = useMemo<Notices>(() => {
    const add = (severity: Notice['severity']) => (notice: NoticeText) => {
      lastId.current += 1;
      const id = lastId.current;
      setList((before) => [...before, { ...notice, severity, id }].slice(-MOST));
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
          aria-label="Notices"
          sx={{
            position: 'fixed',
            zIndex: 'snackbar',
            top: { xs: 12, sm: 20 },
            left: 0,
            right: 0,
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
  const [held, setHeld] = useState(false);
  const latestClose = useRef(onClose);
  latestClose.current = onClose;
  useEffect(() => {
    if (notice.severity === 'error' || held) return;
    const timer = setTimeout(() => latestClose.current(), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [notice.severity, held]);
  return (
    <Alert
      severity={notice.severity}
      onClose={onClose}
      closeText="Close"
      // A pointer or the focus on it keeps it from going while it is read.
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      // The live region around it speaks; two would say it twice.
      role="group"
      sx={{ mb: 2, boxShadow: 2, pointerEvents: 'auto', '& .MuiAlert-action': { pt: 0 } }}
    >
      <AlertTitle>{notice.title}</AlertTitle>
      {notice.text}
    </Alert>
  );
}
