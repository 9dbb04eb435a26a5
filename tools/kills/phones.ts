import { setImmediate as tick, setTimeout as nap } from 'node:timers/promises'
import { type Random, randomStream } from '@ambit/random'
import { api, type Deed, NetworkError, type TripWithStops } from '../../packages/contract/src/index.ts'
import { DEMO_PIN } from '../../apps/simulator/src/access/people.ts'
import { driversOf, plansBetween } from '../../apps/simulator/src/planner/roster.ts'
import type { Desks, Entry, Work } from './ledger.ts'
import { createPhone, type Phone, type PhoneDevice } from '../phones/phone.mjs'

const HOUR_MS = 3_600_000
/** An app that opens has read what it keeps after so long. */
const OPENS_WITHIN_MS = 5000

/** Drivers with a phone, and those who tap at a screen of their own (`driving.ts`): nobody drives a trip of another. */
export const hasPhone = ({ id }: { id: number }): boolean => id % 2 === 0

type Carried = {
  phone: Phone
  device: PhoneDevice
  /** settled when the device's app is closed: what it was about to answer never comes */
  closed: PromiseWithResolvers<void>
  trip: number
  busy: boolean
}

/**
 * Drivers whose apps send batches, with gaps of signal, and are closed at random moments. What a tap has put on the
 * screen is owed: it stands once in the end, and what they wrote to dispatch as well.
 */
export const phones = (origin: string, seed: number, begun: number): Work => {
  const carried = new Map<string, Carried>()
  return {
    name: 'phone',
    next: async (desks, name) => {
      const random = randomStream(seed, 'phone', name)
      const plans = await plansBetween(desks.office, begun - HOUR_MS, begun + HOUR_MS)
      const drivers = (await driversOf(desks.office, plans)).filter(hasPhone)
      const [driver] = random.shuffled(drivers)
      const trip = plans.find(({ driver_id }) => driver_id === driver?.id)?.trip_id ?? null
      if (driver === undefined || trip === null) return null
      const own = carried.get(driver.username) ?? carry(origin, `${seed} ${driver.username}`, trip)
      carried.set(driver.username, own)
      if (own.busy) return null
      own.busy = true
      try {
        if (!(await takeAlong(own, driver.username))) return null
        if (random.chance(0.3)) own.phone.signal = !own.phone.signal
        return random.chance(0.2) ? await write(own, `kills ${seed} ${name}`) : await act(own, random)
      } finally {
        own.busy = false
      }
    },
    count: (desks, entries) => count(desks, [...carried.values()], entries),
  }
}

const carry = (origin: string, name: string, trip: number): Carried => {
  const phone = createPhone(origin, name)
  return { phone, device: phone.open(), closed: Promise.withResolvers(), trip, busy: false }
}

/** Once with a signal; afterwards the phone has all that it needs. */
const takeAlong = async ({ phone, device, trip }: Carried, username: string): Promise<boolean> => {
  if (device.state().open !== null) return true
  phone.signal = true
  if ((await device.signIn({ username, pin: DEMO_PIN, shared: false })) !== null) return false
  return device.openTrip(trip)
}

/** The app is opened again on what the phone keeps. */
const reopen = async (own: Carried): Promise<void> => {
  own.closed.resolve()
  own.closed = Promise.withResolvers()
  own.device = own.phone.open()
  const until = performance.now() + OPENS_WITHIN_MS
  while (own.device.state().open === null) {
    if (performance.now() > until) throw new Error('an app that was opened again does not know its trip')
    await nap(5)
  }
}

type Order = Omit<Entry, 'work' | 'outcome'> | null

const act = async (own: Carried, random: Random): Promise<Order> => {
  const { phone, device } = own
  const before = new Set(phone.owed.keys())
  const deed = nextDeed(device.state().open?.manifest.trip)
  const closes = random.chance(0.4)
  const doing = device.did(deed)
  if (closes) {
    // Between the tap and what is stored there are some turns of the event loop.
    for (let turns = random.between(0, 12); turns > 0; turns -= 1) await tick()
    await reopen(own)
  }
  const refused = closes ? null : await doing
  await phone.kept()
  const sequence = [...phone.owed.keys()].find((one) => !before.has(one))
  if (sequence === undefined && !closes && refused === null) throw new Error(`${deed.kind} was done and is not stored`)
  if (sequence === undefined) return null
  const isSent = async () => !(await phone.kept()).actions.has(sequence)
  return { mark: markOf(own.trip, sequence, deed.kind), send: sender(own, isSent) }
}

const write = async (own: Carried, text: string): Promise<Order> => {
  await own.device.writeMessage(text)
  return { mark: text, send: sender(own, async () => !(await own.phone.kept()).messages.has(text)) }
}

/** Without a signal it waits for the next try, which has one. */
const sender = (own: Carried, isSent: () => Promise<boolean>) => {
  let tries = 0
  return async (): Promise<void> => {
    tries += 1
    if (tries > 1) own.phone.signal = true
    await Promise.race([own.device.wake(), own.closed.promise])
    if (!(await isSent())) throw new NetworkError('phone')
  }
}

const markOf = (trip: number, sequence: number | null, kind: string): string => `trip ${trip}, ${sequence}: ${kind}`

/** What is due next for a driver whose passengers all come; where nothing is, the way that the driver takes. */
const nextDeed = (trip: TripWithStops | undefined): Deed => {
  if (trip === undefined || trip.current_state === 'staged') return { kind: 'sign_on' }
  const here = trip.trip_stops.find(({ departed_at }) => departed_at === null)
  if (here === undefined || here.kind === 'break')
    return { kind: 'manual_navigation', enabled: !trip.manual_navigation }
  if (here.arrived_at === null) return { kind: 'arrive', trip_stop_id: here.id }
  const off = here.alightings.find(({ status }) => status === 'on_board')
  if (off !== undefined) return { kind: 'drop_off', service_request_id: off.id }
  const on = here.boardings.find(({ status }) => status === 'assigned' || status === 'secured')
  if (on !== undefined) return { kind: 'board', service_request_id: on.id }
  return { kind: 'depart', trip_stop_id: here.id }
}

/** What stands at the server, and what a phone owes without an entry: its app was closed before it could be noted. */
const count = async ({ office }: Desks, carried: readonly Carried[], entries: readonly Entry[]) => {
  const found = new Map<string, number>()
  const add = (mark: string): void => void found.set(mark, (found.get(mark) ?? 0) + 1)
  for (const { trip, phone } of carried) {
    const params = { id: trip }
    const { data: actions } = await office.call(api.trips.driverActions, { params })
    const stored = actions.map(({ sequence, kind }) => markOf(trip, sequence, kind))
    for (const mark of stored) add(mark)
    for (const { text } of (await office.call(api.driverMessages.ofTrip, { params })).data) add(text)
    const owed = [...phone.owed].map(([sequence, kind]) => markOf(trip, sequence, kind))
    const lost = owed.filter((mark) => !stored.includes(mark) && !entries.some((entry) => entry.mark === mark))
    if (lost.length > 0) throw new Error(`kept on a phone and lost: ${lost.join('; ')}`)
  }
  return found
}
