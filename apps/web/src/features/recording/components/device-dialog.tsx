import { recording as text } from '@kinreel/messages/en/recording';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import type { Device, DeviceChoice } from '../devices.ts';

interface DeviceDialogProps {
  open: boolean;
  cameras: readonly Device[];
  microphones: readonly Device[];
  choice: DeviceChoice;
  /** The stream of the current devices. */
  stream: MediaStream | null;
  onChoose: (change: Partial<DeviceChoice>) => void;
  onClose: () => void;
  onClosed: () => void;
}

/** Chooses the camera and the microphone, and saves the choice. */
export function DeviceDialog({
  open,
  cameras,
  microphones,
  choice,
  stream,
  onChoose,
  onClose,
  onClosed,
}: DeviceDialogProps) {
  const inUse = (tracks: MediaStreamTrack[] | undefined) => tracks?.[0]?.getSettings().deviceId ?? '';
  const options = (devices: readonly Device[]) => devices.map(({ id, label }) => [id, label] as const);
  return (
    <AppDialog
      open={open}
      title={text.devicesTitle}
      onClose={onClose}
      onClosed={onClosed}
      actions={
        <Button variant="contained" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <Stack sx={{ gap: 5 }}>
        <SelectField
          label={text.camera}
          value={inUse(stream?.getVideoTracks()) || choice.camera}
          options={options(cameras)}
          onChange={(camera) => onChoose({ camera })}
        />
        {!choice.silent && (
          <SelectField
            label={text.microphone}
            value={inUse(stream?.getAudioTracks()) || choice.microphone}
            options={options(microphones)}
            onChange={(microphone) => onChoose({ microphone })}
          />
        )}
      </Stack>
    </AppDialog>
  );
}
