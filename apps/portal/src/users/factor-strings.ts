export const factorStrings = {
  details: 'Details',
  sessions: 'Sessions',
  blocked: 'Sign-in is blocked',
  blockedText: (name: string, when: string) =>
    `${name} said on ${when} by “This was not me” that it was somebody else.`,
  resetLifts: 'A new password by mail lifts it.',
  resetDoesNotLift:
    'A new password by mail does not lift it: before, the e-mail address was changed, or a second step, recovery codes or a sign-in provider were added. Find out whose they are, take away here what is somebody else’s, and let the user choose a new password before you allow it.',
  unblock: 'Allow sign-in again',
  unblocked: 'Signing in is allowed again.',
  notUnblocked: 'Signing in stays blocked',
  title: 'Second step',
  none: 'None is set up.',
  take: 'Take away',
  takeTitle: 'Take the second step away?',
  takeText: (name: string) =>
    `For when ${name} has lost the phone and the recovery codes. Their sessions end, they are told by mail, sign in with the password alone, and are asked to set up another one.`,
  reason: 'Reason',
  cancel: 'Cancel',
  taken: 'The second step was taken away.',
} as const
