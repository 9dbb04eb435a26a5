import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { networkOf } from '../http/caller.ts'
import { tooMany } from '../http/errors.ts'

export const THROTTLE_WINDOW_MS = 15 * 60_000
/** No window is longer. */
export const LONGEST_WINDOW_MS = 60 * 60_000
/** How long an account is known at an address that it does not sign in from again. */
export const KNOWN_MS = 90 * 24 * 3600_000
const PER_ACCOUNT = 10
const PER_ADDRESS = 100
/** Codes of six digits are guessed sooner. */
const PER_SECOND_STEP = 5

/**
 * Limits guessing to ten failures for an account and a hundred from an address in a quarter of an hour, counted in the
 * database for all processes together. An attempt counts before it is checked, so that simultaneous attempts
 * count too, and is undone when it was right. An account counts whether it exists or not, so a lock reveals nothing.
 *
 * Where an account has signed in from before, it has ten failures of its own there, so that neither strangers who guess
 * its password nor neighbours behind the same address can lock it out (docs/decisions/028).
 */
export type Throttle = {
  /** counts an attempt; throws 429 while too many have failed */
  take: (account: string, address: string) => Promise<void>
  /** removes the attempt and the account's earlier failures, and remembers the address */
  succeeded: (account: string, address: string) => Promise<void>
}

/** What attempts of a purpose are counted under. */
export const throttleKey = (purpose: string, ...names: readonly string[]): string =>
  createHash('sha256')
    .update([purpose, ...names].join(' '))
    .digest('base64url')

/** Attempts by key, counted in the database: shared by all processes. */
export const createCounts = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, windowMs = THROTTLE_WINDOW_MS) => {
  /** Seconds until the window ends when it is full; null when the attempt was counted. */
  const count = async (key: string, limit: number): Promise<number | null> => {
    const now = clock.wall()
    const over = new Date(now.getTime() - windowMs)
    // Counted by a clock that went back since, not by another server's that is a little ahead.
    const astray = new Date(now.getTime() + windowMs)
    const ended = sql`(t.started_at <= ${over} or t.started_at > ${astray})`
    const counted = await sql`
      insert into throttle_counts as t (key, started_at, count) values (${key}, ${now}, 1)
      on conflict (key) do update set
        -- The last one that is let through holds up for a whole window.
        started_at = case when ${ended} or t.count + 1 >= ${limit} then excluded.started_at else t.started_at end,
        count = case when ${ended} then 1 else t.count + 1 end
      where t.count < ${limit} or ${ended}
      returning key`.execute(db)
    if (counted.rows.length > 0) return null
    const row = await db.selectFrom('throttle_counts').select('started_at').where('key', '=', key).executeTakeFirst()
    return ((row?.started_at ?? now).getTime() + windowMs - now.getTime()) / 1000
  }
  const forget = (key: string) => db.deleteFrom('throttle_counts').where('key', '=', key).execute()
  const giveBack = (key: string) =>
    db
      .updateTable('throttle_counts')
      .set({ count: sql`count - 1` })
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute()
  return { count, forget, giveBack }
}

/** Where somebody has signed in from of late, by hashes of who and where. */
export const createKnown = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => ({
  isKnown: async (key: string): Promise<boolean> => {
    const row = await db.selectFrom('known_addresses').select('last_at').where('key', '=', key).executeTakeFirst()
    return row !== undefined && clock.wall().getTime() - row.last_at.getTime() < KNOWN_MS
  },
  remember: async (key: string): Promise<void> => {
    const last_at = clock.wall()
    await db
      .insertInto('known_addresses')
      .values({ key, last_at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_at }))
      .execute()
  },
})

/** Throttles of different purposes count apart. */
export const createThrottle = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  purpose: 'sign-in' | 'links' | 'driver' | 'second step',
): Throttle => {
  const keyOf = (...names: readonly string[]): string => throttleKey(purpose, ...names)
  const keysOf = (account: string, address: string) => {
    const [name, network] = [account.trim().toLowerCase(), networkOf(address)]
    return { account: keyOf('account', name), address: keyOf('address', network), both: keyOf('both', name, network) }
  }

  const { isKnown, remember } = createKnown({ db, clock })
  const { count, forget, giveBack } = createCounts({ db, clock })
  const perAccount = purpose === 'second step' ? PER_SECOND_STEP : PER_ACCOUNT

  return {
    take: async (account, address) => {
      const keys = keysOf(account, address)
      if (await isKnown(keys.both)) {
        const heldUp = await count(keys.both, perAccount)
        if (heldUp !== null) throw tooMany(heldUp)
        return
      }
      const heldUp = await count(keys.account, perAccount)
      if (heldUp !== null) throw tooMany(heldUp)
      const crowded = await count(keys.address, PER_ADDRESS)
      if (crowded === null) return
      await giveBack(keys.account)
      throw tooMany(crowded)
    },
    succeeded: async (account, address) => {
      const keys = keysOf(account, address)
      if (await isKnown(keys.both)) await forget(keys.both)
      else {
        await forget(keys.account)
        await giveBack(keys.address)
      }
      await remember(keys.both)
    },
  }
}
