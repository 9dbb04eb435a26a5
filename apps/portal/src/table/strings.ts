export const tableStrings = {
  noData: 'No data available',
  selectAll: 'Select all rows on this page',
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => `${count} items selected`,
  clearSelection: 'Clear selection',
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  clear: 'Clear',
  clearFilters: 'Clear search and filters',
  sortBy: (column: string) => `Sort by ${column}`,
  range: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  perPage: 'Rows per page',
  perPageOption: (size: number) => `${size} / page`,
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number) => `Page ${page}`,
  pager: 'Pages',
  stale: (time: string) => `Could not refresh. Shown as of ${time}.`,
  confirm: 'Confirm',
  cancel: 'Cancel',
  loading: 'Loading',
} as const

export const tableKeys = [
  { keys: ['/'], does: 'Search in the table' },
  { keys: ['↑', '↓'], does: 'Go from row to row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Space'], does: 'Select the row' },
  { keys: ['Shift', '←', '→'], does: 'On a column heading: make the column narrower or wider' },
] as const

export const bulkStrings = {
  code: 'To confirm, type',
  type: 'Code',
  cancel: 'Cancel',
  running: (count: number) => (count === 1 ? 'Working on 1 item' : `Working on ${count} items`),
  offline: 'The server cannot be reached. Nothing was changed.',
  done: (worked: number, all: number) => `${worked} out of ${all} items successful`,
  more: 'More...',
  less: 'Less...',
  retry: (count: number) => `Retry ${count} failed`,
  close: 'Close',
} as const
