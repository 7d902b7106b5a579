import { PERMISSIONS, type Permission } from '@kinreel/contracts/videos';
import { library as text } from '@kinreel/messages/en/library';
import { videos } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { type LibraryFilter as Filter, SORT_ORDERS, type SortOrder } from '../video-lists.ts';

interface LibraryFilterProps {
  filter: Filter;
  onChange: (change: Partial<Filter>) => void;
}

/** Searches and sorts the videos of Manage Library. */
export function LibraryFilter({ filter, onChange }: LibraryFilterProps) {
  const permissions: [Permission | '', string][] = [
    ['', text.all],
    ...PERMISSIONS.map((permission): [Permission, string] => [permission, videos[permission]]),
  ];
  return (
    <Box
      role="search"
      aria-label={text.videos}
      sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr 1fr', sm: '2fr 1fr 1fr' }, mt: 5 }}
    >
      <FormField
        label={text.find}
        type="search"
        placeholder={text.findHint}
        value={filter.text}
        onChange={(event) => onChange({ text: event.target.value })}
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      />
      <SelectField
        label={text.permission}
        value={filter.permission}
        options={permissions}
        onChange={(permission) => onChange({ permission })}
      />
      <SelectField
        label={text.sort}
        value={filter.sort}
        options={SORT_ORDERS.map((order): [SortOrder, string] => [order, text[order]])}
        onChange={(sort) => onChange({ sort })}
      />
    </Box>
  );
}
