import type { Captions } from '@kinreel/contracts/captions';
import { captionEncodings } from '@kinreel/messages/en/caption-encodings';
import { captions as text } from '@kinreel/messages/en/captions';
import { common } from '@kinreel/messages/en/common';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import HearingRounded from '@mui/icons-material/HearingRounded';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useRef, useState } from 'react';
import { downloadCaptionFile, OLD_ENCODINGS, type OldEncoding, readCaptionFile } from '../caption-file.ts';
import { toCues } from '../cue-list.ts';
import type { CaptionsEditor } from '../use-captions-editor.ts';

interface CaptionFileToolsProps {
  /** The prompt of the video, used as the name of a downloaded file. */
  name: string;
  editor: CaptionsEditor;
  server: Captions;
}

/** Opens and downloads caption files, and requests an automatic draft. */
export function CaptionFileTools({ name, editor, server }: CaptionFileToolsProps) {
  const { list, dispatch, isRequestingDraft } = editor;
  const input = useRef<HTMLInputElement>(null);
  const encodingId = useId();
  const [old, setOld] = useState<{ file: File; encoding: OldEncoding } | null>(null);
  const [fileNotice, setFileNotice] = useState<{ severity: 'info' | 'error'; text: string } | null>(null);
  const canRequestDraft = server.source !== 'person' && (server.draft === 'offered' || server.draft === 'failed');

  async function open(file: File, encoding?: OldEncoding) {
    const result = await readCaptionFile(file, encoding);
    if ('error' in result) {
      setOld(null);
      setFileNotice({ severity: 'error', text: text[result.error] });
      return;
    }
    dispatch({ type: 'load', cues: result.cues, from: 'file' });
    setOld(result.encoding && { file, encoding: result.encoding });
    const { skipped } = result;
    const count = result.cues.length;
    setFileNotice({
      severity: 'info',
      text: skipped > 0 ? text.openedPartly({ count, skipped }) : text.opened({ count }),
    });
  }

  return (
    <Box sx={{ mt: { md: 5 }, order: 1 }}>
      {canRequestDraft && (
        <Button
          startIcon={<HearingRounded />}
          loading={isRequestingDraft}
          loadingPosition="start"
          onClick={() => editor.requestDraft()}
          sx={TOOL_BUTTON}
        >
          {text.requestDraft}
        </Button>
      )}
      <Button startIcon={<UploadFileOutlined />} onClick={() => input.current?.click()} sx={TOOL_BUTTON}>
        {text.openFile}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        aria-label={text.file}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allows selecting the same file again.
          event.target.value = '';
          if (file) void open(file);
        }}
      />
      <Button
        startIcon={<FileDownloadOutlined />}
        disabled={list.cues.length === 0}
        onClick={() => downloadCaptionFile(toCues(list), name)}
        sx={TOOL_BUTTON}
      >
        {text.download}
      </Button>
      {fileNotice && (
        <Alert
          severity={fileNotice.severity}
          onClose={() => setFileNotice(null)}
          closeText={common.closeNotice}
          sx={{ mt: 2 }}
        >
          {fileNotice.text}
        </Alert>
      )}
      {old && (
        <FormControl fullWidth sx={{ mt: 3 }}>
          <FormLabel htmlFor={encodingId} sx={{ mb: 1.5 }}>
            {text.lettersWrong}
          </FormLabel>
          <NativeSelect
            variant="outlined"
            value={old.encoding}
            input={<OutlinedInput />}
            IconComponent={KeyboardArrowDownRounded}
            inputProps={{ id: encodingId }}
            onChange={(event) => void open(old.file, event.target.value as OldEncoding)}
          >
            {OLD_ENCODINGS.map((encoding) => (
              <option key={encoding} value={encoding}>
                {captionEncodings[encoding]}
              </option>
            ))}
          </NativeSelect>
        </FormControl>
      )}
    </Box>
  );
}

const TOOL_BUTTON = { px: 2, marginInlineStart: -1, marginInlineEnd: 2, minHeight: 44, fontSize: '1.0625rem' };
