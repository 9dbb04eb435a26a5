/**
 * Every time zone of this browser: the chosen one first, then those of the same part of the world. One that the
 * browser spells differently can still be chosen.
 */
export const timeZoneNames = (current: string): readonly string[] => {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
  if (current !== '') names.add(current)
  const [area] = current.split('/')
  const rank = (name: string): number => (name === current ? 0 : name.startsWith(`${area}/`) ? 1 : 2)
  return [...names].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
