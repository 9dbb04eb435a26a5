import type { ExceptionRates } from '../../apps/server/src/exceptions/rates.ts'
import type { Counts } from './faults/rough-day.ts'
import type { DayReport } from '../../apps/simulator/src/report/report.ts'
import type { Audit } from './audit.ts'
import type { Growth } from './growth/growth-lines.ts'

/** A day's figures for passengers and operator, with those of planning. */
export type DayResult = DayReport & {
  optimiser: 'on' | 'off'
  /** bookings whose planned times break their promise, by the check that shares no code with planning */
  promises_broken_by_planning: number
  violations: number
  planning: Planning
  /** how often each thing went wrong, on a rough day */
  faults?: Counts
  /** what asked for attention, where that was judged */
  exceptions?: ExceptionRates
  /** what grew from morning to morning, where that was read */
  growth?: Growth
  /** how much the audit told, on PostgreSQL */
  audit?: Audit
}

/** The server's own counts. */
export type Planning = {
  looks: number
  changes: number
  moved_bookings: number
  saved_min: number
  rooms_sought: number
  rooms_found: number
  rooms_sold: number
}

/** Lines of the single report that the passengers' view does not hold. */
export const planningLines = ({ promises_broken_by_planning, planning }: DayResult): string[] => [
  `Promises broken by planning: ${promises_broken_by_planning}`,
  `Better plans: ${planning.changes} of ${planning.looks} looks, ${planning.moved_bookings} bookings moved, ${planning.saved_min} weighted minutes saved`,
  `Room made by others: ${planning.rooms_sought} times sought, ${planning.rooms_found} found, ${planning.rooms_sold} booked`,
]

type Row = { name: string; of: (day: DayResult) => number | null; places: number; unit?: string }

const percent = (share: number | null): number | null => (share === null ? null : share * 100)

const rows: readonly Row[] = [
  { name: 'Requests', of: (day) => day.requests, places: 0 },
  { name: 'Booked', of: (day) => day.booked, places: 0 },
  { name: 'Served', of: (day) => day.served, places: 0 },
  { name: 'Passengers served', of: (day) => day.passengers, places: 0 },
  { name: 'Refused', of: (day) => day.refused, places: 0 },
  { name: 'Declined', of: (day) => day.declined, places: 0 },
  { name: 'Picked up inside the window', of: (day) => percent(day.pickup_on_time), places: 1, unit: ' %' },
  { name: 'Set down by the promised time', of: (day) => percent(day.dropoff_on_time), places: 1, unit: ' %' },
  { name: 'Wait after the wished time, mean', of: (day) => day.wished_wait_min?.mean ?? null, places: 2, unit: ' min' },
  { name: 'Ride, mean', of: (day) => day.ride_min?.mean ?? null, places: 2, unit: ' min' },
  { name: 'Distance driven in service', of: (day) => day.km, places: 1, unit: ' km' },
  { name: 'Distance for each passenger served', of: (day) => day.km_per_passenger, places: 2, unit: ' km' },
  { name: '  on demand alone', of: (day) => day.on_demand_km_per_passenger, places: 2, unit: ' km' },
  { name: 'Vehicle hours', of: (day) => day.vehicle_hours, places: 1 },
  { name: 'Promises broken by planning', of: (day) => day.promises_broken_by_planning, places: 0 },
  { name: 'Better plans carried out', of: (day) => day.planning.changes, places: 0 },
  { name: 'Bookings moved by them', of: (day) => day.planning.moved_bookings, places: 0 },
  { name: 'Weighted minutes saved', of: (day) => day.planning.saved_min, places: 0 },
  { name: 'Bookings others made room for', of: (day) => day.planning.rooms_sold, places: 0 },
]

/** Two runs of one day side by side, with the change from the first to the second. */
export const besideEachOther = (first: DayResult, second: DayResult): string => {
  const lines = rows.map(({ name, of, places, unit = '' }) => {
    const [a, b] = [of(first), of(second)]
    const shown = (value: number | null): string => (value === null ? '–' : `${value.toFixed(places)}${unit}`)
    return [name, shown(a), shown(b), changeOf(a, b)]
  })
  const head = ['', `optimiser ${first.optimiser}`, `optimiser ${second.optimiser}`, 'change']
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)))
  const drawn = [head, ...lines].map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('   '),
  )
  return [
    `Service day ${first.date}, seed ${first.seed}, ${first.vehicles} vehicles`,
    '',
    ...drawn.map((line) => `  ${line}`),
    '',
  ].join('\n')
}

const changeOf = (a: number | null, b: number | null): string => {
  if (a === null || b === null || a === 0) return ''
  const change = ((b - a) / a) * 100
  return `${change > 0 ? '+' : ''}${change.toFixed(1)} %`
}
