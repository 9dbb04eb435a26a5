import { type Kysely, sql, type Transaction } from 'kysely'
import type { SignInFactor, SignInMethod } from '@ambit/contract'
import { contextNow } from '../context/context.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../http/errors.ts'
import { currentSignInSettings } from '../sessions/sign-in-settings.ts'
import { hasFactor } from '../sessions/has-factor.ts'
import { superadminIds } from './superadmins.ts'

/** So many days ago an account may have been tried last that is to save the day. */
const TRIED_DAYS = 90

export const breakGlassAccounts = (db: Kysely<DB>) =>
  db
    .selectFrom('break_glass_accounts as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.user_id as id', 'b.created_at', 'b.signed_in_at', 'u.status'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('full_name'))
    .select(sql<boolean>`u.password_hash is not null`.as('has_password'))
    .select(hasFactor('u.id').as('has_second_factor'))
    .orderBy('b.created_at')
    .orderBy('b.user_id')
    .execute()

/** Those that can be signed in to without any provider. */
const ready = async (db: Kysely<DB>) => {
  const superior = new Set(await superadminIds(db, true))
  return (await breakGlassAccounts(db)).filter(
    ({ id, has_password, has_second_factor }) => superior.has(id) && has_password && has_second_factor,
  )
}

/** Throws 409 unless one of them was signed in to lately. */
export const requireTried = async (db: Kysely<DB>, now: Date): Promise<void> => {
  const since = now.getTime() - TRIED_DAYS * 24 * 3600_000
  const tried = (await ready(db)).some(({ signed_in_at }) => signed_in_at !== null && signed_in_at.getTime() >= since)
  if (!tried)
    throw conflict(
      `First sign in to a break-glass account with its password and second factor: none was within ${TRIED_DAYS} days`,
    )
}

/** Throws 409 for a change after which nobody could sign in without a provider, while nobody else may. */
export const requireWayIn = async (tx: Kysely<DB>): Promise<void> => {
  if ((await currentSignInSettings(tx)).local_sign_in || (await ready(tx)).length > 0) return
  throw conflict('This is the last break-glass account that can sign in. Switch local sign-in on first')
}

/** Is the user one of those? */
export const isReady = async (db: Kysely<DB>, userId: number): Promise<boolean> =>
  (await ready(db)).some(({ id }) => id === userId)

/** Passwords of others are good for nothing while local sign-in is off. */
export const mayUsePassword = async (db: Kysely<DB>, userId: number): Promise<boolean> =>
  (await currentSignInSettings(db)).local_sign_in || isReady(db, userId)

/** Every superadmin hears of each sign-in of such an account. */
export const tellOfBreakGlass = async (
  { mailer, clock }: Pick<Deps, 'mailer' | 'clock'>,
  tx: Transaction<DB>,
  userId: number,
  { method, factors }: { method: SignInMethod; factors: readonly SignInFactor[] },
): Promise<void> => {
  const now = clock.wall()
  const account = await tx
    .updateTable('break_glass_accounts')
    .set(method === 'password' && factors.length > 0 ? { signed_in_at: now } : {})
    .set({ user_id: userId })
    .where('user_id', '=', userId)
    .returning(sql<string>`(select first_name || ' ' || last_name from users where id = user_id)`.as('name'))
    .executeTakeFirst()
  if (account === undefined) return
  const address = contextNow()?.address ?? 'an unknown address'
  const when = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const ids = await superadminIds(tx)
  const superior = await tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  for (const { id, email, first_name } of superior) {
    const text = [
      `Hello ${first_name},`,
      `somebody signed in to the break-glass account of ${account.name}.`,
      `Time: ${when}, from the network address ${address}.`,
      'If nobody of you knows why, end its sessions in the dialog of that user, and change its password.',
    ].join('\n\n')
    await mailer.send(tx, { to: email, subject: 'A break-glass account was used', text, expires_at: null, user_id: id })
  }
}
