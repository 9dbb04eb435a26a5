export const identityStrings = {
  title: 'Sign-in providers',
  none: 'Joined to none.',
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  provider: 'Provider',
  subject: 'Subject there (sub)',
  join: 'Join',
  failed: 'Nothing was changed',
} as const
