import { sql } from 'kysely'
import type { z } from 'zod'
import type { FirstAdministratorInput } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { environmentFor } from '../http/authenticate.ts'
import { conflict, invalid } from '../http/errors.ts'
import { createUser, ensureBuiltInRoles } from './accounts.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { hashPassword } from './passwords.ts'
import { isSetupCode } from './setup-code.ts'
import { anyUser } from '../sessions/queries.ts'

/** The first user of an empty installation, who may do everything. Throws 422 for a wrong code, 409 once there is any user. */
export const createFirstAdministrator = async (
  deps: Deps,
  input: z.output<typeof FirstAdministratorInput>,
): Promise<number> => {
  const { db, clock } = deps
  const { code, first_name, last_name, username, email, password } = input
  await refuseWhenUsed(db)
  if (!(await isSetupCode(deps, code)))
    throw invalid([{ pointer: '/code', detail: 'This is not the code that the server printed when it started' }])
  await refuseEasyPassword(db, password, { first_name, last_name, username, email }, '/password')
  await ensureBuiltInRoles(db, clock.now(), environmentFor(deps.config))
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    // Two browsers on the first page at once: the second one waits here, and is refused.
    await sql`select pg_advisory_xact_lock(7263482)`.execute(tx)
    await refuseWhenUsed(tx)
    return createUser(
      tx,
      { first_name, last_name, username, email, password_hash: passwordHash, role: 'superadmin' },
      clock.now(),
    )
  })
}

const refuseWhenUsed = async (db: Deps['db']): Promise<void> => {
  if (await anyUser(db)) throw conflict('The first administrator already exists. Please sign in')
}
