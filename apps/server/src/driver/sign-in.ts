import { sql } from 'kysely'
import { checkPassword } from '../access/passwords.ts'
import type { Throttle } from '../access/throttle.ts'
import { issueToken } from '../sessions/tokens.ts'
import { noteFailure } from '../audit/note-event.ts'
import type { Deps } from '../deps.ts'
import { unauthenticated } from '../http/errors.ts'

/** By username and PIN. Unknown, wrong and blocked get the same words after the same time. Throws 401, 429. */
export const signInDriver = async (
  deps: Deps,
  throttle: Throttle,
  input: { username: string; pin: string },
  address: string,
) => {
  await throttle.take(input.username, address)
  const driver = await deps.db
    .selectFrom('drivers')
    .where(sql<boolean>`lower(username) = lower(${input.username})`)
    .select(['id', 'status', 'pin_hash', sql<string>`first_name || ' ' || last_name`.as('full_name')])
    .executeTakeFirst()
  const correct = await checkPassword(driver?.pin_hash ?? null, input.pin)
  if (driver === undefined || !correct || driver.status !== 'approved') {
    await noteFailure(deps.db, driver === undefined ? null : { kind: 'driver', id: driver.id })
    throw unauthenticated('wrong_credentials')
  }
  await throttle.succeeded(input.username, address)
  const issued = await issueToken(
    deps,
    { kind: 'driver', id: driver.id },
    { method: 'PIN', factors: [], portal: false },
  )
  return { ...issued, driver: { id: driver.id, full_name: driver.full_name } }
}
