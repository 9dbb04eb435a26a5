import {
  alwaysTold,
  type MessageChannel,
  type MessageEvent,
  type MessagesOff,
  type MessagesWanted,
  urgentEvents,
} from '@ambit/contract'

/** How a passenger may be reached. */
export type Reachable = {
  email: string | null
  phone_number: string | null
  low_tech: boolean
  can_text: boolean
  message_channels: MessagesWanted
}

type Region = { messages_off: MessagesOff }

type Sms = {
  /** the installation has a gateway */
  on: boolean
  /** of numbers without a country: `+61` */
  prefix: string
}

export const isUrgent = (event: MessageEvent): boolean => urgentEvents.includes(event)

type Chosen = { channel: MessageChannel; recipient: string } | { channel: null; reason: string }

/**
 * The channel and the address there: the one that the passenger wants, else by SMS what is urgent and by e-mail the rest,
 * and each by the other where the first does not reach them or is off in the region. Who does without a smartphone is sent
 * SMS only where the number is known to take them.
 */
export const channelFor = (event: MessageEvent, who: Reachable, { messages_off: off }: Region, sms: Sms): Chosen => {
  const addresses = { email: who.email === '' ? null : who.email, sms: phoneOf(who, sms) }
  const wanted = who.message_channels[event]
  if (wanted === 'none' && !alwaysTold.includes(event)) return { channel: null, reason: 'not wanted by the passenger' }
  const smsFirst = wanted === 'sms' || (wanted !== 'email' && isUrgent(event))
  const order: readonly MessageChannel[] = smsFirst ? ['sms', 'email'] : ['email', 'sms']
  const used = order.filter((channel) => !off[event]?.includes(channel))
  if (used.length === 0) return { channel: null, reason: 'switched off in the region' }
  for (const channel of used) {
    const recipient = addresses[channel]
    if (recipient !== null) return { channel, recipient }
  }
  return { channel: null, reason: 'no channel' }
}

const phoneOf = ({ phone_number, low_tech, can_text }: Reachable, { on, prefix }: Sms): string | null =>
  on && (can_text || !low_tech) && phone_number !== null ? international(phone_number, prefix) : null

/** As gateways take it: `0445 984 907` → `+61445984907`. Null: no number. */
export const international = (phone: string, prefix: string): string | null => {
  const plain = phone.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+')
  const whole = plain.startsWith('+') ? plain : `${prefix}${plain.replace(/^0/, '')}`
  return /^\+\d{6,15}$/.test(whole) ? whole : null
}
