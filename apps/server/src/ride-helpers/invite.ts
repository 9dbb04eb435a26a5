import { randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, INVITED_DAYS, type RideHelperInput } from '@ambit/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { createCounts, throttleKey } from '../access/throttle.ts'
import { keyedHash } from '../access/secrets.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { invalid, notFound, notReady, tooMany } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { wrongCode } from '../rides/codes.ts'
import { callWords, carriersNow } from '../rides/config.ts'
import { contactOf } from '../rides/contacts.ts'
import type { PassengerActor } from '../rides/me.ts'
import { deliver } from '../rides/send-code.ts'
import { settingFor } from '../rides/setting.ts'
import { publicUrlOf } from '../settings/public-url.ts'
import { helpersOf, provenContacts, requireRoom } from './helpers.ts'
import { invitationIn } from './texts.ts'

const DAY_MS = 86_400_000
const INVITATIONS_A_DAY = 10
/** An invitation has as many guesses. */
const GUESSES = 5

type Input = z.output<typeof RideHelperInput>

const hashOf = (deps: Deps, travelerId: number, contact: string, code: string): Promise<string> =>
  keyedHash(deps, `helper ${travelerId} ${contact} ${code}`)

/**
 * Writes to a helper with a code, known or not. Throws 422 beside a contact that is none, the passenger's own or was
 * invited before, 429 for too many invitations, 503 where nothing can carry one.
 */
export const inviteHelper = async (
  deps: Deps,
  { contact: typed, rights }: Input,
  { actor, keep }: { actor: PassengerActor; keep: Keep },
) => {
  const { db, clock } = deps
  const { app, prefix, brand, language } = await settingFor(deps, actor)
  const contact = contactOf(typed, prefix)
  if (!(await carriersNow(deps))[contact.channel]) throw notReady(callWords(app.phone_number))
  if ((await provenContacts(db, actor.id, prefix)).includes(contact.address))
    throw invalid([{ pointer: '/contact', detail: 'This is your own contact' }])
  const heldUp = await createCounts(deps, DAY_MS).count(throttleKey('invitations', String(actor.id)), INVITATIONS_A_DAY)
  if (heldUp !== null) throw tooMany(heldUp, `At most ${INVITATIONS_A_DAY} helpers can be invited a day`)
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const code_hash = await hashOf(deps, actor.id, contact.address, code)
  const ends_at = new Date(clock.wall().getTime() + INVITED_DAYS * DAY_MS)
  const { id, answer } = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    await tx.selectFrom('travelers').select('id').where('id', '=', actor.id).forUpdate().execute()
    // One to the same contact takes the place of the one before, and those that have ended make room.
    await tx
      .deleteFrom('traveler_helpers')
      .where('traveler_id', '=', actor.id)
      .where('helper_id', 'is', null)
      .where((e) => e.or([e('contact', '=', contact.address), e('ends_at', '<=', clock.wall())]))
      .execute()
    await requireRoom(tx, 'traveler_id', actor.id)
    const { id: next } = await tx
      .insertInto('traveler_helpers')
      .values({
        traveler_id: actor.id,
        helper_id: null,
        rights: [...rights],
        channel: contact.channel,
        contact: contact.address,
        code_hash,
        ends_at,
        created_by: null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChanged(tx, 'traveler_helpers', next)
    const data = await helpersOf(tx, actor.id, { now: clock.wall(), prefix })
    return { id: next, answer: await keep(tx, { data }) }
  })
  const letter = invitationIn(language, { brand, name: actor.name, code, link: `${publicUrlOf(deps.config)}/Ride` })
  void deliver(deps, { id: `helper-${id}`, contact, letter, expires_at: ends_at, traveler_id: actor.id }).catch(
    (error: unknown) => deps.log.error({ err: error }, 'an invitation of a helper could not be sent'),
  )
  return answer
}

/** Counts the guess before it is looked at. 404 for an invitation of others; 422 for a wrong code. */
export const acceptHelping = async (
  deps: Deps,
  { id, code }: { id: number; code: string },
  actor: PassengerActor,
  keep: Keep,
) => {
  const { db, clock } = deps
  const { prefix } = await settingFor(deps, actor)
  const contacts = await provenContacts(db, actor.id, prefix)
  const taken = await db
    .updateTable('traveler_helpers')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('contact', 'in', contacts.length === 0 ? [''] : contacts)
    .where('traveler_id', '<>', actor.id)
    .where('ends_at', '>', clock.wall())
    .returning(['traveler_id', 'contact', 'code_hash', 'attempts'])
    .executeTakeFirst()
  if (taken === undefined) throw notFound()
  if (taken.attempts > GUESSES)
    throw invalid([{ pointer: '/code', detail: 'This code was guessed at too often. Ask to be invited again' }])
  const { traveler_id: helped, contact, code_hash } = taken
  const given = Buffer.from(await hashOf(deps, helped, contact ?? '', code))
  const known = Buffer.from(code_hash ?? '')
  if (known.length !== given.length || !timingSafeEqual(known, given)) throw wrongCode()
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('travelers').select('id').where('id', '=', actor.id).forUpdate().execute()
    await requireRoom(tx, 'helper_id', actor.id)
    const { traveler_id } =
      (await tx.selectFrom('traveler_helpers').select('traveler_id').where('id', '=', id).executeTakeFirst()) ?? {}
    if (traveler_id === undefined) throw notFound()
    // Invited once more with other rights: what was agreed on last holds.
    await tx
      .deleteFrom('traveler_helpers')
      .where('traveler_id', '=', traveler_id)
      .where('helper_id', '=', actor.id)
      .execute()
    await tx
      .updateTable('traveler_helpers')
      .set({ helper_id: actor.id, channel: null, contact: null, code_hash: null, ends_at: null })
      .set({ accepted_at: clock.now(), updated_at: clock.now() })
      .where('id', '=', id)
      .where('helper_id', 'is', null)
      .execute()
    await recordChanged(tx, 'traveler_helpers', id)
    return keep(tx, { data: await helpersOf(tx, actor.id, { now: clock.wall(), prefix }) })
  })
}
