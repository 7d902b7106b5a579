import { common } from '@kinreel/messages/en/common';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import { FormField, type FormFieldProps } from './form-field.tsx';

/** A password field with a button to show the password. */
export function PasswordField(props: Omit<FormFieldProps, 'type' | 'endAdornment'>) {
  const [shown, setShown] = useState(false);
  return (
    <FormField
      {...props}
      type={shown ? 'text' : 'password'}
      inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, ...props.inputProps }}
      endAdornment={
        <InputAdornment position="end" sx={{ marginInlineEnd: -2.5 }}>
          <IconButton
            aria-label={shown ? common.hidePassword : common.showPassword}
            onClick={() => setShown(!shown)}
            // Keep the focus in the field, so that the phone's keyboard stays open.
            onMouseDown={(event) => event.preventDefault()}
          >
            {shown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
