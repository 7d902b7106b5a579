import type { AnswerPage } from '@kinreel/contracts/answer-links';
import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { CopyLink } from './copy-link.tsx';

interface AnswerHelloProps {
  page: AnswerPage;
  /** Whether this browser can record. */
  canRecord: boolean;
  /** Takes of this link on this device that were not sent. */
  savedTakes: ReactNode;
  isPuttingAway: boolean;
  onRecord: () => void;
  onUpload: () => void;
  onPutAway: () => void;
}

/** Who asks what, who will see the answer, and the ways to answer. */
export function AnswerHello(props: AnswerHelloProps) {
  const { page, canRecord, savedTakes, isPuttingAway, onRecord, onUpload, onPutAway } = props;
  const [isAsking, setAsking] = useState(false);
  const asker = page.asker.first_name;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 3, sm: 4.5 } }}>
        <PersonAvatar name={asker} src={page.asker.photo} size={72} />
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 600, fontSize: { xs: '1.1875rem', sm: '1.375rem' }, lineHeight: 1.2 }}>
            {text.hello({ name: page.first_name })}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>{text.asks({ asker })}</Typography>
        </Box>
      </Box>
      <Typography
        variant="question"
        component="h1"
        sx={{
          // With large text at most so large that a line has room for a few words.
          fontSize: { xs: 'min(2.5rem, 12vw)', sm: 'min(3.75rem, 8vw)', md: 'min(4.5rem, 6vw)' },
          lineHeight: 1.1,
          letterSpacing: '-0.02em',
          my: { xs: 4, sm: 6 },
          overflowWrap: 'anywhere',
        }}
      >
        {page.question?.prompt}
      </Typography>
      <Box sx={{ display: 'flex', gap: 3, color: 'text.secondary', maxWidth: '34em' }}>
        <LockOutlined aria-hidden />
        <Typography sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{text.seen({ asker })}</Typography>
      </Box>
      {savedTakes}
      {canRecord ? <RecordButton onClick={onRecord} /> : <Elsewhere />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: { xs: 5, sm: 8 } }}>
        <Button variant="soft" size="large" startIcon={<FileUploadOutlined />} onClick={onUpload}>
          {text.upload}
        </Button>
        <Button size="large" disabled={isPuttingAway} onClick={() => setAsking(true)}>
          {text.putAway}
        </Button>
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={text.putAwayTitle}
        text={text.putAwayText({ asker })}
        confirmLabel={text.putAwayConfirm}
        cancelLabel={text.putAwayCancel}
        isHarmless
        onConfirm={() => {
          setAsking(false);
          onPutAway();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function RecordButton({ onClick }: { onClick: () => void }) {
  return (
    <ButtonBase
      onClick={onClick}
      sx={{
        mt: { xs: 6, sm: 9 },
        gap: { xs: 4, sm: 6 },
        alignSelf: 'flex-start',
        textAlign: 'start',
        borderRadius: '56px 20px 20px 56px',
      }}
    >
      <Box
        component="span"
        sx={{
          width: { xs: 96, sm: 112 },
          height: { xs: 96, sm: 112 },
          borderRadius: '50%',
          flex: 'none',
          display: 'grid',
          placeItems: 'center',
          bgcolor: 'accent.main',
          color: 'accent.contrastText',
          boxShadow: (theme) => `0 0 0 8px ${theme.vars?.palette.tint.main}`,
        }}
      >
        <VideocamOutlined aria-hidden sx={{ fontSize: 48 }} />
      </Box>
      <span>
        <Typography
          component="span"
          sx={{ display: 'block', fontWeight: 600, fontSize: { xs: '1.5rem', sm: '1.75rem' } }}
        >
          {text.record}
        </Typography>
        <Typography component="span" sx={{ color: 'text.secondary' }}>
          {text.recordHint}
        </Typography>
      </span>
    </ButtonBase>
  );
}

/** How to continue in a browser that can record, with the same link. */
function Elsewhere() {
  return (
    <Box component="section" aria-labelledby="elsewhere" sx={{ mt: { xs: 6, sm: 8 }, maxWidth: '34em' }}>
      <Typography id="elsewhere" variant="h2">
        {text.elsewhere}
      </Typography>
      <Typography sx={{ mt: 2, color: 'text.secondary' }}>{text.elsewhereText}</Typography>
      <Box component="ol" sx={{ pl: 6, my: 4, display: 'grid', gap: 2 }}>
        <li>{text.elsewhereCopy}</li>
        <li>{text.elsewhereOpen}</li>
        <li>{text.elsewherePaste}</li>
      </Box>
      <CopyLink />
      <Typography sx={{ mt: 3, color: 'text.secondary' }}>{text.sameLink}</Typography>
    </Box>
  );
}
