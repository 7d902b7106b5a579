import { SEARCH_MAX_LENGTH } from '@kinreel/contracts/people';
import type { Person } from '@kinreel/contracts/profile';
import { common } from '@kinreel/messages/en/common';
import { people as messages } from '@kinreel/messages/en/people';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useState } from 'react';
import { errorMessage } from '../../shared/api/api-error.ts';
import { formatPlace, fullName } from '../../shared/format/person.ts';
import { PersonAvatar } from '../../shared/ui/person-avatar.tsx';
import { useDebounced } from '../../shared/ui/use-debounced.ts';
import { visuallyHidden } from '../../shared/ui/visually-hidden.ts';
import { useSearchPeopleQuery } from './people.api.ts';
import { SearchField } from './search-field.tsx';

/** Delay between the last keystroke and the request. */
const DEBOUNCE_MS = 200;

export interface SearchBoxProps {
  /** Called when the user selects a person. */
  onPick: (personId: string) => void;
  autoFocus?: boolean;
  /** Initial text of the field. */
  initialText?: string;
  /** Shows the results in the document flow instead of a popup (in the search drawer on phones). */
  inline?: boolean;
}

/** Finds people while the user types (HEAD-02, HEAD-03). */
export function SearchBox({ onPick, autoFocus = false, initialText = '', inline = false }: SearchBoxProps) {
  const [text, setText] = useState(initialText);
  const query = useDebounced(text.trim().slice(0, SEARCH_MAX_LENGTH), DEBOUNCE_MS);
  const { currentData, isFetching, error, refetch } = useSearchPeopleQuery(query, { skip: query === '' });
  const people = query ? (currentData ?? []) : [];
  const [isOpen, setOpen] = useState(false);

  const box = useAutocomplete<Person, false, false, false>({
    id: inline ? 'people-search-phone' : 'people-search',
    options: people,
    value: null,
    inputValue: text,
    // Without text no popup is open, so Escape closes the surrounding drawer.
    open: isOpen && text !== '',
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onInputChange: (_event, value, reason) => reason === 'input' && setText(value),
    onChange: (_event, person) => {
      if (!person) return;
      setText('');
      onPick(person.id);
    },
    // The server has already filtered the results.
    filterOptions: (options) => options,
    getOptionLabel: fullName,
    getOptionKey: (person) => person.id,
    isOptionEqualToValue: (a, b) => a.id === b.id,
    autoHighlight: true,
    openOnFocus: true,
    clearOnBlur: false,
    clearOnEscape: true,
    blurOnSelect: true,
  });

  const open = box.popupOpen && query !== '';
  const announcement =
    !open || isFetching ? '' : error ? errorMessage(error) : messages.count({ count: people.length });

  return (
    <Box {...box.getRootProps()} sx={{ position: 'relative', width: '100%' }}>
      <SearchField {...box.getInputProps()} autoFocus={autoFocus} />
      {open && (
        <Paper
          elevation={inline ? 0 : 2}
          sx={{
            mt: 2,
            borderRadius: 1,
            overflow: 'hidden auto',
            maxHeight: 'min(480px, 70vh)',
            ...(inline
              ? { bgcolor: 'transparent' }
              : {
                  position: 'absolute',
                  zIndex: 'modal',
                  insetInline: 0,
                  minWidth: 300,
                  bgcolor: 'raised',
                  border: 1,
                  borderColor: 'divider',
                }),
          }}
        >
          {people.length > 0 ? (
            <Box
              component="ul"
              {...box.getListboxProps()}
              aria-label={messages.results}
              sx={{ listStyle: 'none', m: 0, p: 2 }}
            >
              {people.map((person, index) => {
                const { key, ...option } = box.getOptionProps({ option: person, index });
                return (
                  <Box
                    component="li"
                    key={person.id}
                    {...option}
                    sx={{
                      display: 'flex',
                      alignItems: 'center',
                      gap: 3.5,
                      minHeight: 60,
                      px: 3,
                      borderRadius: '8px',
                      cursor: 'pointer',
                      '&.Mui-focused': { bgcolor: 'sunken' },
                    }}
                  >
                    <PersonAvatar name={fullName(person)} src={person.profile_image} size={44} />
                    <span>
                      <Box component="span" sx={{ display: 'block', fontWeight: 600, lineHeight: 1.25 }}>
                        {fullName(person)}
                      </Box>
                      <Box component="span" sx={{ display: 'block', fontSize: '1rem', lineHeight: 1.3, opacity: 0.9 }}>
                        {formatPlace(person)}
                      </Box>
                    </span>
                  </Box>
                );
              })}
            </Box>
          ) : (
            <Box sx={{ px: 4, py: 4, color: 'text.secondary' }}>
              {isFetching ? (
                messages.searching
              ) : error ? (
                <>
                  {errorMessage(error)}{' '}
                  <Box
                    component="button"
                    type="button"
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => void refetch()}
                    sx={{
                      minHeight: 44,
                      font: 'inherit',
                      fontWeight: 600,
                      color: 'accent.main',
                      bgcolor: 'transparent',
                      border: 0,
                      textDecoration: 'underline',
                      cursor: 'pointer',
                    }}
                  >
                    {common.retry}
                  </Box>
                </>
              ) : (
                messages.noneFor({ query })
              )}
            </Box>
          )}
        </Paper>
      )}
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
    </Box>
  );
}
