import { configFrom } from '../boot/environment.ts'
import { requireCurrentSchema } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { checkInvariants } from '../health/invariants.ts'

const MOST_SHOWN = 50

/** `ambit health`: 0 when everything holds, 1 with a line for each thing that does not. */
export const runHealth = async (data: string, databaseUrl: string | null): Promise<number> => {
  const config = { ...configFrom(process.env), dataFolder: data, databaseUrl }
  const database = await openDatabase(config, () => {})
  try {
    await requireCurrentSchema(database.patient)
    const violations = await checkInvariants(database.patient)
    const lines = violations.slice(0, MOST_SHOWN).map(({ rule, trip_id, service_request_id, detail }) => {
      const where = [
        trip_id === undefined ? '' : `trip ${trip_id}`,
        service_request_id === undefined ? '' : `booking ${service_request_id}`,
      ]
      return `${rule}: ${[...where.filter((part) => part !== ''), detail].join(', ')}`
    })
    if (violations.length > MOST_SHOWN) lines.push(`and ${violations.length - MOST_SHOWN} more`)
    process.stdout.write(`${[...lines, `${violations.length} violations`].join('\n')}\n`)
    return violations.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}
