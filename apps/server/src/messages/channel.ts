import { type MessageChannel, type MessageEvent, urgentEvents } from '@ambit/contract'

/** How a passenger may be reached. */
export type Reachable = { email: string | null; phone_number: string | null; low_tech: boolean }

type Sms = {
  /** the installation has a gateway */
  on: boolean
  /** of numbers without a country: `+61` */
  prefix: string
}

export const isUrgent = (event: MessageEvent): boolean => urgentEvents.includes(event)

/**
 * The channel and the address there: by SMS what is urgent, by e-mail the rest, and each by the other where the first does
 * not reach the passenger. Who does without a smartphone is not known to read SMS. Null: none reaches them.
 */
export const channelFor = (
  event: MessageEvent,
  { email, phone_number, low_tech }: Reachable,
  { on, prefix }: Sms,
): { channel: MessageChannel; recipient: string } | null => {
  const phone = on && !low_tech && phone_number !== null ? international(phone_number, prefix) : null
  const sms = phone === null ? null : { channel: 'sms' as const, recipient: phone }
  const mail = email === null || email === '' ? null : { channel: 'email' as const, recipient: email }
  return isUrgent(event) ? (sms ?? mail) : (mail ?? sms)
}

/** As gateways take it: `0445 984 907` → `+61445984907`. Null: no number. */
export const international = (phone: string, prefix: string): string | null => {
  const plain = phone.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+')
  const whole = plain.startsWith('+') ? plain : `${prefix}${plain.replace(/^0/, '')}`
  return /^\+\d{6,15}$/.test(whole) ? whole : null
}
