import { configFrom } from '../boot/environment.ts'
import { requireCurrentSchema } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { findViolations, type InvariantViolation } from '../health/invariants.ts'
import { checkPages } from '../health/pages.ts'

const MOST_SHOWN = 50

/** `ambit health`: 0 when everything holds, 1 with a line for each thing that does not. Damaged pages end it early. */
export const runHealth = async (data: string, databaseUrl: string | null): Promise<number> => {
  const config = { ...configFrom(process.env), dataFolder: data, databaseUrl }
  const database = await openDatabase(config, () => {})
  try {
    const { damage, notes } = await checkPages(database)
    if (damage.length > 0) {
      process.stdout.write(`${damage.join('\n')}\n`)
      return 1
    }
    await requireCurrentSchema(database.patient)
    const lines = notes
    let count = 0
    await findViolations(database.patient, (violation) => {
      count++
      if (count <= MOST_SHOWN) lines.push(lineOf(violation))
    })
    if (count > MOST_SHOWN) lines.push(`and ${count - MOST_SHOWN} more`)
    process.stdout.write(`${[...lines, `${count} violations`].join('\n')}\n`)
    return count === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

const lineOf = ({ rule, trip_id, service_request_id, detail }: InvariantViolation): string => {
  const where = [
    trip_id === undefined ? '' : `trip ${trip_id}`,
    service_request_id === undefined ? '' : `booking ${service_request_id}`,
  ]
  return `${rule}: ${[...where.filter((part) => part !== ''), detail].join(', ')}`
}
