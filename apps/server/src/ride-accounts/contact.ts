import type { RideContactInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { endResetLinks } from '../access/password-reset.ts'
import { endSentLinks } from '../access/ride-links.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { international } from '../messages/international.ts'
import { ended, takeGuess, useUp, wrongCode } from '../rides/codes.ts'
import type { Contact } from '../rides/contacts.ts'
import { type PassengerActor, passengerOf } from '../rides/me.ts'
import { deliver } from '../rides/send-code.ts'
import { settingFor } from '../rides/setting.ts'
import { refuseOthersEmail } from '../rides/sign-up.ts'
import { textsIn } from './texts.ts'

type Given = z.output<typeof RideContactInput>

/**
 * Takes the contact that the code was sent to in the place of the one before, which is written to. Throws 422 for a wrong
 * code, and for an e-mail address of another passenger.
 */
export const changeContact = async (deps: Deps, { challenge: id, code }: Given, actor: PassengerActor, keep: Keep) => {
  const { contact, right, guessesLeft } = await takeGuess(deps, id, code, {
    purpose: 'contact',
    traveler_id: actor.id,
  })
  if (!right) throw guessesLeft === 0 ? ended() : wrongCode()
  const setting = await settingFor(deps, actor)
  const { before, answer } = await deps.db.transaction().execute(async (tx) => {
    await useUp(deps, tx, id)
    const replaced = await take(deps, tx, { traveler_id: actor.id, contact, prefix: setting.prefix })
    return { before: replaced, answer: await keep(tx, { data: await passengerOf(tx, actor) }) }
  })
  if (before !== null) {
    const words = { brand: setting.brand, now: masked(contact), call: setting.app.phone_number }
    const letter = textsIn(setting.language).changed(words)
    const told = { id: deps.random.uuid(), contact: before, letter, expires_at: null, traveler_id: actor.id }
    void deliver(deps, told).catch((error: unknown) =>
      deps.log.error({ err: error }, 'a passenger could not be told of a changed contact'),
    )
  }
  return answer
}

type Taking = { traveler_id: number; contact: Contact; prefix: string }

/** Answers the contact that was there before; null where there was none, or it is the same. */
const take = async (
  deps: Deps,
  tx: Transaction<DB>,
  { traveler_id, contact, prefix }: Taking,
): Promise<Contact | null> => {
  const old = await tx
    .selectFrom('travelers')
    .select(['email', 'phone_number'])
    .where('id', '=', traveler_id)
    .where('anonymised_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (old === undefined) throw notFound()
  const isEmail = contact.channel === 'email'
  const oldAddress = isEmail ? (old.email?.toLowerCase() ?? null) : international(old.phone_number ?? '', prefix)
  if (isEmail && oldAddress !== contact.address) await refuseOthersEmail(tx, contact.address, '/contact')
  const [address, now] = [contact.address, deps.clock.wall()]
  const changed = isEmail
    ? { email: address, email_verified_at: now }
    : { phone_number: address, phone_verified_at: now }
  await tx
    .updateTable('travelers')
    .set({ ...changed, updated_at: deps.clock.now() })
    .where('id', '=', traveler_id)
    .execute()
  if (isEmail && oldAddress !== address) await endResetLinks(tx, { kind: 'traveller', id: traveler_id }, now)
  await recordChanged(tx, 'travelers', traveler_id)
  if (oldAddress === null || oldAddress === address) return null
  await endSentLinks(tx, traveler_id)
  return { channel: contact.channel, address: oldAddress }
}

/** `m…@example.org` or `…678`: enough for the owner, and nothing for others who read it. */
const masked = ({ channel, address }: Contact): string =>
  channel === 'email' ? address.replace(/^(.).*@/, '$1…@') : `…${address.slice(-3)}`
