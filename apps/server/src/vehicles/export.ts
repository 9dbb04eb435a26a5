import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type api, type SchemaStage, vehicleImportColumns } from '@ambit/contract'
import { isCompleted, leavesOf, valueAt } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { CsvCell } from '../http/csv.ts'
import { type CsvColumn, csvStream } from '../http/csv-stream.ts'
import type { Scope } from '../http/scope.ts'
import { currentSchema } from '../schemas/queries.ts'
import { vehiclesAfter } from './queries.ts'

type Narrowing = z.output<typeof api.vehicles.export.query>
type Row = Awaited<ReturnType<typeof vehiclesAfter>>[number]
type Column = CsvColumn<Row>

/** Rows in one query, which others hardly wait for. */
const SLICE = 200

/** The whole list as CSV, each vehicle as it is when its slice is read. */
export const exportVehicles = async (db: Kysely<DB>, scope: Scope, narrowing: Narrowing): Promise<Readable> =>
  csvStream(columnsFor((await currentSchema(db, 'vehicle'))?.stages ?? []), slices(db, scope, narrowing))

async function* slices(db: Kysely<DB>, scope: Scope, narrowing: Narrowing): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const slice = await vehiclesAfter(db, scope, narrowing, { id: last, limit: SLICE })
    yield slice
    if (slice.length < SLICE) return
    last = slice.at(-1)?.id ?? last
  }
}

/** The import's columns, so that the file can be edited and imported; then status and custom fields. */
const columnsFor = (stages: readonly SchemaStage[]): Column[] => [
  ...vehicleImportColumns.map(({ header, field }): Column => [header, (vehicle) => vehicle[field]]),
  ['Status', ({ status }) => status],
  ...stages.flatMap((stage): Column[] => [
    ...(stage.completable ? [completedColumn(stage)] : []),
    ...leavesOf(stage).map(({ path, labels }): Column => [
      `${stage.label}: ${labels.slice(1).join(', ')}`,
      ({ extra_attributes }) => attributeText(valueAt(extra_attributes, path)),
    ]),
  ]),
]

const completedColumn = ({ key, label }: SchemaStage): Column => [
  `${label}: Completed`,
  ({ extra_attributes }) => (isCompleted(extra_attributes, key) ? 'yes' : 'no'),
]

const attributeText = (value: unknown): CsvCell => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return value
  return Array.isArray(value) ? value.join('; ') : null
}
