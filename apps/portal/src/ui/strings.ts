export const uiStrings = {
  retry: 'Retry',
  cancel: 'Cancel',
  failed: 'This could not be loaded',
  offline: 'The server cannot be reached. Check your connection.',
  notUnderstood: 'The server has another version than this page. Load the page again.',
  noCode:
    'The code of this page could not be loaded. Check your connection, or load the portal again: it may have a new version.',
  loadAgain: 'Load the portal again',
  slow: 'This page is taking a long time to load. Try again in a moment.',
  requestId: (id: string) => `Request ${id}`,
  region: 'Region of this page',
  allRegions: 'All regions',
  loading: 'loading...',
  missing: 'N/A',
  arrived: 'Arrived',
  departed: 'Departed',
  eventLog: {
    date: 'Date',
    user: 'User',
    entries: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  },
  selectRegionFailed: 'Error in Select Region',
} as const
