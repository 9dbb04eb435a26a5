export const uiStrings = {
  retry: 'Retry',
  failed: 'This could not be loaded',
  offline: 'The server cannot be reached. Check your connection.',
  requestId: (id: string) => `Request ${id}`,
} as const
