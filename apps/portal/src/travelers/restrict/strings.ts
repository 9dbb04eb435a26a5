export const restrictStrings = {
  title: 'Restrict use of data',
  what: 'While it is restricted, the passenger can be found but not booked; nothing is mailed, and exports and reports leave the passenger out. Journeys that are booked already stay: cancel those that should not take place.',
  reason: 'Reason',
  reasonHint: '5 to 250 characters. Everyone who reads the passenger sees it.',
  run: 'Restrict',
  change: 'Change the reason',
  lift: 'Let the data be used again',
  failed: 'The passenger could not be saved',
  thanks: 'Thank you',
  restricted: (name: string) => `The data of ${name} are only stored now.`,
  lifted: (name: string) => `The data of ${name} can be used again.`,
  note: 'Use of the data is restricted',
} as const
