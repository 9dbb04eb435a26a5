import type { Database } from '../database/connect.ts'
import { requireCurrentSchema } from '../database/migrate.ts'
import { findViolations, type InvariantViolation } from '../invariants/invariants.ts'
import { checkPages } from './pages.ts'

const MOST_SHOWN = 50

/** Everything that `ambit health` has to say, a line each. Damaged pages end it early. */
export const healthReport = async (database: Database): Promise<{ healthy: boolean; lines: string[] }> => {
  const { damage, notes } = await checkPages(database)
  if (damage.length > 0) return { healthy: false, lines: damage }
  await requireCurrentSchema(database.patient)
  const lines = notes
  let count = 0
  await findViolations(database.patient, 'all', (violation) => {
    count++
    if (count <= MOST_SHOWN) lines.push(lineOf(violation))
  })
  if (count > MOST_SHOWN) lines.push(`and ${count - MOST_SHOWN} more`)
  return { healthy: count === 0, lines: [...lines, `${count} violations`] }
}

const lineOf = ({ rule, trip_id, service_request_id, detail }: InvariantViolation): string => {
  const where = [
    trip_id === undefined ? '' : `trip ${trip_id}`,
    service_request_id === undefined ? '' : `booking ${service_request_id}`,
  ]
  return `${rule}: ${[...where.filter((part) => part !== ''), detail].join(', ')}`
}
