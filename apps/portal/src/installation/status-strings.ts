export const statusStrings = {
  loading: 'The status is loading',
  title: 'Installation',
  version: 'Product version',
  database: 'Database',
  kinds: { embedded: 'Embedded', postgresql: 'PostgreSQL' },
  databaseOf: (kind: string, version: string, size: string) => `${kind}, version ${version}, ${size}`,
  uptime: 'Running for',
  clock: 'Clock of the server',
  folder: 'Data folder',
  service: 'Service',
  publicPage: 'The public status page',
  room: 'Room on the disk',
  roomText: 'The disk that holds the data folder of the server that answers.',
  elsewhere: 'PostgreSQL may lie on another disk or machine, of which nothing is known here.',
  noFolder: 'This server has no data folder.',
  free: (free: string, total: string, share: string) => `${free} of ${total} are free (${share}).`,
  low: 'There is little room. Positions of vehicles are stored every 30 seconds and exports are refused, until there is more.',
  notMeasured: 'How fast it fills was not measured yet. The first measurement is made within minutes of the start.',
  oneDay: 'How fast it fills is known after the second day.',
  never: (days: number) => `In the last ${lately(days)} it did not fill: at this pace it is never full.`,
  full: (left: number, days: number, perDay: string) =>
    `At the pace of the last ${lately(days)}, ${perDay} a day, it is full ${inDays(left)}.`,
  tables: 'Largest tables',
  tablesText:
    'With their indexes, as measured once a day. Rows with “about” are the database’s own estimate: counting them would take long.',
  noTables: 'No table was measured yet',
  columns: { table: 'Table', size: 'Size', rows: 'Rows', growth: 'Growth a day' },
  about: (rows: string) => `about ${rows}`,
  unknown: 'not known yet',
  byDay: 'Growth by day',
  byDayText: 'What came to the database and its largest tables since the day before. Days in UTC.',
  day: 'Day',
  freeColumn: 'Free on the disk',
} as const

function lately(days: number): string {
  return days === 1 ? 'day' : `${days} days`
}

const MANY_YEARS = 3650
function inDays(left: number): string {
  if (left > MANY_YEARS) return 'in more than ten years'
  return left < 1 ? 'within a day' : left === 1 ? 'in one day' : `in ${left} days`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const TWO_DAYS = 48 * HOUR

/** Seconds in the larger unit. */
export const lasting = (seconds: number): string => {
  if (seconds < 2 * MINUTE) return 'less than two minutes'
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / MINUTE)} minutes`
  return seconds < TWO_DAYS ? `${Math.floor(seconds / HOUR)} hours` : `${Math.floor(seconds / (24 * HOUR))} days`
}
