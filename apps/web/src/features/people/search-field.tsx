import { SEARCH_MAX_LENGTH } from '@kinreel/contracts/people';
import { people as text } from '@kinreel/messages/en/people';
import SearchRounded from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import type { ComponentProps } from 'react';

/** The search field with its icon. */
export function SearchField(props: ComponentProps<'input'>) {
  return (
    <Box sx={{ position: 'relative', width: '100%' }}>
      <SearchRounded
        sx={{
          position: 'absolute',
          insetInlineStart: 16,
          insetBlock: 0,
          my: 'auto',
          color: 'text.secondary',
          pointerEvents: 'none',
        }}
      />
      <Box
        component="input"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={false}
        {...props}
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={SEARCH_MAX_LENGTH}
        sx={{
          width: '100%',
          minHeight: 48,
          border: 0,
          borderRadius: 1,
          bgcolor: 'sunken',
          color: 'text.primary',
          font: 'inherit',
          // The icon grows with the text.
          paddingInlineStart: 'calc(28px + 1.5rem)',
          paddingInlineEnd: 4,
          textOverflow: 'ellipsis',
          '&::placeholder': { color: 'text.secondary', opacity: 1 },
          '&::-webkit-search-cancel-button': { display: 'none' },
        }}
      />
    </Box>
  );
}
