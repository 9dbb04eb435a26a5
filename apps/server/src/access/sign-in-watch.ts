import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { contextNow } from '../context/context.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../http/caller.ts'
import type { PortalCookies } from '../http/portal-cookies.ts'
import { recordChanged } from '../live/record-changed.ts'
import { tellOfAccount } from './account-mail.ts'
import { KNOWN_MS } from './throttle.ts'

/** So many refused sign-ins before one that was not are told. */
const TOLD_FAILURES = 5
/** Whoever guesses cannot fill a mailbox. */
const AGAIN_MS = 3600_000
/** Whoever signs in from a new device each time does not fill the database. */
const MOST_DEVICES = 100

/** Does the same for a name of nobody (0), whose answer must not come sooner. */
export const countFailure = async (db: Kysely<DB>, userId: number): Promise<void> => {
  await sql`
    insert into account_watches as w (user_id, failures) select id, 1 from users where id = ${userId}
    on conflict (user_id) do update set failures = w.failures + 1`.execute(db)
}

/** From the next sign-in on another one is asked for, until there is one. */
export const noteFactorTaken = async (tx: Transaction<DB>, user_id: number, factor_taken_at: Date): Promise<void> => {
  await tx
    .insertInto('account_watches')
    .values({ user_id, signed_in_at: null, failures_told_at: null, wrong_factor_told_at: null, factor_taken_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ factor_taken_at }))
    .execute()
}

/** What is open is open again to who had to set one up. */
export const noteFactorAdded = async (tx: Transaction<DB>, userId: number): Promise<void> => {
  await tx.updateTable('account_watches').set({ factor_taken_at: null }).where('user_id', '=', userId).execute()
  await recordChanged(tx, 'sessions', userId)
}

/** Not waited for: the answer must not come later after a right password. */
export const tellOfWrongFactor = (deps: Deps, userId: number): void =>
  void deps.db
    .transaction()
    .execute((tx) => wrongFactor(deps, tx, userId))
    .catch((error: unknown) => deps.log.error({ err: error }, 'a wrong second step could not be told'))

const wrongFactor = async (deps: Deps, tx: Transaction<DB>, userId: number): Promise<void> => {
  const now = deps.clock.wall()
  const { rows } = await sql`
    insert into account_watches as w (user_id, wrong_factor_told_at) values (${userId}, ${now})
    on conflict (user_id) do update set wrong_factor_told_at = ${now}
      where w.wrong_factor_told_at is null or w.wrong_factor_told_at <= ${new Date(now.getTime() - AGAIN_MS)}
    returning user_id`.execute(tx)
  if (rows.length === 0) return
  await tellOfAccount(deps, tx, userId, {
    subject: 'A wrong second step after your password',
    happened:
      'Somebody who knew the password of your account, or signed in at your provider, gave a wrong code in the second step. They are not signed in.',
  })
}

/** After every sign-in of a user: remembers the device, and tells of one that is new and of failures before. */
export const watchSignIn = async (deps: Deps, portal: PortalCookies | null, userId: number): Promise<void> => {
  const device = portal === null ? null : (portal.device ?? deps.random.token(32))
  if (device !== null) portal?.keepDevice(device, KNOWN_MS / 1000)
  // A program keeps no cookies: it is known by where it runs.
  const shown = device === null ? `network ${networkOf(contextNow()?.address ?? '')}` : `browser ${device}`
  const hash = createHash('sha256').update(`user ${userId} ${shown}`).digest('base64url')
  await deps.db.transaction().execute((tx) => signedIn(deps, tx, userId, hash))
}

const signedIn = async (deps: Deps, tx: Transaction<DB>, userId: number, device: string): Promise<void> => {
  const now = deps.clock.wall()
  const none = { user_id: userId, signed_in_at: null, failures_told_at: null }
  await tx
    .insertInto('account_watches')
    .values({ ...none, wrong_factor_told_at: null, factor_taken_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const watch = await tx
    .selectFrom('account_watches')
    .select(['signed_in_at', 'failures', 'failures_told_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!(await isKnownDevice(tx, userId, device, now)) && watch.signed_in_at !== null)
    await tellOfAccount(deps, tx, userId, {
      subject: 'A sign-in from a new device',
      happened: `Somebody signed in to your account from a device that was not seen for ${KNOWN_MS / (24 * 3600_000)} days.`,
    })
  const told = watch.failures_told_at
  const tells = watch.failures >= TOLD_FAILURES && (told === null || now.getTime() - told.getTime() >= AGAIN_MS)
  if (tells)
    await tellOfAccount(deps, tx, userId, {
      subject: 'A sign-in after failed ones',
      happened: `Somebody signed in to your account after ${watch.failures} attempts that were refused.`,
    })
  await tx
    .updateTable('account_watches')
    .set({ signed_in_at: watch.signed_in_at ?? now, failures: 0, failures_told_at: tells ? now : told })
    .where('user_id', '=', userId)
    .execute()
}

/** And is from now on. */
const isKnownDevice = async (
  tx: Transaction<DB>,
  user_id: number,
  device_hash: string,
  now: Date,
): Promise<boolean> => {
  const before = await tx
    .selectFrom('known_devices')
    .select('last_at')
    .where('user_id', '=', user_id)
    .where('device_hash', '=', device_hash)
    .executeTakeFirst()
  await tx
    .insertInto('known_devices')
    .values({ user_id, device_hash, last_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_at: now }))
    .execute()
  await sql`
    delete from known_devices where user_id = ${user_id} and device_hash in (
      select device_hash from known_devices where user_id = ${user_id} order by last_at desc offset ${MOST_DEVICES})`.execute(
    tx,
  )
  return before !== undefined && now.getTime() - before.last_at.getTime() < KNOWN_MS
}
