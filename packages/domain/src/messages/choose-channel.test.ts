import { expect, test } from 'vitest'
import {
  type MessageChannel,
  type MessageEvent,
  messageEvents,
  type MessagesWanted,
  urgentEvents,
} from '@ambit/contract'
import { chooseChannel, type Reachable } from './choose-channel.ts'

const everything = { email: 'maria@example.org', sms: '+61412345678', push: null, call: '+61412345678' }
const nothing = { email: null, sms: null, push: null, call: null }
const only = (...channels: MessageChannel[]): Reachable['addresses'] =>
  Object.assign({}, nothing, ...channels.map((channel) => ({ [channel]: everything[channel] })))

type Told = Partial<Reachable> & { late?: number; off?: Partial<Record<MessageEvent, MessageChannel[]>> }
const by = (event: MessageEvent, { late, off = {}, ...who }: Told = {}): string => {
  const maria = { addresses: everything, low_tech: false, can_text: false, call_when_near: false, message_channels: {} }
  const chosen = chooseChannel({ event, late_minutes: late ?? null }, { ...maria, ...who }, off)
  return chosen.channel ?? chosen.reason
}
const each = (told: Told): Partial<Record<MessageEvent, string>> =>
  Object.fromEntries(messageEvents.map((event) => [event, by(event, told)]))
const wants = (event: MessageEvent, channel: NonNullable<MessagesWanted[MessageEvent]>) => ({
  message_channels: { [event]: channel },
})

// covers: MSG-16
test('without a wish what is urgent goes by push, else SMS, else e-mail, and the rest by e-mail, else SMS, else push', () => {
  const all = { addresses: { ...everything, push: 'app' } }
  for (const event of messageEvents) {
    const order: MessageChannel[] = urgentEvents.includes(event) ? ['push', 'sms', 'email'] : ['email', 'sms', 'push']
    const off = (...channels: MessageChannel[]) => by(event, { ...all, off: { [event]: channels } })
    expect([event, by(event, all), off(order[0]!)]).toEqual([event, order[0], order[1]])
    const missing = Object.fromEntries(order.slice(0, 2).map((channel) => [channel, null]))
    expect(by(event, { addresses: { ...all.addresses, ...missing } })).toBe(order[2])
  }
})

test('to who has no browser that shows pushes what is urgent goes by SMS, else by e-mail, and the rest the other way', () => {
  for (const event of messageEvents) {
    const [first, second]: MessageChannel[] = urgentEvents.includes(event) ? ['sms', 'email'] : ['email', 'sms']
    expect([event, by(event)]).toEqual([event, first])
    expect([event, by(event, { addresses: only(second!, 'call') })]).toEqual([event, second])
    expect([event, by(event, { off: { [event]: [first!] } })]).toEqual([event, second])
  }
})

// covers: MSG-17
test('who has no smartphone gets SMS only where the number takes them, and else is called for what matters', () => {
  const who = { low_tech: true, addresses: only('sms', 'call') }
  expect(each(who)).toEqual({
    booking_confirmed: 'no_channel',
    booking_changed: 'call',
    reminder: 'no_channel',
    vehicle_on_its_way: 'no_channel',
    running_late: 'no_channel',
    arriving: 'no_channel',
    arrived: 'no_channel',
    no_show_recorded: 'no_channel',
    cancelled_by_passenger: 'no_channel',
    cancelled_by_operator: 'call',
    not_served: 'call',
    receipt: 'no_channel',
    feedback_request: 'no_channel',
    service_notice: 'no_channel',
    lost_item: 'no_channel',
    payment_failed: 'no_channel',
  })
  expect([10, 10.5, 40].map((late) => by('running_late', { ...who, late }))).toEqual(['no_channel', 'call', 'call'])
  expect(by('arriving', { ...who, call_when_near: true })).toBe('call')
  for (const event of messageEvents) {
    const texted = { ...who, can_text: true, call_when_near: true, late: 40 }
    expect([event, by(event, texted)]).toEqual([event, 'sms'])
  }
})

test('who has no smartphone but an address is called for what matters and hears of the rest by e-mail', () => {
  const called = messageEvents.filter((event) => by(event, { low_tech: true }) === 'call')
  expect(called).toEqual(['booking_changed', 'cancelled_by_operator', 'not_served'])
  expect(messageEvents.filter((event) => by(event, { low_tech: true }) === 'email')).toHaveLength(13)
  expect(by('not_served', { low_tech: true, addresses: only('email') })).toBe('email')
})

// covers: MSG-19
test('where nothing reaches a passenger what is urgent becomes a call, and the rest is not sent for want of a channel', () => {
  for (const event of messageEvents) {
    expect([event, by(event, { addresses: only('call') })]).toEqual([
      event,
      urgentEvents.includes(event) ? 'call' : 'no_channel',
    ])
    expect([event, by(event, { addresses: nothing })]).toEqual([event, 'no_channel'])
  }
})

test('what a passenger wants goes before all else, and gives way where it is off or does not reach them', () => {
  for (const event of messageEvents)
    for (const channel of ['email', 'sms', 'call'] as const) {
      expect([event, by(event, wants(event, channel))]).toEqual([event, channel])
      expect(by(event, { ...wants(event, channel), off: { [event]: [channel] } })).not.toBe(channel)
      expect(by(event, { ...wants(event, channel), addresses: { ...everything, [channel]: null } })).not.toBe(channel)
    }
  expect(by('receipt', { ...wants('receipt', 'sms'), low_tech: true })).toBe('email')
})

test('a passenger may do without every event but the cancellation by the operator and not being served', () => {
  const stubborn = messageEvents.filter((event) => by(event, wants(event, 'none')) !== 'not wanted by the passenger')
  expect(stubborn).toEqual(['cancelled_by_operator', 'not_served'])
})

test('an event that is off in the region by SMS and e-mail is not told on the telephone either', () => {
  for (const event of messageEvents)
    expect([event, by(event, { off: { [event]: ['email', 'sms'] } })]).toEqual([event, 'switched off in the region'])
  const pushed = { addresses: { ...everything, push: 'app' } }
  expect(by('arriving', { ...pushed, off: { arriving: ['email', 'sms'] } })).toBe('push')
  expect(by('arriving', { ...pushed, off: { arriving: ['email', 'sms', 'push'] } })).toBe('switched off in the region')
  const who = { addresses: only('call'), off: { arriving: ['call'] as MessageChannel[] } }
  expect([by('arriving', who), by('arrived', who)]).toEqual(['no_channel', 'call'])
})
