import { audienceSentence } from '@kinreel/messages/en/audience-sentence';
import { uploadPages as text } from '@kinreel/messages/en/upload-pages';
import Alert, { type AlertProps } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router';
import { useGetAudienceInfiniteQuery } from '../../features/audience/audience.api.ts';
import { audienceText } from '../../features/audience/audience-text.ts';
import { latestDone, selectLatestFile } from '../../features/uploads/published-upload.ts';
import { showUpload } from '../../features/uploads/upload-actions.ts';
import { selectUpload } from '../../features/uploads/uploads-selectors.ts';
import { paths } from '../paths.ts';

/** The next steps for an uploaded file: choose its question, then who may see it. A recording has both. */
export function UploadSteps() {
  const dispatch = useDispatch();
  const upload = useSelector(selectUpload);
  const latest = useSelector(selectLatestFile);
  const seen = useWhoSees(latest?.videoId);
  return (
    <>
      {upload?.prompt === null && (
        <Strip severity="warning" title={text.questionNeededTitle} hint={text.questionNeededText(upload.file)}>
          <Button variant="contained" onClick={() => dispatch(showUpload())}>
            {text.chooseQuestion}
          </Button>
        </Strip>
      )}
      {latest?.prompt && seen && (
        <Strip severity="info" title={text.audienceTitle} hint={seen.hint(latest.prompt)}>
          <Button
            component={Link}
            to={paths.savedAnswer(latest.videoId)}
            state={{ prompt: latest.prompt }}
            variant="contained"
          >
            {text.chooseAudience}
          </Button>
          <Button variant="outlined" onClick={() => dispatch(latestDone())}>
            {seen.isPrivate ? text.keepPrivate : text.keepShared}
          </Button>
        </Strip>
      )}
    </>
  );
}

/** Who can see a new video; null while it is loading. If that fails, it says nothing. */
function useWhoSees(videoId: string | undefined) {
  const { data, isError } = useGetAudienceInfiniteQuery(videoId ?? '', {
    skip: videoId === undefined,
    refetchOnMountOrArgChange: true,
  });
  const audience = data?.pages[0];
  if (!audience) return isError ? { isPrivate: false, hint: ({ prompt }: { prompt: string }) => prompt } : null;
  const { permission, summary, opens_at } = audience;
  const sentence = audienceText({ permission, audience: summary, opens_at, status: 'ready' });
  if (sentence === audienceSentence.onlyYou) return { isPrivate: true, hint: text.audienceText };
  return { isPrivate: false, hint: ({ prompt }: { prompt: string }) => text.sharedText({ sentence, prompt }) };
}

interface StripProps {
  severity: AlertProps['severity'];
  title: string;
  hint: string;
  /** Buttons. */
  children: ReactNode;
}

function Strip({ severity, title, hint, children }: StripProps) {
  return (
    <Alert severity={severity} role="status" sx={{ mt: 4, overflowWrap: 'anywhere' }}>
      <AlertTitle>{title}</AlertTitle>
      {hint}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 3 }}>{children}</Box>
    </Alert>
  );
}
