import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type api, type SchemaStage, vehicleImportColumns } from '@ambit/contract'
import { isCompleted, leavesOf, valueAt } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { CSV_MARK, type CsvCell, csvLines } from '../http/csv.ts'
import { currentSchema } from '../schemas/queries.ts'
import { vehiclesAfter } from './queries.ts'

type Narrowing = z.output<typeof api.vehicles.export.query>
type Row = Awaited<ReturnType<typeof vehiclesAfter>>[number]
type Column = { header: string; cell: (vehicle: Row) => CsvCell }

/** Rows held in memory at a time. */
const BATCH = 1000

/**
 * The whole list as CSV. It is read in steps by id, each a query of its own: memory stays flat, and between steps
 * other requests can use the embedded database's one connection.
 */
export const exportVehicles = async (db: Kysely<DB>, narrowing: Narrowing): Promise<Readable> => {
  const columns = columnsFor((await currentSchema(db, 'vehicle'))?.stages ?? [])
  async function* lines(): AsyncGenerator<string> {
    yield CSV_MARK + csvLines([columns.map(({ header }) => header)])
    for (let last = 0; ;) {
      const batch = await vehiclesAfter(db, narrowing, last, BATCH)
      if (batch.length > 0) yield csvLines(batch.map((vehicle) => columns.map(({ cell }) => cell(vehicle))))
      if (batch.length < BATCH) return
      last = batch.at(-1)?.id ?? last
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

/** The import's columns, so that the file can be edited and imported; then status and custom fields. */
const columnsFor = (stages: readonly SchemaStage[]): Column[] => [
  ...vehicleImportColumns.map(({ header, field }) => ({ header, cell: (vehicle: Row) => vehicle[field] })),
  { header: 'Status', cell: ({ status }) => status },
  ...stages.flatMap((stage): Column[] => [
    ...(stage.completable
      ? [
          {
            header: `${stage.label}: Completed`,
            cell: ({ extra_attributes }: Row) => (isCompleted(extra_attributes, stage.key) ? 'yes' : 'no'),
          },
        ]
      : []),
    ...leavesOf(stage).map(({ path, labels }) => ({
      header: `${stage.label}: ${labels.slice(1).join(', ')}`,
      cell: ({ extra_attributes }: Row) => attributeText(valueAt(extra_attributes, path)),
    })),
  ]),
]

const attributeText = (value: unknown): CsvCell => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return value
  return Array.isArray(value) ? value.join('; ') : null
}
