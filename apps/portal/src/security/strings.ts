export const securityStrings = {
  title: 'Security',
  sessions: 'Sessions',
} as const
