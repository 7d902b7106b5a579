import { common } from '@kinreel/messages/en/common';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Portal from '@mui/material/Portal';
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { errorMessage, isGeneric } from '../api/api-error.ts';
import { ABOVE_BOTTOM_BAR } from './bottom-bar.ts';
import { addNotice, type NoticeText, type ShownNotice } from './notice-stack.ts';
import { useIsCovered } from './use-is-covered.ts';

interface Notices {
  success: (notice: NoticeText) => void;
  error: (notice: NoticeText) => void;
  /** Shows an error notice with the label of the failed action and the reason. Retry repeats the action. */
  failed: (action: string, error: unknown, retry?: () => void) => void;
}

interface Outlets {
  /** The visible notice; null if none. */
  shown: ShownNotice | null;
  close: (id: number) => void;
  /** Ids of the outlets of open dialogs. The last one shows the notice; without any, the page does. */
  open: readonly string[];
  /** Adds an outlet. @returns a function that removes it */
  add: (id: string) => () => void;
  /** Id of the last notice that was announced to screen readers. */
  announced: RefObject<number>;
}

/** Duration of a success notice in milliseconds. An error notice stays until the person closes it. */
const SUCCESS_DURATION_MS = 10_000;

const NoticesContext = createContext<Notices | null>(null);
const OutletsContext = createContext<Outlets | null>(null);

/** Shows notices (toasts): `notices.success({ title, text })`, `notices.failed(text.save, error, save)`. */
export function useNotices(): Notices {
  return required(useContext(NoticesContext));
}

function required<Context>(context: Context | null): Context {
  if (!context) throw new Error('Notices need a NoticeProvider above them');
  return context;
}

/**
 * Stores the notices and shows one at a time: at the bottom of the window, or inside the open dialog (`NoticeOutlet`),
 * where it covers nothing and screen readers and the keyboard can reach it.
 */
export function NoticeProvider({ children }: { children: ReactNode }) {
  const [stack, setStack] = useState<readonly ShownNotice[]>([]);
  const [open, setOpen] = useState<readonly string[]>([]);
  const lastId = useRef(0);
  const announced = useRef(0);
  const [page, setPage] = useState<Element | null>(null);
  const isCovered = useIsCovered(page);
  const notices = useMemo<Notices>(() => {
    const add = (severity: ShownNotice['severity']) => (notice: NoticeText) => {
      lastId.current += 1;
      const id = lastId.current;
      setStack((before) => addNotice(before, { ...notice, severity, id }));
    };
    const error = add('error');
    return {
      success: add('success'),
      error,
      failed: (action, cause, retry) => {
        const title = common.notDone({ action });
        const text = errorMessage(cause);
        error({
          // The generic error keeps its title and text (ERR-01).
          ...(isGeneric(cause) ? { title: common.errorTitle, text: `${text} ${title}` } : { title, text }),
          action: retry && { label: common.retry, onClick: retry },
        });
      },
    };
  }, []);
  const outlets = useMemo<Outlets>(
    () => ({
      shown: stack.at(-1) ?? null,
      close: (id) => setStack((before) => before.filter((notice) => notice.id !== id)),
      open,
      announced,
      add: (id) => {
        // Notices of the page do not belong to the dialog and would cover it.
        const isKept = (one: ShownNotice) => one.severity === 'error' || one.id > announced.current;
        setStack((before) => (before.every(isKept) ? before : before.filter(isKept)));
        setOpen((before) => [...before, id]);
        return () => setOpen((before) => before.filter((one) => one !== id));
      },
    }),
    [stack, open],
  );
  return (
    <NoticesContext value={notices}>
      <OutletsContext value={outlets}>
        {children}
        <Portal>
          <Box ref={setPage} sx={{ ...ABOVE_BOTTOM_BAR, pointerEvents: 'none' }}>
            {/* A new notice waits until the dialog that hid the page has faded out. */}
            <LiveRegion isUsed={open.length === 0 && !(isCovered && (stack.at(-1)?.id ?? 0) > announced.current)} />
          </Box>
        </Portal>
      </OutletsContext>
    </NoticesContext>
  );
}

interface NoticeOutletProps {
  /** Whether its dialog is open. */
  open: boolean;
  /** Styles of the notice, such as margins. */
  sx?: object;
}

/** The place for notices in an open dialog, usually above its buttons. */
export function NoticeOutlet({ open, sx }: NoticeOutletProps) {
  const id = useId();
  const { add, open: openOutlets } = required(useContext(OutletsContext));
  const latestAdd = useRef(add);
  latestAdd.current = add;
  useLayoutEffect(() => (open ? latestAdd.current(id) : undefined), [open, id]);
  return <LiveRegion isUsed={open && openOutlets.at(-1) === id} sx={sx} />;
}

/**
 * Announces a notice to screen readers once, also if it moves between the page and a dialog. The region must exist
 * before its content.
 */
function LiveRegion({ isUsed, sx }: { isUsed: boolean; sx?: object }) {
  const { shown, close, announced } = required(useContext(OutletsContext));
  const id = isUsed && shown ? shown.id : 0;
  const here = useRef({ id: 0, isNew: true });
  if (here.current.id !== id) here.current = { id, isNew: id === 0 || id > announced.current };
  useEffect(() => {
    announced.current = Math.max(announced.current, id);
  }, [announced, id]);
  const { isNew } = here.current;
  const notice = isUsed && shown && <NoticeAlert key={shown.id} notice={shown} onClose={close} sx={sx} />;
  return (
    <div {...(isUsed && { role: 'region', 'aria-label': common.notices })}>
      <div aria-live={isNew ? 'polite' : 'off'}>{shown?.severity === 'success' && notice}</div>
      <div aria-live={isNew ? 'assertive' : 'off'}>{shown?.severity === 'error' && notice}</div>
    </div>
  );
}

interface NoticeAlertProps {
  notice: ShownNotice;
  onClose: (id: number) => void;
  sx?: object;
}

function NoticeAlert({ notice, onClose, sx }: NoticeAlertProps) {
  const { id, severity, title, text, note, stays, action } = notice;
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  const cameFrom = useRef<HTMLElement | null>(null);
  const latestClose = useRef(onClose);
  latestClose.current = onClose;
  useEffect(() => {
    if (severity === 'error' || stays || isPaused) return;
    const timer = setTimeout(() => latestClose.current(id), SUCCESS_DURATION_MS);
    return () => clearTimeout(timer);
  }, [id, severity, stays, isPaused]);

  function close() {
    onClose(id);
    cameFrom.current?.focus();
  }
  const isInside = ({ currentTarget, relatedTarget }: FocusEvent) => currentTarget.contains(relatedTarget);

  return (
    <Alert
      severity={severity}
      onClose={close}
      closeText={common.closeNotice}
      // Hover and focus keep the notice open.
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={(event) => {
        setFocused(true);
        if (!isInside(event)) cameFrom.current = event.relatedTarget as HTMLElement | null;
      }}
      onBlur={(event) => setFocused(isInside(event))}
      // Not role="alert": the live region around it already announces it.
      role="group"
      sx={{
        boxShadow: 2,
        pointerEvents: 'auto',
        // An edge for forced colors, which have no shadows.
        border: '1px solid transparent',
        // At 400 % zoom at most a third of the window.
        maxHeight: '30vh',
        overflowY: 'auto',
        '& .MuiAlert-action': { pt: 0 },
        ...sx,
      }}
    >
      <AlertTitle>{title}</AlertTitle>
      {text}
      {note && <Box sx={{ mt: 1 }}>{note}</Box>}
      {action && (
        <Button
          color="inherit"
          onClick={() => {
            action.onClick();
            onClose(id);
          }}
          sx={{ display: 'flex', mt: 1, mx: -3.5 }}
        >
          {action.label}
        </Button>
      )}
    </Alert>
  );
}
