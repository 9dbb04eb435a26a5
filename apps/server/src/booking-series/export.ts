import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type api, BookingSeries } from '@ambit/contract'
import { calendarZone, daysText } from '@ambit/domain'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type CsvColumn, csvStream } from '../http/csv-stream.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { maskedFor } from '../http/masks.ts'
import type { Scope } from '../http/scope.ts'
import { CALENDAR_END, CALENDAR_HEAD, eventsOf } from './calendar.ts'
import { seriesAfter, type SeriesRecord } from './queries.ts'
import { groupVehicles } from './read-row.ts'

type Query = z.output<typeof api.bookingSeries.export.query>
type Reading = { scope: Scope; hidden: Hidden }

/** Telling the dates of a series takes some milliseconds. */
const SLICE = 20

/** Slices in the order of their ids, masked as the list is. */
async function* slices({ db, clock }: Deps, query: Query, { scope, hidden }: Reading): AsyncGenerator<SeriesRecord[]> {
  const masked = z.array(BookingSeries)
  for (let after = 0; ;) {
    const rows = await seriesAfter(db, scope, query, { after, most: SLICE, hidden, now: clock.now() })
    if (rows.length > 0) yield maskedFor(masked, rows, hidden)
    if (rows.length < SLICE) return
    after = rows.at(-1)?.id ?? after
  }
}

/** All that search and filters find, as CSV or as a calendar. */
export const exportSeries = (deps: Deps, query: Query, reading: Reading, reply: FastifyReply) => {
  const rows = slices(deps, query, reading)
  if (query.format === 'csv')
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="recurring-journeys.csv"')
      .send(csvStream(columns, rows))
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'attachment; filename="recurring-journeys.ics"')
    .send(Readable.from(calendar(rows, deps.clock.now()), { objectMode: false }))
}

async function* calendar(rows: AsyncIterable<readonly SeriesRecord[]>, now: Date): AsyncGenerator<string> {
  yield CALENDAR_HEAD
  const zones = new Set<string>()
  for await (const slice of rows) {
    const further = [...new Set(slice.map(({ time_zone }) => time_zone))].filter((name) => !zones.has(name))
    for (const name of further) zones.add(name)
    yield further
      .flatMap((name) => calendarZone(name, now))
      .map((line) => `${line}\r\n`)
      .join('')
    yield slice.flatMap((series) => eventsOf(series, now)).join('')
  }
  yield CALENDAR_END
}

const legIn = ({ legs }: SeriesRecord, index: number) => legs[index]

const end = (index: number, title: string, which: 'from' | 'to'): CsvColumn<SeriesRecord>[] => {
  const place = (row: SeriesRecord) => legIn(row, index)?.[which === 'from' ? 'origin' : 'destination']
  return [
    [`${title} ${which}`, (row) => place(row)?.name],
    [`${title} ${which} latitude`, (row) => place(row)?.point[1]],
    [`${title} ${which} longitude`, (row) => place(row)?.point[0]],
  ]
}

const way = (index: number, title: string): CsvColumn<SeriesRecord>[] => [
  ...end(index, title, 'from'),
  ...end(index, title, 'to'),
  [`${title} time`, (row) => legIn(row, index)?.time],
  [
    `${title} meant`,
    (row) => {
      const leg = legIn(row, index)
      return leg === undefined ? null : leg.departing ? 'leave at' : 'arrive by'
    },
  ],
  [`${title} people`, (row) => legIn(row, index)?.passengers.length],
]

/** Those of an import file (`seriesImportColumns`), so that what was exported can be imported, and what is known besides. */
const columns: readonly CsvColumn<SeriesRecord>[] = [
  ['ID', ({ id }) => id],
  ['Passenger number', ({ traveler_id }) => traveler_id],
  ['Passenger', ({ traveler_name }) => traveler_name],
  ['Zone', ({ zone_name }) => zone_name],
  ['State', ({ state }) => state],
  ['Pattern', ({ words }) => words],
  ['Rule', ({ rrule }) => rrule],
  ['Days', ({ pattern }) => daysText(pattern)],
  ['Weeks', ({ pattern }) => (pattern.repeat === 'weekly' ? pattern.every : null)],
  ['First date', ({ starts_on }) => starts_on],
  ['Last date', ({ ends_on }) => ends_on],
  ['Number of rides', ({ ride_count }) => ride_count],
  ['Until', ({ last_on }) => last_on],
  ['Left out', ({ left_out }) => left_out.join(' ')],
  ['Added', ({ added }) => added.join(' ')],
  ...way(0, 'There'),
  ...way(1, 'Back'),
  ['Payment method', ({ payment_method }) => payment_method],
  ['Comment', ({ comment }) => comment],
  ['Group', ({ group }) => group?.name],
  ['Group vehicles', ({ group }) => group && groupVehicles[group.seating]],
  ['All or none', ({ group }) => group && (group.all_or_none ? 'yes' : 'no')],
  ['Next date', ({ next_on }) => next_on],
  ['Rides', ({ rides_done }) => rides_done],
  ['Promises kept', ({ rides_kept }) => rides_kept],
]
