import type { Place, Seating, SeriesImportColumn, SeriesPattern } from '@ambit/contract'
import { readDays } from '@ambit/domain'

type Cell = (column: SeriesImportColumn) => string
type Way = 'There' | 'Back'

/** A place by its coordinates, or by what it is called, to be looked up. */
export type Spot = { name: string; point: Place['point'] | null }
export type WayAsked = { time: string; departing: boolean; people: number; from: Spot; to: Spot }

/** A row as it is written, before anything is looked up. */
export type RowAsked = {
  /** null: by the name alone */
  traveler_id: number | null
  passenger: string
  zone: string
  pattern: SeriesPattern
  starts_on: string
  ends_on: string | null
  ride_count: number | null
  left_out: string[]
  added: string[]
  ways: WayAsked[]
  /** empty: the first that the zone takes */
  payment_method: string
  comment: string
  group: GroupAsked | null
}

/** Whom the passenger travels with: all rows with the same name. */
export type GroupAsked = { name: string; seating: Seating; all_or_none: boolean }

/** How a file says in which vehicles a group travels. */
export const groupVehicles: Readonly<Record<Seating, string>> = { together: 'together', fewest: 'as few as possible' }

const CLOCK = /^(\d{1,2})[:.](\d{2})(?::00)?\s*(am|pm)?$/i
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** `HH:MM`; null for what is no time. */
const clockOf = (text: string): string | null => {
  const [, hour = '', minute = '', half] = CLOCK.exec(text) ?? []
  const late = half?.toLowerCase() === 'pm'
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (late ? 12 : 0)
  const sound = hour !== '' && hours < 24 && Number(minute) < 60 && (half === undefined || Number(hour) <= 12)
  return sound ? `${String(hours).padStart(2, '0')}:${minute}` : null
}

const cellsOf = (sent: Readonly<Record<string, string>>): Cell => {
  const texts = new Map(Object.entries(sent).map(([column, text]) => [column.trim().toLowerCase(), text.trim()]))
  return (column) => texts.get(column.toLowerCase()) ?? ''
}

/** What a cell says wrong, as a sentence that begins with its column. */
type Wrong = (column: SeriesImportColumn, sentence: string) => void

const dateIn = (cell: Cell, column: 'First date' | 'Last date', wrong: Wrong): string | null => {
  const text = cell(column)
  if (text === '' || DATE.test(text)) return text === '' ? null : text
  wrong(column, 'please write dates such as 2026-11-30')
  return null
}

const datesIn = (cell: Cell, column: 'Left out' | 'Added', wrong: Wrong): string[] => {
  const dates = cell(column)
    .split(/[\s,;]+/)
    .filter((text) => text !== '')
  if (dates.some((date) => !DATE.test(date))) wrong(column, 'please write dates such as 2026-12-25 2027-01-01')
  return dates
}

const countIn = (cell: Cell, column: SeriesImportColumn, wrong: Wrong): number | null => {
  const text = cell(column)
  if (text === '') return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  wrong(column, 'please enter a number')
  return null
}

const spotIn = (cell: Cell, way: Way, end: 'from' | 'to', wrong: Wrong): Spot | null => {
  const name = cell(`${way} ${end}`)
  const [latitude, longitude] = [cell(`${way} ${end} latitude`), cell(`${way} ${end} longitude`)]
  if (latitude === '' && longitude === '') return name === '' ? null : { name, point: null }
  const [lat, lng] = [Number(latitude.replace(',', '.')), Number(longitude.replace(',', '.'))]
  if (latitude === '' || longitude === '' || !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180))
    wrong(`${way} ${end} latitude`, 'please enter degrees such as -27.4705 and 153.026, or leave both empty')
  return { name: name === '' ? `${lat}, ${lng}` : name, point: [lng, lat] }
}

/** `null`: it is not in the row. The way back goes between the same places unless it names its own. */
const wayIn = (cell: Cell, way: Way, there: WayAsked | null, wrong: Wrong): WayAsked | null => {
  const time = clockOf(cell(`${way} time`))
  if (time === null && cell(`${way} time`) !== '') wrong(`${way} time`, 'please write times such as 09:30')
  const meant = cell(`${way} meant`).toLowerCase()
  if (!['', 'leave at', 'leave', 'depart', 'arrive by', 'arrive'].includes(meant))
    wrong(`${way} meant`, 'please write leave at or arrive by')
  const from = spotIn(cell, way, 'from', wrong) ?? there?.to ?? null
  const to = spotIn(cell, way, 'to', wrong) ?? there?.from ?? null
  const people = countIn(cell, `${way} people`, wrong) ?? there?.people ?? 1
  const isNamed = (['from', 'to', 'meant', 'people'] as const).some((part) => cell(`${way} ${part}`) !== '')
  if (way === 'Back' && cell('Back time') === '' && !isNamed) return null
  if (cell(`${way} time`) === '') wrong(`${way} time`, 'please enter a time')
  if (from === null) wrong(`${way} from`, 'please enter a place')
  if (to === null) wrong(`${way} to`, 'please enter a place')
  if (time === null || from === null || to === null) return null
  return { time, departing: !meant.startsWith('arrive'), people, from, to }
}

const patternIn = (cell: Cell, wrong: Wrong): SeriesPattern | null => {
  const weeks = countIn(cell, 'Weeks', wrong) ?? 1
  if (weeks < 1 || weeks > 4) wrong('Weeks', 'please enter 1 to 4 weeks')
  const pattern = readDays(cell('Days'), weeks)
  if (pattern === null && weeks >= 1 && weeks <= 4)
    wrong('Days', 'please write daily, weekdays such as Monday, Thursday, or one of the month such as last Friday')
  return pattern
}

const groupIn = (cell: Cell, wrong: Wrong): GroupAsked | null => {
  const [vehicles, whole] = [cell('Group vehicles').toLowerCase(), cell('All or none').toLowerCase()]
  if (!['', ...Object.values(groupVehicles)].includes(vehicles))
    wrong('Group vehicles', 'please write together or as few as possible')
  if (!['', 'yes', 'no'].includes(whole)) wrong('All or none', 'please write yes or no')
  const name = cell('Group')
  if (name.length > 100) wrong('Group', 'please enter at most 100 characters')
  const seating = vehicles === groupVehicles.fewest ? 'fewest' : 'together'
  return name === '' ? null : { name, seating, all_or_none: whole !== 'no' }
}

/** A row of a file as a series that is asked for, or what is wrong with it. */
export const readSeriesRow = (sent: Readonly<Record<string, string>>): { asked: RowAsked } | { problems: string[] } => {
  const cell = cellsOf(sent)
  const problems: string[] = []
  const wrong: Wrong = (column, sentence) => void problems.push(`${column}: ${sentence}`)
  const traveler_id = countIn(cell, 'Passenger number', wrong)
  if (traveler_id === null && cell('Passenger') === '') wrong('Passenger', 'please enter a number or a name')
  const pattern = patternIn(cell, wrong)
  const starts_on = dateIn(cell, 'First date', wrong)
  if (cell('First date') === '') wrong('First date', 'please enter a date')
  const ends_on = dateIn(cell, 'Last date', wrong)
  const ride_count = countIn(cell, 'Number of rides', wrong)
  const [left_out, added] = [datesIn(cell, 'Left out', wrong), datesIn(cell, 'Added', wrong)]
  const there = wayIn(cell, 'There', null, wrong)
  const back = wayIn(cell, 'Back', there, wrong)
  const group = groupIn(cell, wrong)
  if (problems.length > 0 || pattern === null || starts_on === null || there === null) return { problems }
  return {
    asked: {
      traveler_id,
      passenger: cell('Passenger'),
      zone: cell('Zone'),
      pattern,
      starts_on,
      ends_on,
      ride_count,
      left_out,
      added,
      ways: back === null ? [there] : [there, back],
      payment_method: cell('Payment method').toLowerCase(),
      comment: cell('Comment'),
      group,
    },
  }
}

/** The column that a refused field of a series stands in. */
export const columnAt = (pointer: string): SeriesImportColumn | Way | null => {
  const [field = '', leg = ''] = pointer.split('/').slice(1)
  if (field === 'legs') return leg === '1' ? 'Back' : 'There'
  return columns.get(field) ?? null
}

const columns = new Map<string, SeriesImportColumn>([
  ['traveler_id', 'Passenger'],
  ['zone_id', 'Zone'],
  ['pattern', 'Days'],
  ['starts_on', 'First date'],
  ['ends_on', 'Last date'],
  ['ride_count', 'Number of rides'],
  ['left_out', 'Left out'],
  ['added', 'Added'],
  ['payment_method', 'Payment method'],
  ['comment', 'Comment'],
])

/** What a row is known by while nothing is known of it. */
export const nameInRow = (sent: Readonly<Record<string, string>>): string => {
  const cell = cellsOf(sent)
  return (cell('Passenger') || cell('Passenger number')).slice(0, 100)
}

/** The group that a row names, as it is compared with those of other rows; empty: none. */
export const groupInRow = (sent: Readonly<Record<string, string>>): string =>
  cellsOf(sent)('Group').replace(/\s+/g, ' ').toLowerCase()
