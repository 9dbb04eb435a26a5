import { setTimeout } from 'node:timers/promises'
import type { MessageLanguage } from '@ambit/contract'
import { inSpan } from '../context/span.ts'
import type { Deps } from '../deps.ts'
import { leaving } from '../messages/mode.ts'
import { gatewayOf } from '../messages/sms/gateway.ts'
import { isAllowed, takeParts } from '../messages/sms/quota.ts'
import { shownSettings } from '../settings/shown.ts'
import { mailWith, smsWith } from './code-texts.ts'
import type { App } from './config.ts'
import { type Contact, peopleAt } from './contacts.ts'

/** A gateway that does not take an SMS is asked again after so long, in milliseconds. */
const PAUSES = [5000, 15_000] as const

export type Sending = {
  app: App
  contact: Contact
  /** of numbers without a country */
  prefix: string
  challenge: { id: string; code: string; ends_at: Date }
  language: MessageLanguage
  brand: string
  /** that the code is for, as the SMS says */
  host: string
}

/**
 * Not waited for: the answer comes after the same time for a contact that is known and for one that is not, and however
 * long a gateway takes.
 */
export const sendInBackground = (deps: Deps, sending: Sending): void =>
  void send(deps, sending).catch((error: unknown) => deps.log.error({ err: error }, 'a sign-in code could not be sent'))

const send = async (deps: Deps, sending: Sending): Promise<void> => {
  const { app, contact, prefix, brand, host, language } = sending
  const people = await peopleAt(deps.db, contact, prefix)
  if (people.length === 0 && app.sign_up === 'closed') return
  // Nothing is sent to passengers whose data are only to be stored.
  if (people.length > 0 && people.every(({ restricted }) => restricted)) return
  const { id, code, ends_at: expires_at } = sending.challenge
  const letter =
    contact.channel === 'email' ? mailWith(language, { brand, code }) : smsWith(language, { brand, code, host })
  return deliver(deps, { id, contact, letter, expires_at, traveler_id: people[0]?.id ?? null })
}

export type Delivery = {
  /** unlike that of every other message */
  id: string
  contact: Contact
  /** `subject` is what lists show */
  letter: { subject: string; text: string }
  /** when what the text holds is of no use any more; null: it holds no code */
  expires_at: Date | null
  /** whose account it is about; null: not known */
  traveler_id: number | null
}

/** By mail through the outbox; by SMS at once, which takes as long as the gateway does. */
export const deliver = async (deps: Deps, delivery: Delivery): Promise<void> => {
  const { contact, letter, expires_at, traveler_id } = delivery
  if (contact.channel === 'sms') {
    const mayLeave = await leaving(deps)
    return mayLeave(contact.address) ? hand(deps, delivery) : keep(deps, delivery)
  }
  const whose = traveler_id === null ? {} : { traveler_id }
  return deps.db
    .transaction()
    .execute((tx) => deps.mailer.send(tx, { to: contact.address, ...letter, expires_at, ...whose }))
}

/** An SMS that may not leave the installation stands among its mails, and is not sent. */
const keep = async ({ db, clock }: Deps, { contact, letter, expires_at, traveler_id }: Delivery): Promise<void> => {
  const now = clock.now()
  const kept = { to: contact.address, ...letter, expires_at, traveler_id }
  await db
    .insertInto('outbox_mails')
    .values({ ...kept, created_at: now, sent_at: now })
    .execute()
}

/** Why an SMS is not handed to the gateway; null: it is, and counts. */
const whyNot = async (
  { db, clock, config }: Deps,
  { number, text, urgent }: { number: string; text: string; urgent: boolean },
): Promise<string | null> => {
  const { phonePrefix } = await shownSettings(db, config)
  if (!isAllowed(number, phonePrefix, config.smsLimits)) return 'its number is of no allowed country'
  return (await takeParts(db, config.smsLimits, { text, urgent }, clock.now())) ? null : 'the day has its SMS'
}

/** The text is in the memory of this process alone. */
const hand = async (deps: Deps, { id, contact, letter, expires_at }: Delivery): Promise<void> => {
  const refused = await whyNot(deps, { number: contact.address, text: letter.text, urgent: expires_at !== null })
  if (refused !== null)
    return deps.log.warn({ challenge: id, reason: refused }, 'an SMS with a sign-in code was not sent')
  const gateway = gatewayOf(deps.config)
  if (gateway === null) return
  for (const pause of [...PAUSES, null]) {
    const answer = await inSpan('sms', { challenge: id }, () =>
      gateway.send({ id: `ambit-code-${id}`, to: contact.address, text: letter.text }),
    )
    if (answer.kind === 'accepted') return
    deps.log.warn({ challenge: id, answer: answer.kind }, 'an SMS with a sign-in code was not taken')
    if (answer.kind !== 'later' || pause === null) return
    await setTimeout(pause, undefined, { ref: false })
  }
}
