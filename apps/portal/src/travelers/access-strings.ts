export const accessStrings = {
  value: 'Access',
  tab: 'Access',
  list: 'Who looked at this passenger',
  none: 'No one else has looked yet.',
  looked: (name: string, kind: string, looks: number) => {
    const who = kind === 'user' ? name : `${name} (${kind})`
    return looks === 1 ? `${who} looked once` : `${who} looked ${looks} times`
  },
  reason: (reason: string) => `Reason: ${reason}`,
  older: 'Show earlier',
} as const
