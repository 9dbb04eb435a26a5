export const searchStrings = {
  label: 'Search',
  entity: 'Search in',
  chooseEntity: 'Search in…',
  noEntity: 'Start typing to search.',
  chooseFirst: 'First choose what to search in.',
  tooShort: 'Please type more characters to start the search.',
  nothing: 'No matching records found.',
  failed: 'The search is not responding.',
  retry: 'Retry',
  clear: 'Clear the search',
  recent: 'Recent searches',
  results: 'Search results',
  pages: 'Pages of the search',
  noPlaceholder: 'Search',
  found: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  best: (count: string) => `The best ${count} are shown. Type more to narrow the search.`,
  keys: 'Ctrl K',
  booking: (id: number) => `#${id}`,
} as const

export const searchKeys = [
  { keys: ['Ctrl', 'K'], does: 'Search everywhere' },
  { keys: ['Page ↓', 'Page ↑'], does: 'In the search: next and previous page of results' },
] as const
