import type { Kysely } from 'kysely'
import { isReady } from '../access/break-glass.ts'
import type { DB } from '../database/schema.ts'
import { conflict } from '../http/errors.ts'
import { currentSignInSettings } from '../sessions/sign-in-settings.ts'

export const offeredProviders = (db: Kysely<DB>) =>
  db.selectFrom('sso_providers').select('id').where('offered', '=', true).execute()

/**
 * Throws 409 for whoever would lock themselves out: no break-glass account that works, and no sign-in so far at a
 * provider that is offered.
 */
export const requireOwnWay = async (db: Kysely<DB>, userId: number): Promise<void> => {
  if (await isReady(db, userId)) return
  const known = await db
    .selectFrom('user_identities as i')
    .innerJoin('sso_providers as p', 'p.id', 'i.provider_id')
    .select('i.id')
    .where('i.user_id', '=', userId)
    .where('p.offered', '=', true)
    .where('i.last_used_at', 'is not', null)
    .execute()
  if (known.length === 0)
    throw conflict(
      'You could not sign in any more. First join your account to a provider on the page Security, and sign in there',
    )
}

/** Throws 409 for a change that leaves nobody a provider while passwords are good for nothing. */
export const requireProvider = async (db: Kysely<DB>): Promise<void> => {
  if ((await currentSignInSettings(db)).local_sign_in || (await offeredProviders(db)).length > 0) return
  throw conflict('This is the last provider on the sign-in page. Switch local sign-in on first')
}

/** Throws 409 where local sign-in is off and the change takes away the user's own last way in. */
export const requireOwnWayLeft = async (db: Kysely<DB>, userId: number): Promise<void> => {
  if (!(await currentSignInSettings(db)).local_sign_in) await requireOwnWay(db, userId)
}
