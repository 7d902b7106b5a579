import {
  REPORT_REASONS,
  REPORT_WORDS_MAX_LENGTH,
  type ReportReason,
  type ReportSubject,
} from '@kinreel/contracts/reports';
import { countCharacters } from '@kinreel/contracts/text';
import { common } from '@kinreel/messages/en/common';
import { reports as text } from '@kinreel/messages/en/reports';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatNumber } from '../../../shared/format/numbers.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useReportMutation } from '../reports.api.ts';

interface ReportDialogProps {
  open: boolean;
  about: ReportSubject;
  /** Id of the reported person or video. */
  subjectId: string;
  /** First name of the person, or of the video's owner. */
  name: string;
  onClose: () => void;
}

/**
 * Reports a person or a video to the operator, with a reason and an optional text. Afterwards it shows a thank-you
 * message.
 */
export function ReportDialog({ open, about, subjectId, name, onClose }: ReportDialogProps) {
  const formId = useId();
  const errorId = useId();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [report, { isLoading, isSuccess, error, reset }] = useReportMutation();

  /** Empties the form for the next opening. */
  function clear() {
    setReason(null);
    setWords('');
    setMissing(false);
    reset();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    setMissing(reason === null);
    if (reason !== null) void report({ about, id: subjectId, reason, words });
  }

  const title = about === 'video' ? text.videoTitle : text.personTitle({ name });
  if (isSuccess) {
    return (
      <AppDialog
        open={open}
        sheet
        title={text.sentTitle}
        onClose={onClose}
        onClosed={clear}
        maxWidth={520}
        actions={
          <Button autoFocus variant="contained" onClick={onClose}>
            {common.close}
          </Button>
        }
      >
        <Typography role="status">{about === 'person' ? text.sentBlock({ name }) : text.sent}</Typography>
      </AppDialog>
    );
  }
  return (
    <AppDialog
      open={open}
      sheet
      title={title}
      onClose={onClose}
      onClosed={clear}
      busy={isLoading}
      maxWidth={520}
      actions={
        <>
          <Button variant="outlined" disabled={isLoading} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" form={formId} variant="contained" loading={isLoading} loadingPosition="start">
            {text.send}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send}>
        <Typography sx={{ color: 'text.secondary', mb: 4 }}>{text.intro({ name })}</Typography>
        <FormControl error={isMissing} sx={{ mb: 4 }}>
          <FormLabel id={`${formId}-reasons`} sx={{ fontWeight: 600 }}>
            {text.reasons}
          </FormLabel>
          <RadioGroup
            aria-labelledby={`${formId}-reasons`}
            aria-describedby={isMissing ? errorId : undefined}
            value={reason}
            onChange={(_event, value) => {
              setReason(value as ReportReason);
              setMissing(false);
            }}
          >
            {REPORT_REASONS.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio />}
                label={text.reason({ reason: one })}
                sx={{ minHeight: 44 }}
              />
            ))}
          </RadioGroup>
          {isMissing && (
            <FormHelperText id={errorId} role="alert">
              {text.reasonMissing}
            </FormHelperText>
          )}
        </FormControl>
        <FormField
          label={text.words}
          multiline
          minRows={3}
          maxRows={8}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          hint={
            <span className="num">
              {text.wordsHint({
                used: formatNumber(countCharacters(words)),
                max: formatNumber(REPORT_WORDS_MAX_LENGTH),
              })}
            </span>
          }
          sx={{ '& .MuiOutlinedInput-root': { p: 0 } }}
        />
        {error && (
          <Alert severity="error" sx={{ mt: 4 }}>
            {errorMessage(error)}
          </Alert>
        )}
      </form>
    </AppDialog>
  );
}
