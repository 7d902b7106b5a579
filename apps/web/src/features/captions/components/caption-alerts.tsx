import type { Captions } from '@kinreel/contracts/captions';
import { captions as text } from '@kinreel/messages/en/captions';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { localize } from '../../../shared/i18n/localize.ts';
import type { CaptionsEditor } from '../use-captions-editor.ts';

interface CaptionAlertsProps {
  editor: CaptionsEditor;
  server: Captions;
  onKeepMine: () => void;
}

/** Alerts about a conflict, a failed request or a draft. */
export function CaptionAlerts({ editor, server, onKeepMine }: CaptionAlertsProps) {
  const { failure, conflict, busy } = editor;
  const container = useRef<HTMLDivElement>(null);
  const spacing = { mb: 4 };

  // On phones the alert may be scrolled out of view.
  useEffect(() => {
    if (failure) container.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  return (
    <Box ref={container} sx={{ scrollMarginTop: { xs: 'calc(32vh + 96px)', md: 8 } }}>
      {conflict ? (
        <Alert severity="warning" sx={spacing}>
          <AlertTitle>{conflict.hasOthers ? text.conflictTitle : text.trimmedTitle}</AlertTitle>
          <div>{conflict.hasOthers ? text.conflictText : text.trimmedText}</div>
          {conflict.lost > 0 && <div>{text.cutOff({ count: conflict.lost })}</div>}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
            <Button variant="outlined" color="inherit" disabled={busy} onClick={onKeepMine} sx={ALERT_BUTTON}>
              {text.keepMine}
            </Button>
            {conflict.hasOthers && (
              <Button
                variant="outlined"
                color="inherit"
                disabled={busy}
                onClick={() => editor.takeTheirs()}
                sx={ALERT_BUTTON}
              >
                {text.takeTheirs}
              </Button>
            )}
          </Box>
        </Alert>
      ) : (
        failure && (
          <Alert severity="error" sx={spacing}>
            <div>{errorMessage(failure)}</div>
            <div>{text.stillHere}</div>
          </Alert>
        )
      )}
      {server.source === 'draft' && (
        <Alert severity="warning" sx={spacing}>
          <AlertTitle>{text.draftTitle}</AlertTitle>
          {text.draftText}
        </Alert>
      )}
      {server.draft === 'working' && (
        <Alert severity="info" sx={spacing}>
          <AlertTitle>{text.draftingTitle}</AlertTitle>
          {text.draftingText}
        </Alert>
      )}
      {server.draft === 'failed' && (
        <Alert severity="error" sx={spacing}>
          <AlertTitle>{text.noDraft}</AlertTitle>
          {localize('draft-failures', server.draft_code ?? '', server.draft_params, server.draft_reason ?? '')}
        </Alert>
      )}
    </Box>
  );
}

const ALERT_BUTTON = { color: 'inherit', borderColor: 'currentcolor' };
