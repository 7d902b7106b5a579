import { US_STATES } from '@kinreel/contracts/states';
import { profileFields as text } from '@kinreel/messages/en/profile-fields';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import NativeSelect, { type NativeSelectProps } from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';

interface StateSelectProps extends Omit<NativeSelectProps, 'error' | 'children'> {
  label?: string;
  error?: string | undefined;
}

/** Select for the US state (REG-08). Native selects work best on phones and with screen readers. */
export function StateSelect({ label = text.state, error, id, ref, sx, ...select }: StateSelectProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const helpId = `${fieldId}-help`;
  return (
    <FormControl fullWidth error={Boolean(error)} sx={sx}>
      <FormLabel htmlFor={fieldId} sx={{ mb: { xs: 1.25, sm: 2 } }}>
        {label}
      </FormLabel>
      <NativeSelect
        {...select}
        variant="outlined"
        input={<OutlinedInput inputRef={ref} />}
        IconComponent={KeyboardArrowDownRounded}
        inputProps={{ id: fieldId, autoComplete: 'address-level1', 'aria-describedby': error ? helpId : undefined }}
      >
        <option value="">{text.outsideUnitedStates}</option>
        {US_STATES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </NativeSelect>
      {error && <FormHelperText id={helpId}>{error}</FormHelperText>}
    </FormControl>
  );
}
