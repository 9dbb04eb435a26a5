import type { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Call } from '../http/bind.ts'
import { notReady } from '../http/errors.ts'
import { newChallenge } from '../rides/codes.ts'
import { callWords, carriersNow } from '../rides/config.ts'
import { type Contact, contactOf } from '../rides/contacts.ts'
import { type PassengerActor, passengerOf } from '../rides/me.ts'
import { deliver } from '../rides/send-code.ts'
import { settingFor } from '../rides/setting.ts'
import { textsIn } from './texts.ts'

type Asked = Pick<Call<typeof api.ride.askForOwnCode>, 'body' | 'address'>
type Passenger = Awaited<ReturnType<typeof passengerOf>>

/** Throws 422 for what is no contact, 429 where too many codes were asked for, 503 where nothing can carry one. */
export const askForOwnCode = async (deps: Deps, { body, address }: Asked, actor: PassengerActor) => {
  const { id: traveler_id, consumer_app_id } = actor
  const { brand, language, prefix, app } = await settingFor(deps, actor)
  const carriers = await carriersNow(deps)
  const contact =
    body.purpose === 'contact'
      ? contactOf(body.contact, prefix)
      : ownContact(await passengerOf(deps.db, actor), carriers, prefix)
  if (contact === null || !carriers[contact.channel]) throw notReady(callWords(app.phone_number))
  const { purpose } = body
  const challenge = await newChallenge(deps, { contact, consumer_app_id, address, purpose, traveler_id })
  const { id, code, ends_at, again_at } = challenge
  const letter = textsIn(language)[purpose]({ brand, code })
  // Not waited for: a gateway takes its time.
  void deliver(deps, { id, contact, letter, expires_at: ends_at, traveler_id }).catch((error: unknown) =>
    deps.log.error({ err: error }, 'a sign-in code could not be sent'),
  )
  return { id, channel: contact.channel, ends_at, again_at }
}

type Own = Pick<Passenger, 'email' | 'email_verified' | 'phone_number' | 'phone_verified'>

/** One that was shown to be the passenger's, by mail where both were; null: there is none that a code reaches. */
const ownContact = (me: Own, carriers: { email: boolean; sms: boolean }, prefix: string): Contact | null => {
  if (me.email_verified && me.email !== null && carriers.email) return contactOf(me.email, prefix)
  if (me.phone_verified && me.phone_number !== null && carriers.sms) return contactOf(me.phone_number, prefix)
  return null
}
