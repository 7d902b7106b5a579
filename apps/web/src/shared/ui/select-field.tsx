import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  /** The values with their labels, in order. */
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}

/** A select with its label above. Native selects work best on phones and with screen readers. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: { xs: 1.25, sm: 2 } }}>
        {label}
      </FormLabel>
      <NativeSelect
        variant="outlined"
        input={<OutlinedInput />}
        IconComponent={KeyboardArrowDownRounded}
        inputProps={{ id }}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </FormControl>
  );
}
