export const backupStrings = {
  title: 'Backups',
  loading: 'The backups are loading',
  personal: 'A backup holds personal data of passengers and users.',
  encrypted: 'New ones are encrypted, for the keys that the operator has named.',
  open: 'New ones are not encrypted: whoever can read the folder can read them.',
  folder: 'Folder',
  kept: 'One is made each night at half past two. The newest of each of the last 7 days, 5 weeks and 12 months is kept; those from before updates stay.',
  backUpNow: 'Back up now',
  drillNow: 'Drill now',
  backingUp: (since: string) => `A backup is being made, asked for at ${since}.`,
  drilling: (since: string) => `A drill restores the newest backup, asked for at ${since}.`,
  failed: 'Nothing was begun',
  newest: (age: string) => `The newest good backup is ${age} old.`,
  none: 'There is no backup yet',
  noneReason: 'The first one is made in the coming night, or now.',
  noneOff: 'It makes none, so there is nothing to restore from here.',
  lastDrill: (age: string) => `The last drill, ${age} ago, restored its backup as it was.`,
  lastDrillFailed: (age: string, trouble: string) => `The last drill, ${age} ago, failed: ${trouble}`,
  list: 'Backups that are kept',
  columns: { made: 'Made', size: 'Size', kind: 'Kind', encrypted: 'Encrypted', checked: 'Checked' },
  kinds: { usual: 'Nightly, or by hand', 'before an update': 'Before an update' },
  yes: 'Yes',
  no: 'No',
  readBack: 'Read back',
  drilled: 'Read back and restored',
  drills: 'Drills',
  drillsText: 'Each Sunday the newest backup is restored into a folder of its own and compared.',
  noDrills: 'There was no drill yet',
  drillColumns: { at: 'Time', file: 'Backup', result: 'Result', size: 'Size', took: 'Took' },
  whole: 'Restored as it was',
  seconds: (seconds: string) => `${seconds} s`,
  minutes: (count: number) => (count === 0 ? 'less than a minute' : count === 1 ? 'a minute' : `${count} minutes`),
  hours: (count: number) => (count === 1 ? 'an hour' : `${count} hours`),
  days: (count: number) => `${count} days`,
} as const

const HOUR = 60
const TWO_DAYS = 48 * HOUR

/** How long ago, by the larger unit. */
export const ageBetween = (from: string, to: string): string => {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))
  if (minutes < HOUR) return backupStrings.minutes(minutes)
  return minutes < TWO_DAYS
    ? backupStrings.hours(Math.floor(minutes / HOUR))
    : backupStrings.days(Math.floor(minutes / (24 * HOUR)))
}
