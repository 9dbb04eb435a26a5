export const photoStrings = {
  title: 'Photos',
  text: (place: number, count: number, subject: string, taken: string) =>
    `${count === 1 ? 'Photo' : `Photo ${place} of ${count}`}: ${subject}, ${taken}`,
  of: (place: number, count: number) => (count === 1 ? 'Photo' : `Photo ${place} of ${count}`),
  close: 'Close photo',
  before: 'Before',
  next: 'Next',
} as const
