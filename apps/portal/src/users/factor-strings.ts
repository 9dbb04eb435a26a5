export const factorStrings = {
  details: 'Details',
  sessions: 'Sessions',
  title: 'Second step',
  none: 'None is set up.',
  take: 'Take away',
  takeTitle: 'Take the second step away?',
  takeText: (name: string) =>
    `For when ${name} has lost the phone and the recovery codes. Their sessions end, they are told by mail, and sign in with the password alone.`,
  reason: 'Reason',
  cancel: 'Cancel',
  taken: 'The second step was taken away.',
} as const
