import {
  alwaysTold,
  type MessageChannel,
  type MessageEvent,
  type MessagesOff,
  type MessagesWanted,
  sentChannels,
  urgentEvents,
  writtenChannels,
} from '@ambit/contract'

/** Who has no smartphone is called for another time from so many minutes on. */
const CALLED_LATE_MINUTES = 10

/** What happened: `late_minutes` is how much later than booked the vehicle comes; null: not known. */
type News = { event: MessageEvent; late_minutes: number | null }

/** How a passenger may be reached: by each channel at what address or number; null: not by this one. */
export type Reachable = {
  addresses: Readonly<Record<MessageChannel, string | null>>
  low_tech: boolean
  can_text: boolean
  call_when_near: boolean
  message_channels: MessagesWanted
}

type ChosenChannel = { channel: MessageChannel; recipient: string } | { channel: null; reason: string }

export const NOT_WANTED = 'not wanted by the passenger'
export const SAME_ADDRESS = 'the same was sent to this address'
export const STOPPED = 'the number has answered STOP'
const SWITCHED_OFF = 'switched off in the region'
const NO_CHANNEL = 'no_channel'

export const isUrgent = (event: MessageEvent): boolean => urgentEvents.includes(event)

/**
 * The channel and the address there: what the passenger wants, else push or SMS for what is urgent and e-mail for the
 * rest, and each by another where the first does not reach them or is off in the region. Who has a telephone without SMS is called
 * for what matters; everybody else for what is urgent and reaches them in no other way.
 */
export const chooseChannel = (news: News, who: Reachable, off: MessagesOff): ChosenChannel => {
  const { event } = news
  const isOff = (channel: MessageChannel): boolean => off[event]?.includes(channel) === true
  if (who.message_channels[event] === 'none' && !alwaysTold.includes(event))
    return { channel: null, reason: NOT_WANTED }
  if (sentChannels.every(isOff)) return { channel: null, reason: SWITCHED_OFF }
  // Staff are not to call about what the region writes to nobody.
  const isUnwritten = writtenChannels.every(isOff)
  for (const channel of orderFor(news, who)) {
    const recipient = channel === 'sms' && hasNoSms(who) ? null : who.addresses[channel]
    if (recipient !== null && !isOff(channel) && !(channel === 'call' && isUnwritten)) return { channel, recipient }
  }
  return { channel: null, reason: isUnwritten ? SWITCHED_OFF : NO_CHANNEL }
}

const hasNoSms = ({ low_tech, can_text }: Reachable): boolean => low_tech && !can_text

const orderFor = (news: News, who: Reachable): MessageChannel[] => {
  const { event } = news
  const wanted = who.message_channels[event]
  const first: MessageChannel[] = wanted === undefined || wanted === 'none' ? [] : [wanted]
  const usual: MessageChannel[] = isUrgent(event) ? ['push', 'sms', 'email'] : ['email', 'sms', 'push']
  if (hasNoSms(who)) return isCalledFor(news, who) ? [...first, 'call', ...usual] : [...first, ...usual]
  return isUrgent(event) ? [...first, ...usual, 'call'] : [...first, ...usual]
}

const isCalledFor = ({ event, late_minutes }: News, { call_when_near }: Reachable): boolean => {
  switch (event) {
    case 'booking_changed':
    case 'cancelled_by_operator':
    case 'not_served':
      return true
    case 'running_late':
      return late_minutes !== null && late_minutes > CALLED_LATE_MINUTES
    case 'arriving':
      return call_when_near
    case 'booking_confirmed':
    case 'reminder':
    case 'vehicle_on_its_way':
    case 'arrived':
    case 'no_show_recorded':
    case 'cancelled_by_passenger':
    case 'receipt':
    case 'feedback_request':
    case 'service_notice':
    case 'lost_item':
    case 'payment_failed':
      return false
  }
}
