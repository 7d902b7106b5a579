import {
  INVITING,
  type Inviting,
  REGISTRATION_MODES,
  type RegistrationMode,
  type RegistrationSettingRequest,
} from '@kinreel/contracts/registration';
import { administration as text } from '@kinreel/messages/en/administration';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useChangeRegistrationMutation, useGetRegistrationQuery } from '../administration.api.ts';

/**
 * Who may register: everybody, invited people or nobody. With invited people also who may invite. Changes are saved at
 * once.
 */
export function RegistrationChoice() {
  const labelId = useId();
  const invitingId = useId();
  const notices = useNotices();
  const { data, error, isError, refetch } = useGetRegistrationQuery();
  const [change, { isLoading }] = useChangeRegistrationMutation();
  if (!data) {
    if (!isError) return <LoadingState />;
    return <FailedState headingLevel="h2" title={text.registrationFailed} error={error} onRetry={refetch} />;
  }
  const isFixed = data.source === 'variable';

  async function choose(action: string, setting: RegistrationSettingRequest) {
    const result = await change(setting);
    if (!result.error) return notices.success({ title: text.modeSaved });
    notices.failed(action, result.error, () => void choose(action, setting));
  }

  return (
    <>
      <FormControl disabled={isFixed || isLoading}>
        <FormLabel id={labelId} sx={{ mb: 2, fontWeight: 600 }}>
          {text.registration}
        </FormLabel>
        <RadioGroup
          aria-labelledby={labelId}
          value={data.registration}
          onChange={(_event, mode) => void choose(text.mode({ mode }), { registration: mode as RegistrationMode })}
        >
          {REGISTRATION_MODES.map((mode) => (
            <FormControlLabel
              key={mode}
              value={mode}
              control={<Radio sx={{ alignSelf: 'flex-start' }} />}
              sx={{ minHeight: 44, mb: 2 }}
              label={
                <Box sx={{ py: 1.5 }}>
                  {text.mode({ mode })}
                  <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                    {text.modeHint({ mode })}
                  </Typography>
                </Box>
              }
            />
          ))}
        </RadioGroup>
        {isFixed && <Alert severity="info">{text.modeFixed}</Alert>}
        {data.source === 'default' && <Typography sx={{ color: 'text.secondary' }}>{text.modeDefault}</Typography>}
      </FormControl>
      {data.registration === 'invited' && (
        <FormControl disabled={isLoading} sx={{ display: 'flex', mt: 6 }}>
          <FormLabel id={invitingId} sx={{ mb: 2, fontWeight: 600 }}>
            {text.inviting}
          </FormLabel>
          <RadioGroup
            aria-labelledby={invitingId}
            value={data.inviting}
            onChange={(_event, who) => void choose(text.invitingBy({ who }), { inviting: who as Inviting })}
          >
            {INVITING.map((who) => (
              <FormControlLabel
                key={who}
                value={who}
                control={<Radio />}
                sx={{ minHeight: 48 }}
                label={text.invitingBy({ who })}
              />
            ))}
          </RadioGroup>
        </FormControl>
      )}
    </>
  );
}
