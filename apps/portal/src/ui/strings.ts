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
  file: {
    workbook: 'This is a workbook with the name of a CSV file. Open it in the spreadsheet and save it as CSV.',
    tooBig: (most: number) => `This file is larger than ${most} MB. Split it and import the parts one after the other.`,
    encoding: 'The file is not UTF-8; it is read as Western European text. Check names with accents.',
  },
} as const
