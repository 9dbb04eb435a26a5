import { type PlaceColumn, PlaceInput, placeColumns, type ServiceSpan } from '@ambit/contract'
import type { CsvCell } from '../http/csv.ts'
import type { PlaceRecord } from './queries.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const CLOSED = 'closed'
const SPAN = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const hoursOf =
  (day: number) =>
  ({ hours }: PlaceRecord): CsvCell => {
    const spans = hours?.[day]
    if (spans === undefined) return ''
    return spans.length === 0 ? CLOSED : spans.map(({ from, until }) => `${clock(from)}-${clock(until)}`).join('; ')
  }

/** A place as the columns of a file say it, so that what was exported can be imported. */
export const cellsOf: Record<PlaceColumn, (place: PlaceRecord) => CsvCell> = {
  Name: ({ name }) => name,
  'Other Names': ({ other_names }) => other_names.join('; '),
  Category: ({ category }) => category,
  Address: ({ address }) => address,
  Latitude: ({ target }) => target[1],
  Longitude: ({ target }) => target[0],
  'Note for Drivers': ({ note }) => note,
  Monday: hoursOf(0),
  Tuesday: hoursOf(1),
  Wednesday: hoursOf(2),
  Thursday: hoursOf(3),
  Friday: hoursOf(4),
  Saturday: hoursOf(5),
  Sunday: hoursOf(6),
}

/** `08:00-12:00; 13:00-17:00`, or `closed`; null where it is neither. A day that ends by midnight or after goes on. */
const readSpans = (text: string): ServiceSpan[] | null => {
  if (text.toLowerCase() === CLOSED) return []
  const spans = text.split(/[;,]/).map((part) => {
    const [, fromHour, fromMinute, untilHour, untilMinute] = SPAN.exec(part.trim())?.map(Number) ?? []
    if (fromHour === undefined || fromMinute === undefined || untilHour === undefined || untilMinute === undefined)
      return null
    const [from, until] = [fromHour * 60 + fromMinute, untilHour * 60 + untilMinute]
    return { from, until: until <= from ? until + 24 * 60 : until }
  })
  return spans.some((span) => span === null) ? null : spans.filter((span) => span !== null)
}

type Sent = Readonly<Record<string, string>>
type Read = { place: PlaceInput | null; address: string; problems: string[] }

const labels: Readonly<Record<string, PlaceColumn>> = {
  name: 'Name',
  other_names: 'Other Names',
  category: 'Category',
  address: 'Address',
  note: 'Note for Drivers',
}

/** A row of a file as a place. Where it has no coordinates, `pointOf` finds those of its address; null: there are none. */
export const readRow = (region_id: number, sent: Sent, pointOf: (address: string) => [number, number] | null): Read => {
  const known = new Map<string, string>(placeColumns.map((column) => [column.toLowerCase(), column]))
  const cells = new Map<string, string>()
  for (const [column, text] of Object.entries(sent)) {
    const name = known.get(column.trim().toLowerCase())
    if (name !== undefined) cells.set(name, text.trim())
  }
  const cell = (column: PlaceColumn): string => cells.get(column) ?? ''
  const problems: string[] = []
  const hours = DAYS.map((day) => {
    if (cell(day) === '') return null
    const spans = readSpans(cell(day))
    if (spans === null) problems.push(`${day}: please write times such as 08:00-12:00; 13:00-17:00, or closed`)
    return spans
  })
  const address = cell('Address')
  const point = placedAt(cell('Latitude'), cell('Longitude'), () => pointOf(address))
  if (typeof point === 'string') problems.push(point)
  const parsed = PlaceInput.safeParse({
    region_id,
    name: cell('Name'),
    other_names: cell('Other Names')
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    category: cell('Category') === '' ? 'other' : cell('Category').toLowerCase().replaceAll(' ', '_'),
    address,
    point: typeof point === 'string' ? [0, 0] : point,
    note: cell('Note for Drivers'),
    // A day without times is closed where others have some.
    hours: hours.every((day) => day === null) ? null : hours.map((day) => day ?? []),
  })
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const [field] = path
      const label = typeof field === 'string' ? (labels[field] ?? DAYS[Number(path[1])]) : undefined
      problems.push(label === undefined ? message : `${label}: ${message}`)
    }
  return { place: parsed.success && problems.length === 0 ? parsed.data : null, address, problems }
}

/** The point of a row, or why it has none. */
const placedAt = (
  latitude: string,
  longitude: string,
  found: () => [number, number] | null,
): [number, number] | string => {
  if (latitude === '' && longitude === '')
    return found() ?? 'Address: it was not found. Please enter latitude and longitude'
  const [lat, lng] = [Number(latitude.replace(',', '.')), Number(longitude.replace(',', '.'))]
  const isSound = latitude !== '' && longitude !== '' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  return isSound ? [lng, lat] : 'Latitude and longitude: please enter degrees such as -27.4705 and 153.026'
}
