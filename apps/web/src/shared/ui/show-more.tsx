import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

interface ShowMoreProps {
  /** An infinite query of RTK Query. */
  query: {
    hasNextPage: boolean;
    isError: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  /** Text for a next page that failed to load. */
  failed: string;
  /** Top padding in theme units. */
  pt: number;
}

/** The button below a list that loads the next page. Renders nothing on the last page. */
export function ShowMore({ query, failed, pt }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, pt }}>
      {query.isError && !query.isFetching && <span role="alert">{failed}</span>}
      <Button
        variant="outlined"
        loading={query.isFetchingNextPage}
        loadingPosition="start"
        onClick={() => query.fetchNextPage()}
      >
        {common.showMore}
      </Button>
    </Box>
  );
}
