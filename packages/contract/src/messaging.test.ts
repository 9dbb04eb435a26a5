import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { api, Message, messageEvents, messageStates } from './index.ts'

/** Of which noun of the module `Messaging` each call of staff needs a key. */
const nouns = {
  '/messages': 'message',
  '/message_templates': 'template',
  '/call_tasks': 'callTask',
  '/notices': 'notice',
  '/driver_messages': 'driverThread',
  '/broadcasts': 'broadcast',
} as const

/** Whom a broadcast has reached is read with the key for the threads that it stands in. */
const read = { broadcast: 'driverThread' } as Readonly<Record<string, string>>

const calls = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter(({ audience }) => audience === 'ops')
  .map(({ method, path, access }) => ({ method, path, access }))

// covers: MSG-82
test.each(Object.entries(nouns))('each call of staff below %s needs a key of Messaging for %s', (base, noun) => {
  const found = calls.filter(({ path }) => path === base || path.startsWith(`${base}/`))
  expect(found.map(({ method, path }) => `${method} ${path}`)).toContain(`GET ${base}`)
  for (const { method, path, access } of found) {
    const isRead = access === `Messaging:${read[noun] ?? noun}:canRead`
    const changes = /^Messaging:(\w+):can(Create|Update)$/.exec(access)
    expect([method, path, isRead || changes?.[1] === noun]).toEqual([method, path, true])
  }
})

// covers: MSG-82
test('a text is previewed by a call of its own', () => {
  expect(calls).toContainEqual({
    method: 'POST',
    path: '/message_templates/preview',
    access: 'Messaging:template:canRead',
  })
})

test('passengers are told of sixteen events', () => {
  expect(messageEvents).toEqual([
    'booking_confirmed',
    'booking_changed',
    'reminder',
    'vehicle_on_its_way',
    'running_late',
    'arriving',
    'arrived',
    'no_show_recorded',
    'cancelled_by_passenger',
    'cancelled_by_operator',
    'not_served',
    'receipt',
    'feedback_request',
    'service_notice',
    'lost_item',
    'payment_failed',
  ])
})

test('a message is in one of eleven states, and says since when and why', () => {
  expect(messageStates).toEqual([
    'queued',
    'sending',
    'sent',
    'delivered',
    'shown',
    'failed',
    'unsure',
    'expired',
    'suppressed',
    'superseded',
    'captured',
  ])
  expect(Object.keys(Message.shape)).toEqual(expect.arrayContaining(['state', 'state_at', 'reason', 'due_at']))
})
