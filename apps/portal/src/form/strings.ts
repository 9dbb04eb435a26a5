export const formStrings = {
  noSuchTime: 'Choose a time from the list, such as 9:05 am',
  noSuchDay: 'Enter a date such as 24/11/2026',
  tooEarly: (day: string) => `Choose ${day} or later`,
  tooLate: (day: string) => `Choose ${day} or earlier`,
  reset: 'Reset',
  submit: 'Submit',
  required: 'Please fill out all required fields.',
  failed: 'Error submitting form',
  correct: 'Please correct the marked fields.',
  counter: (length: number, most: number) => `${length} / ${most}`,
  yes: 'Yes',
  no: 'No',
  conflictTitle: 'Another user has changed this record',
  conflictText: 'Take their version, or choose field by field and save yours over it.',
  conflictNone: 'They changed other fields than you: saving keeps both.',
  yours: 'Yours',
  theirs: 'Theirs',
  reload: 'Reload their version',
  overwrite: 'Save over it',
  empty: 'empty',
} as const

export const passwordStrings = {
  more: (count: number) => `You need ${count} more characters`,
  passwordFine: 'Your password looks fine',
  mismatch: "Your passwords don't match",
  confirmationFine: 'Your confirmation looks fine',
} as const
