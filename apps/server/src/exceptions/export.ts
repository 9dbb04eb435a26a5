import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { type CsvColumn, csvStream } from '../http/csv-stream.ts'
import type { Hidden } from '../http/mask-plans.ts'
import type { Scope } from '../http/scope.ts'
import { endedAfter } from './queries.ts'

type Query = z.output<typeof api.exceptions.export.query>
type Row = Awaited<ReturnType<typeof endedAfter>>[number]

/** Exceptions in one query, which others hardly wait for. */
const SLICE = 200

/** A line for each that has ended. Who sees no names of passengers gets no words that people wrote either. */
export const exportEnded = (
  db: Kysely<DB>,
  scope: Scope,
  query: Query,
  reading: { hidden: Hidden; now: Date },
): Readable => csvStream(columnsFor(reading.hidden), rows(db, scope, query, reading))

async function* rows(
  db: Kysely<DB>,
  scope: Scope,
  query: Query,
  reading: { hidden: Hidden; now: Date },
): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const slice = await endedAfter(db, scope, query, { ...reading, id: last, limit: SLICE })
    yield slice
    if (slice.length < SLICE) return
    last = slice.at(-1)?.id ?? last
  }
}

const columnsFor = (hidden: Hidden): CsvColumn<Row>[] => [
  ['Exception', ({ id }) => id],
  ['Opened', ({ opened_at }) => opened_at.toISOString()],
  ['Acknowledged', ({ acknowledged_at }) => acknowledged_at?.toISOString() ?? null],
  ['Ended', ({ resolved_at }) => resolved_at?.toISOString() ?? null],
  ['Severity', ({ severity }) => severity],
  ['Kind', ({ kind }) => kind],
  ['Times', ({ opened_count }) => opened_count],
  ['Zone', ({ zone_name }) => zone_name],
  ['Vehicle', ({ vehicle_number }) => vehicle_number],
  ['Driver', ({ driver_name }) => driver_name],
  ['Minutes', ({ facts }) => facts.minutes ?? null],
  ['Bookings', ({ bookings }) => bookings.map(({ service_request_id }) => service_request_id).join(' ')],
  ['Owner', ({ owner }) => owner],
  ['Outcome', ({ outcome }) => outcome],
  ['Ended by', ({ resolved_by }) => resolved_by],
  ['Told', ({ text }) => (hidden.has('name') ? null : text)],
  ['What was done', ({ note }) => (hidden.has('name') ? null : note)],
]
