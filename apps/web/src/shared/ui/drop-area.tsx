import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { type ComponentType, type ReactNode, useState } from 'react';
import { type Accept, ErrorCode, useDropzone } from 'react-dropzone';

interface DropAreaProps {
  /** MIME types and extensions of the accepted files. The server also checks the content. */
  accept: Accept;
  Icon: ComponentType<SvgIconProps>;
  /** For example "Click or Drag 1 Photo Here". */
  label: string;
  /** Shown below the label while there is no error. */
  hint: ReactNode;
  /** Error for a file of the wrong type. */
  rejected: string;
  /** Error for more than one file. */
  tooMany: string;
  /** Compact version without the icon, used once a file has been chosen. */
  small?: boolean;
  disabled?: boolean;
  /** Files smaller than this number of bytes are rejected as a wrong type. */
  minBytes?: number;
  /** Error for an empty file. */
  empty?: string;
  onFile: (file: File) => void;
}

/** Accepts one file by click or drag and drop. Shows an error inside the area for other types or several files. */
export function DropArea(props: DropAreaProps) {
  const {
    accept,
    Icon,
    label,
    hint,
    rejected,
    tooMany,
    small = false,
    disabled = false,
    minBytes = 0,
    empty,
    onFile,
  } = props;
  const [dropError, setDropError] = useState<string | null>(null);
  const { getRootProps, getInputProps, open, isDragActive, isDragReject } = useDropzone({
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    disabled,
    minSize: minBytes,
    onDrop: ([file], rejections) => {
      // All of several files may be rejected for another reason.
      const isTooMany =
        rejections.length > 1 ||
        rejections.some((one) => one.errors.some(({ code }) => code === ErrorCode.TooManyFiles));
      const wrong = rejections[0]?.file.size === 0 ? (empty ?? rejected) : rejected;
      setDropError(rejections.length === 0 ? null : isTooMany ? tooMany : wrong);
      if (file && rejections.length === 0) onFile(file);
    },
  });
  const error = isDragReject ? rejected : isDragActive ? null : dropError;
  return (
    <Box {...getRootProps({ role: undefined, tabIndex: undefined })}>
      <input {...getInputProps({ 'aria-label': label })} />
      <ButtonBase
        onClick={open}
        disabled={disabled}
        sx={{
          width: '100%',
          minHeight: small ? 88 : { xs: 150, sm: 236 },
          display: 'flex',
          flexDirection: small ? 'row' : 'column',
          flexWrap: small ? 'wrap' : undefined,
          justifyContent: 'center',
          gap: small ? 3 : { xs: 1.5, sm: 3 },
          p: small ? 4 : 5,
          typography: 'body1',
          textAlign: 'center',
          borderRadius: '20px',
          border: '2.5px',
          borderStyle: isDragActive && !isDragReject ? 'solid' : 'dashed',
          borderColor: error ? 'error.main' : isDragActive ? 'primary.main' : 'edge',
          bgcolor: isDragActive && !isDragReject ? 'tint.main' : undefined,
          transition: 'background-color 140ms, border-color 140ms',
          '&:hover': { bgcolor: 'sunken' },
        }}
      >
        {!small && (
          <Box
            sx={{
              width: { xs: 52, sm: 76 },
              height: { xs: 52, sm: 76 },
              display: 'grid',
              placeItems: 'center',
              borderRadius: '50%',
              bgcolor: 'tint.main',
              color: 'tint.contrastText',
            }}
          >
            <Icon sx={{ fontSize: { xs: 28, sm: 34 } }} aria-hidden />
          </Box>
        )}
        <Box sx={{ fontWeight: 600, fontSize: small ? '1.125rem' : { xs: '1.25rem', sm: '1.375rem' } }}>{label}</Box>
        {error ? (
          <Box role="alert" sx={{ color: 'error.main', fontWeight: 600 }}>
            {error}
          </Box>
        ) : (
          hint
        )}
      </ButtonBase>
    </Box>
  );
}
