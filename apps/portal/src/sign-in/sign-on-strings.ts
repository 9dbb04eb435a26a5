export const signOnStrings = {
  with: (name: string) => `Sign in with ${name}`,
  away: (name: string) => `${name} cannot be reached`,
  provider: 'The provider',
  refused: (id: string) => `Signing in did not work. Tell your administrator this number: ${id}`,
  over: 'That took too long. Please sign in again.',
} as const
