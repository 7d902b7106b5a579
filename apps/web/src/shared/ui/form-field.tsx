import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';

export interface FormFieldProps extends Omit<OutlinedInputProps, 'error' | 'label'> {
  label: string;
  /** Validation error, shown below the field and announced with it. */
  error?: string | undefined;
  /** Help text below the field while there is no error. */
  hint?: ReactNode;
}

/**
 * A text field with its label above and its error below. Works with `register` of react-hook-form:
 * `<FormField label="City" {...register('city')} error={errors.city?.message} />`.
 */
export function FormField({ label, error, hint, id, ref, inputProps, slotProps, sx, ...input }: FormFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const helpId = `${fieldId}-help`;
  const help = error ?? hint;
  return (
    <FormControl fullWidth error={Boolean(error)} sx={sx}>
      <FormLabel htmlFor={fieldId} sx={{ mb: { xs: 1.25, sm: 2 } }}>
        {label}
      </FormLabel>
      <OutlinedInput
        {...input}
        id={fieldId}
        inputRef={ref}
        inputProps={{ ...inputProps, 'aria-describedby': help ? helpId : undefined }}
        slotProps={slotProps}
      />
      {help && <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}
