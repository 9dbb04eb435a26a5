export const trafficStrings = {
  label: 'Traffic',
  levels: { free: 'Free flow', slow: 'Slow', heavy: 'Heavy' },
  /** by what driving times in free flow are multiplied now */
  now: (level: string, factor: string) => `${level}: driving times × ${factor}`,
  of: (region: string, text: string) => `${region}. ${text}`,
  closed: (count: number) => (count === 1 ? '1 road closed' : `${count} roads closed`),
  loading: 'Loading travel times',
  failed: 'Travel times could not be loaded',
} as const
