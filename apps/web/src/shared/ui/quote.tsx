import Box from '@mui/material/Box';

/** A person's text, with its line breaks. */
export function Quote({ children }: { children: string }) {
  return (
    <Box
      component="blockquote"
      sx={{
        m: 0,
        mt: 2,
        paddingInlineStart: 3,
        borderInlineStart: '4px solid',
        borderColor: 'primary.main',
        color: 'text.primary',
        fontSize: '1.0625rem',
        whiteSpace: 'pre-line',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  );
}
