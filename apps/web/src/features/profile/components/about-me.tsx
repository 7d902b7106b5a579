import { profile } from '@kinreel/messages/en/profile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useId, useRef, useState } from 'react';

/** Lines shown before "Read more". */
const COLLAPSED_LINES = 5;

/** A person's About me text (PROF-03), collapsed to five lines. */
export function AboutMe({ text }: { text: string }) {
  const id = useId();
  const paragraph = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);

  useEffect(() => {
    const element = paragraph.current;
    if (!element || isOpen) return;
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);

  if (!text.trim()) return null;
  return (
    <Box sx={{ maxWidth: 720, mt: { xs: 3, sm: 4.5 } }}>
      <Box
        id={id}
        ref={paragraph}
        sx={{
          fontSize: { xs: '1.125rem', sm: '1.25rem' },
          lineHeight: 1.5,
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
          textWrap: 'pretty',
          ...(!isOpen && {
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: COLLAPSED_LINES,
            overflow: 'hidden',
          }),
        }}
      >
        {text.trim()}
      </Box>
      {isLong && (
        <Button
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          sx={{ marginInlineStart: -3.5 }}
        >
          {isOpen ? profile.readLess : profile.readMore}
        </Button>
      )}
    </Box>
  );
}
