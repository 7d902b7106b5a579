import { RELATIONSHIPS, type Relationship } from '@kinreel/contracts/connections';
import type { Person } from '@kinreel/contracts/profile';
import { common } from '@kinreel/messages/en/common';
import { connections as text } from '@kinreel/messages/en/connections';
import AddRounded from '@mui/icons-material/AddRounded';
import CheckRounded from '@mui/icons-material/CheckRounded';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { END } from '../../../shared/i18n/language.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { connectState } from '../connection-status.ts';
import { useGetConnectionWithQuery, usePostRequestMutation } from '../connections.api.ts';
import { RELATIONSHIP_ICON } from './relationship-icon.ts';

/** Same width in all states, in pixels. */
const WIDTH = 174;

/** Connect, Pending or Following (CONN-01). Only Connect is a button. */
export function ConnectControl({ person }: { person: Pick<Person, 'id' | 'first_name'> }) {
  const notices = useNotices();
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [requested, setRequested] = useState(false);
  const [postRequest, { isLoading: isSending }] = usePostRequestMutation();
  const { data, isError, isFetching, refetch } = useGetConnectionWithQuery(person.id, {
    refetchOnMountOrArgChange: true,
  });
  const state = connectState(data);

  // The status replaces the pressed button. It takes the focus, so that screen readers announce it.
  useEffect(() => {
    if (!requested || state === 'none') return;
    setRequested(false);
    status.current?.focus();
  }, [requested, state]);

  async function connect(relationship: Relationship) {
    setOpen(false);
    const result = await postRequest({ relationship, userB: person.id });
    if (result.error) notices.error({ title: common.errorTitle, text: errorMessage(result.error) });
    else setRequested(true);
  }

  if (data === undefined) {
    return isError ? (
      <Button
        variant="outlined"
        loading={isFetching}
        loadingPosition="start"
        aria-label={text.retryStatus}
        onClick={refetch}
        sx={{ minWidth: WIDTH }}
      >
        {common.retry}
      </Button>
    ) : (
      <Skeleton variant="rounded" width={WIDTH} height={48} animation={false} sx={{ borderRadius: '12px' }} />
    );
  }

  if (state !== 'none') {
    return (
      <Box
        ref={status}
        role="status"
        tabIndex={-1}
        sx={{
          minWidth: WIDTH,
          minHeight: 48,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          gap: 2.5,
          px: 5,
          borderRadius: '12px',
          bgcolor: 'tint.main',
          color: 'tint.contrastText',
          fontSize: '1.125rem',
          fontWeight: 600,
          lineHeight: 1.2,
        }}
      >
        {state === 'pending' ? <ScheduleRounded aria-hidden /> : <CheckRounded aria-hidden />}
        {text[state]}
      </Box>
    );
  }

  return (
    <>
      <Button
        ref={button}
        variant="contained"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        loading={isSending}
        loadingPosition="start"
        startIcon={<AddRounded />}
        endIcon={<KeyboardArrowDownRounded />}
        onClick={() => setOpen(true)}
        sx={{ minWidth: WIDTH }}
      >
        {text.connect}
      </Button>
      <Menu
        id={menuId}
        open={open}
        onClose={() => setOpen(false)}
        anchorEl={() => button.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: END }}
        transformOrigin={{ vertical: -8, horizontal: END }}
        slotProps={{ paper: { elevation: 2, sx: { minWidth: 272 } }, list: { 'aria-label': text.connect } }}
      >
        {RELATIONSHIPS.map((relationship) => {
          const Icon = RELATIONSHIP_ICON[relationship];
          return (
            <MenuItem
              key={relationship}
              onClick={() => connect(relationship)}
              sx={{ minHeight: { xs: 56, sm: 56 }, gap: 3.5 }}
            >
              <Icon aria-hidden />
              {relationship === 'family' ? text.connectAsFamily : text.connectAsFriends}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
