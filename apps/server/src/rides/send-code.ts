import { setTimeout } from 'node:timers/promises'
import type { MessageLanguage } from '@ambit/contract'
import { inSpan } from '../context/span.ts'
import type { Deps } from '../deps.ts'
import { leaving } from '../messages/mode.ts'
import { gatewayOf } from '../messages/sms/gateway.ts'
import { isAllowed, takeParts } from '../messages/sms/quota.ts'
import { mailWith, smsWith } from './code-texts.ts'
import type { App } from './config.ts'
import { type Contact, type KnownPerson, peopleAt } from './contacts.ts'

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
  const { code } = sending.challenge
  if (contact.channel === 'email') return post(deps, sending, people, mailWith(language, { brand, code }))
  const sms = smsWith(language, { brand, code, host })
  const mayLeave = await leaving(deps)
  if (!mayLeave(contact.address)) return keep(deps, sending, people, sms)
  const { smsLimits } = deps.config
  const { id } = sending.challenge
  if (!isAllowed(contact.address, prefix, smsLimits))
    return deps.log.warn({ challenge: id }, 'a sign-in code was not sent: its number is of no allowed country')
  if (!(await takeParts(deps.db, smsLimits, { text: sms.text, urgent: true }, deps.clock.now())))
    return deps.log.warn({ challenge: id }, 'a sign-in code was not sent: the day has its SMS')
  return hand(deps, sending, sms.text)
}

type Letter = { subject: string; text: string }

const post = (deps: Deps, { contact, challenge }: Sending, people: readonly KnownPerson[], letter: Letter) =>
  deps.db.transaction().execute((tx) =>
    deps.mailer.send(tx, {
      to: contact.address,
      ...letter,
      expires_at: challenge.ends_at,
      ...(people[0] === undefined ? {} : { traveler_id: people[0].id }),
    }),
  )

/** An SMS that may not leave the installation stands among its mails, and is not sent. */
const keep = async (
  { db, clock }: Deps,
  { contact, challenge }: Sending,
  people: readonly KnownPerson[],
  letter: Letter,
): Promise<void> => {
  const now = clock.now()
  const traveler_id = people[0]?.id ?? null
  const kept = { to: contact.address, ...letter, expires_at: challenge.ends_at, traveler_id }
  await db
    .insertInto('outbox_mails')
    .values({ ...kept, created_at: now, sent_at: now })
    .execute()
}

/** The text is in the memory of this process alone. */
const hand = async (deps: Deps, { contact, challenge }: Sending, text: string): Promise<void> => {
  const gateway = gatewayOf(deps.config)
  if (gateway === null) return
  const { id } = challenge
  for (const pause of [...PAUSES, null]) {
    const answer = await inSpan('sms', { challenge: id }, () =>
      gateway.send({ id: `ambit-code-${id}`, to: contact.address, text }),
    )
    if (answer.kind === 'accepted') return
    deps.log.warn({ challenge: id, answer: answer.kind }, 'an SMS with a sign-in code was not taken')
    if (answer.kind !== 'later' || pause === null) return
    await setTimeout(pause, undefined, { ref: false })
  }
}
