import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { EFFECT_WORTH_S, UNDO_MINUTES } from '@ambit/contract'
import type { KeyedHash } from '../access/secrets.ts'
import { invalid } from '../http/errors.ts'
import type { Outcome } from './carry-out.ts'

/**
 * Booking, trip, less than 0 for the vehicle of a new one, or 0, drop-off in seconds since 1970, whether the action moves it, ends it or makes it later, and the trip
 * or 0 that it had.
 */
const Shown = z.tuple([z.int(), z.int(), z.number(), z.boolean(), z.int()])
export type Shown = z.infer<typeof Shown>

/** What an option comes to. */
type Worked = Pick<Outcome, 'effect' | 'sides'>

const Content = z.object({
  /** what it accepts: an action's fingerprint, or an undo */
  about: z.string(),
  option: z.string(),
  user: z.int(),
  /** ms */
  at: z.number(),
  shown: z.array(Shown),
})
type Content = z.infer<typeof Content>

/** A trip that the action begins has another id each time it is worked out: its vehicle stands for it. */
const tripOf = ({ sides }: Worked, id: number | undefined): number => {
  const side = sides.find(({ after }) => after.trips.has(id ?? 0))
  if (id === undefined || side === undefined || side.before.trips.has(id)) return id ?? 0
  return -(side.after.trips.get(id)?.vehicle_id ?? 0)
}

export const shownOf = (worked: Worked): Shown[] =>
  worked.effect.all.map(({ service_request_id, before, after, outcome, later_s }) => [
    service_request_id,
    tripOf(worked, after?.trip_id),
    after === null ? 0 : Date.parse(after.dropoff_at) / 1000,
    outcome === 'moved' || outcome === 'not_served' || later_s >= EFFECT_WORTH_S,
    before?.trip_id ?? 0,
  ])

/** The same for the same request, however its fields are ordered. */
export const fingerprint = (value: unknown): string =>
  createHash('sha256')
    .update(
      JSON.stringify(value, (_, one: unknown) =>
        isRecord(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
      ),
    )
    .digest('base64url')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const signed = (hash: KeyedHash, text: string): string => hash(`effect token ${text}`)

/** Says what was shown, of which action and option, to whom and when; the installation signs it. */
export const tokenOf = (hash: KeyedHash, content: Content): string => {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${signed(hash, text)}`
}

const refused = (detail: string) => invalid([{ pointer: '/token', detail }])

/** Throws 422 for one that was altered, or is of another action, option or user. Null: it is older than 10 minutes. */
export const readToken = (
  hash: KeyedHash,
  token: string,
  expected: Pick<Content, 'about' | 'option' | 'user'>,
  now: Date,
): { shown: readonly Shown[]; at: Date } | null => {
  const [text = '', signature = ''] = token.split('.')
  const [own, given] = [Buffer.from(signed(hash, text)), Buffer.from(signature)]
  if (own.length !== given.length || !timingSafeEqual(own, given)) throw refused('This token was not given out here')
  const content = Content.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (content.about !== expected.about) throw refused('This token is of another action')
  if (content.option !== expected.option) throw refused('This token is of another option')
  if (content.user !== expected.user) throw refused('This token was given to another user')
  return now.getTime() - content.at > UNDO_MINUTES * 60_000 ? null : { shown: content.shown, at: new Date(content.at) }
}

/** Everybody goes where they were shown to go, and nobody comes more than a minute later than shown. */
export const holdsShown = (seen: readonly Shown[], fresh: Worked): boolean => {
  const known = new Map(seen.map((one) => [one[0], one]))
  const now = shownOf(fresh)
  const still = now.every(([id, trip, dropoff, affected, from]) => {
    const was = known.get(id)
    // Booked in the meantime, and none of this action's doing.
    if (was === undefined) return !affected
    // Somebody else has moved it since: this would take that back unseen.
    if ((affected || was[3]) && was[4] !== from) return false
    return was[1] === trip && (trip === 0 || dropoff <= was[2] + EFFECT_WORTH_S)
  })
  const ids = new Set(now.map(([id]) => id))
  return still && seen.every(([id, , , affected]) => !affected || ids.has(id))
}
