import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { type CsvColumn, csvStream } from '../http/csv-stream.ts'
import type { Scope } from '../http/scope.ts'
import { checksAfter } from './queries.ts'

type Check = Awaited<ReturnType<typeof checksAfter>>[number]
type Row = Omit<Check, 'answers'> & { answer: Check['answers'][number] }

/** Checks in one query, which others hardly wait for. */
const SLICE = 100

/** A line for each item, so that a spreadsheet can count which ones fail. */
export const exportChecks = (
  db: Kysely<DB>,
  scope: Scope,
  narrowing: z.output<typeof api.vehicleChecks.export.query>,
): Readable => csvStream(columns, rows(db, scope, narrowing))

async function* rows(
  db: Kysely<DB>,
  scope: Scope,
  narrowing: z.output<typeof api.vehicleChecks.export.query>,
): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const slice = await checksAfter(db, scope, narrowing, { id: last, limit: SLICE })
    yield slice.flatMap(({ answers, ...check }) => answers.map((answer) => ({ ...check, answer })))
    if (slice.length < SLICE) return
    last = slice.at(-1)?.id ?? last
  }
}

const columns: CsvColumn<Row>[] = [
  ['Check', ({ id }) => id],
  ['Done at', ({ done_at }) => done_at.toISOString()],
  ['Checklist', ({ checklist_name }) => checklist_name],
  ['Moment', ({ moment }) => moment],
  ['Result', ({ result }) => result],
  ['Vehicle', ({ vehicle_number }) => vehicle_number],
  ['Driver', ({ driver_name }) => driver_name],
  ['Trip', ({ trip_name }) => trip_name],
  ['Item', ({ answer }) => answer.label],
  ['Answer', ({ answer }) => answer.value],
  ['Failed', ({ answer }) => (answer.failed ? 'yes' : 'no')],
  ['Critical', ({ answer }) => (answer.critical ? 'yes' : 'no')],
  ['Note', ({ answer }) => answer.note],
  ['Released by', ({ released_by }) => released_by],
  ['Reason', ({ released_reason }) => released_reason],
]
