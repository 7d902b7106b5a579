import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';

export interface FormFieldProps extends Omit<OutlinedInputProps, 'error' | 'label'> {
  label: string;
  /** What is wrong with the value; shown below the field and read with it. */
  error?: string | undefined;
  /** A word of help below the field while nothing is wrong. */
  hint?: ReactNode;
}

/**
 * A text field with its label above and its error below. Takes what react-hook-form's `register` returns:
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
