import { randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { CODE_DIGITS, CODE_MINUTES } from '@ambit/contract'
import { keyedHash } from '../access/secrets.ts'
import { createKnown } from '../access/throttle.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../http/caller.ts'
import { type HttpError, invalid, tooMany } from '../http/errors.ts'
import type { Contact } from './contacts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** How soon another code may be asked for. */
export const AGAIN_MS = MINUTE_MS
/** A code has as many guesses. */
const GUESSES = 5
/** Codes that one network may ask for in so long for one contact. */
const BOTH_LIMITS = [
  { most: 1, within: AGAIN_MS },
  { most: 5, within: HOUR_MS },
  { most: 10, within: DAY_MS },
] as const
/**
 * And all networks together: twice that, so that a stranger at one leaves the owner all of theirs, and no more, as SMS cost
 * money and fill a phone, and each code has its guesses. Who has signed in with the contact from where they ask goes on.
 */
const CONTACT_LIMITS = [
  { most: 10, within: HOUR_MS },
  { most: 20, within: DAY_MS },
] as const
/** For all contacts, known ones too: who has signed up with many numbers could have SMS sent without an end. */
const NETWORK_LIMITS = [{ most: 20, within: HOUR_MS }] as const

/** What a code is good for: signing in, or something that the passenger who has signed in does. */
export type Purpose = { purpose: 'sign_in'; traveler_id: null } | { purpose: 'erase' | 'contact'; traveler_id: number }
export const SIGN_IN: Purpose = { purpose: 'sign_in', traveler_id: null }

type Asked = Purpose & {
  contact: Contact
  consumer_app_id: number
  address: string
  /** on its user's own machine a demo lets everybody in who reaches it: all of its passengers are at one address */
  ownDemo?: boolean
}

/** A new code for a contact, known or not. Throws 429 where too many were asked for. */
export const newChallenge = async (deps: Deps, asked: Asked) => {
  const { contact, consumer_app_id, address, purpose, traveler_id, ownDemo = false } = asked
  const { db, clock, random } = deps
  const id = random.uuid()
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const code_hash = await hashOf(deps, id, code)
  const network = networkOf(address)
  const isKnown = await createKnown(deps).isKnown(await knownKey(deps, contact.address, network))
  const now = clock.wall()
  const ends_at = new Date(now.getTime() + CODE_MINUTES * MINUTE_MS)
  await db.transaction().execute(async (tx) => {
    const { channel, address: to } = contact
    await refuseMore(tx, { of: { contact: to, network }, limits: BOTH_LIMITS, now })
    if (!isKnown) await refuseMore(tx, { of: { contact: to }, limits: CONTACT_LIMITS, now })
    if (!ownDemo) await refuseMore(tx, { of: { network }, limits: NETWORK_LIMITS, now })
    await tx
      .insertInto('sign_in_challenges')
      .values({
        id,
        consumer_app_id,
        channel,
        contact: to,
        network,
        code_hash,
        purpose,
        traveler_id,
        created_at: now,
        ends_at,
      })
      .execute()
  })
  return { id, code, ends_at, again_at: new Date(now.getTime() + AGAIN_MS) }
}

const knownKey = (keeping: Pick<Deps, 'db' | 'config'>, contact: string, network: string): Promise<string> =>
  keyedHash(keeping, `code ${contact} at ${network}`)

type Limited = {
  of: Partial<Record<'contact' | 'network', string>>
  limits: readonly { most: number; within: number }[]
  now: Date
}

/** What asks at once waits for each other, on all processes, so that each counts the ones before. */
const refuseMore = async (tx: Transaction<DB>, { of, limits, now }: Limited): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`codes ${JSON.stringify(of)}`}, 0))`.execute(tx)
  const longest = Math.max(...limits.map(({ within }) => within))
  const asked = await tx
    .selectFrom('sign_in_challenges')
    .select('created_at')
    .where((where) => where.and(of))
    .where('created_at', '>', new Date(now.getTime() - longest))
    // Of a clock that went back since.
    .where('created_at', '<=', now)
    .orderBy('created_at', 'desc')
    .limit(Math.max(...limits.map(({ most }) => most)))
    .execute()
  const waits = limits.flatMap(({ most, within }) => {
    const last = asked[most - 1]?.created_at.getTime()
    const wait = last === undefined ? 0 : last + within - now.getTime()
    return wait > 0 ? [wait] : []
  })
  if (waits.length > 0) throw tooMany(Math.max(...waits) / 1000)
}

const hashOf = (deps: Deps, id: string, code: string): Promise<string> => keyedHash(deps, `code ${id} ${code}`)

export const ended = (): HttpError => invalid([{ pointer: '/code', detail: 'Please ask for a new code.' }])
export const wrongCode = (): HttpError => invalid([{ pointer: '/code', detail: 'This code is not right' }])

export type Challenge = { id: string; contact: Contact; consumer_app_id: number; guessesLeft: number; right: boolean }

/**
 * Counts a guess before it is looked at, so that those at the same time count too. Throws 422 for a challenge that is
 * unknown, was sent for something else, was used, has ended, or was guessed at too often. A guess at a password instead is
 * counted without a code.
 */
export const takeGuess = async (
  deps: Deps,
  id: string,
  code: string | null,
  { purpose, traveler_id }: Purpose = SIGN_IN,
): Promise<Challenge> => {
  const taken = await deps.db
    .updateTable('sign_in_challenges')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('ends_at', '>', deps.clock.wall())
    .where('attempts', '<', GUESSES)
    .where('purpose', '=', purpose)
    .where('traveler_id', 'is not distinct from', traveler_id)
    .returning(['channel', 'contact', 'consumer_app_id', 'attempts', 'code_hash'])
    .executeTakeFirst()
  if (taken === undefined) throw ended()
  const { channel, contact: address, consumer_app_id, attempts, code_hash } = taken
  const [known, given] = [code_hash, code === null ? '' : await hashOf(deps, id, code)].map((hash) => Buffer.from(hash))
  const right = known!.length === given!.length && timingSafeEqual(known!, given!) // of the list above
  return { id, contact: { channel, address }, consumer_app_id, guessesLeft: GUESSES - attempts, right }
}

/** A right code whose owner is asked for more was no guess. */
export const giveBack = async (db: Kysely<DB>, id: string): Promise<void> => {
  await db
    .updateTable('sign_in_challenges')
    .set({ attempts: sql`attempts - 1` })
    .where('id', '=', id)
    .where('attempts', '>', 0)
    .execute()
}

/**
 * Of two that give the code at once, one has it, and its text is kept no longer; where it was asked for is known from now
 * on. Throws 422 for the other.
 */
export const useUp = async ({ clock, config }: Deps, tx: Transaction<DB>, id: string): Promise<void> => {
  const now = clock.wall()
  const used = await tx
    .updateTable('sign_in_challenges')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning(['contact', 'network', 'ends_at'])
    .executeTakeFirst()
  if (used === undefined) throw ended()
  await tx
    .updateTable('outbox_mails')
    .set({ text: null })
    .where('text', 'is not', null)
    .where('expires_at', '=', used.ends_at)
    .where('to', '=', used.contact)
    .execute()
  await createKnown({ db: tx, clock }).remember(await knownKey({ db: tx, config }, used.contact, used.network))
}
