export const uiStrings = {
  retry: 'Retry',
  failed: 'This could not be loaded',
  offline: 'The server cannot be reached. Check your connection.',
  slow: 'This page takes long to load. Try again in a moment.',
  requestId: (id: string) => `Request ${id}`,
  region: 'Region of this page',
  allRegions: 'All regions',
  loading: 'loading...',
  missing: 'N/A',
  selectRegionFailed: 'Error in Select Region',
} as const
