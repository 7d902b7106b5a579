import type { Connection, Relationship } from '@kinreel/contracts/connections';
import { connections as text } from '@kinreel/messages/en/connections';
import CheckRounded from '@mui/icons-material/CheckRounded';
import PersonRemoveOutlined from '@mui/icons-material/PersonRemoveOutlined';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import UndoRounded from '@mui/icons-material/UndoRounded';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { fullName } from '../../../shared/format/person.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { askedBy, otherRelationship, removalText } from '../connection-status.ts';
import { useDeleteConnectionMutation, useSetRelationshipMutation } from '../connections.api.ts';
import { ControlMenu } from './control-menu.tsx';
import { RELATIONSHIP_ICON } from './relationship-icon.ts';

interface ConnectionButtonProps {
  userId: string;
  /** A connection, or the user's own request. */
  connection: Connection;
  /** Called after the connection or request was removed. */
  onDone: () => void;
}

/**
 * Pending or Following (CONN-01). Its menu changes the relationship, withdraws the request or ends the connection
 * (CONN-04).
 */
export function ConnectionButton({ userId, connection, onDone }: ConnectionButtonProps) {
  const notices = useNotices();
  const [asking, setAsking] = useState<'change' | 'end' | null>(null);
  /** The last question, which stays visible during the closing animation. */
  const [question, setQuestion] = useState<'change' | 'end'>('end');
  const [setRelationship, { isLoading: isChanging }] = useSetRelationshipMutation();
  const [remove, { isLoading: isRemoving }] = useDeleteConnectionMutation();
  const { connection_id: connectionId, first_name: name, pending, relationship } = connection;
  const asked = askedBy(connection, userId);
  const other = otherRelationship(relationship);
  const OtherIcon = RELATIONSHIP_ICON[other];

  const endLabel = pending ? text.withdraw : text.end;

  const ask = (what: 'change' | 'end') => {
    setQuestion(what);
    setAsking(what);
  };

  async function want(action: string, wanted: Relationship, done: string) {
    const result = await setRelationship({ connectionId, relationship: wanted });
    setAsking(null);
    if (result.error) notices.failed(action, result.error, () => void want(action, wanted, done));
    else notices.success({ title: done });
  }

  async function end() {
    const result = await remove({ connectionId, userId });
    setAsking(null);
    if (result.error) return notices.failed(endLabel, result.error, () => void end());
    onDone();
    notices.success({ title: pending ? text.requestRemoved : text.connectionRemoved });
  }

  const status = pending
    ? text.askedAs({ relationship })
    : asked === 'me'
      ? text.askedByMe({ relationship: other })
      : asked === 'other'
        ? text.askedByOther({ relationship: other })
        : text.connectedAs({ relationship });

  return (
    <>
      <ControlMenu
        label={pending ? text.pending : text.following}
        menuLabel={text.changeMenu({ name: fullName(connection) })}
        variant="soft"
        loading={isChanging || isRemoving}
        startIcon={pending ? <ScheduleRounded /> : <CheckRounded />}
      >
        {(close) => {
          const item = (action: () => void) => () => {
            close();
            action();
          };
          return [
            <Box
              key="status"
              component="li"
              role="none"
              sx={{ px: 3.5, py: 2, color: 'text.secondary', fontSize: '1rem', lineHeight: 1.4 }}
            >
              {status}
            </Box>,
            pending && (
              <MenuItem
                key="request"
                onClick={item(
                  () =>
                    void want(
                      text.changeRequest({ relationship: other }),
                      other,
                      text.requestChanged({ relationship: other }),
                    ),
                )}
              >
                <OtherIcon aria-hidden />
                {text.changeRequest({ relationship: other })}
              </MenuItem>
            ),
            !pending && !asked && (
              <MenuItem key="change" onClick={item(() => ask('change'))}>
                <OtherIcon aria-hidden />
                {text.change({ relationship: other })}
              </MenuItem>
            ),
            asked === 'me' && (
              <MenuItem
                key="keep"
                onClick={item(
                  () =>
                    void want(
                      text.withdrawChange({ relationship: other }),
                      relationship,
                      text.changeWithdrawn({ relationship: other }),
                    ),
                )}
              >
                <UndoRounded aria-hidden />
                {text.withdrawChange({ relationship: other })}
              </MenuItem>
            ),
            <MenuItem key="end" onClick={item(() => ask('end'))} sx={{ color: 'error.main' }}>
              <PersonRemoveOutlined aria-hidden />
              {endLabel}
            </MenuItem>,
          ];
        }}
      </ControlMenu>
      {question === 'change' ? (
        <ConfirmDialog
          open={asking === 'change'}
          title={text.changeTitle({ relationship: other })}
          text={text.changeText({ relationship: other, name })}
          confirmLabel={other === 'family' ? text.changeAsk({ name }) : text.changeNow}
          isHarmless={other === 'family'}
          busy={isChanging}
          onConfirm={() => want(text.change({ relationship: other }), other, text.changeAsked({ name }))}
          onClose={() => setAsking(null)}
        />
      ) : (
        <ConfirmDialog
          open={asking === 'end'}
          title={text.removeTitle}
          text={removalText(connection)}
          busy={isRemoving}
          onConfirm={end}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
