export const photoStrings = {
  title: 'Photos',
  text: (place: number, count: number, subject: string, taken: string) =>
    `${count === 1 ? 'Photo' : `Photo ${place} of ${count}`}: ${subject}, ${taken}`,
  of: (place: number, count: number) => (count === 1 ? 'Photo' : `Photo ${place} of ${count}`),
  close: 'Close photo',
  previous: 'Previous',
  next: 'Next',
  failed: 'The photo could not be loaded',
  retry: 'Retry',
  retryOf: (text: string) => `Retry ${text}`,
} as const
