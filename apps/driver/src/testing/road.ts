import { expect } from 'vitest'
import { api, type Deed, type TripStop, type TripWithStops } from '@ambit/contract'
import { buildSmallTown, type Crew, type SmallTown, type StopName } from '@ambit/server/testing/small-town'
import type { TestServer } from '@ambit/server/testing'
import type { DeviceOptions } from '../device/core.ts'
import { createDevice } from '../device/create-device.ts'
import type { Device, DeviceState } from '../device/device.ts'
import type { Fix } from '../device/fix.ts'

export const PIN = '246810'
const MINUTE_MS = 60_000

/** `lost answers`: the server gets what is sent, and its answers do not come back. `hangs`: nothing comes, nor an error. */
type Network = 'on' | 'off' | 'lost answers' | 'hangs'

/** A small town in which a driver has a van and a phone. */
export type Road = {
  server: TestServer
  town: SmallTown
  crew: Crew
  username: string
  /** what the phone's database is called */
  phone: string
  /** another driver of the town, by username */
  colleague: () => Promise<string>
  /** between the phone and the server */
  network: Network
  /** what is answered instead of the server; null: the server answers */
  instead: ((path: string, init: RequestInit) => Response | null) | null
  /** ends of paths whose calls do not reach the server, and of those whose answers are lost */
  refusing: string[]
  deaf: string[]
  /** of each answer that the phone gets */
  heard: (path: string, answer: Response) => void
  /** what the phone asked for, as `GET /api/…` */
  asked: string[]
  /** the phone's clock: by how much it is ahead of the service's, and what stood still while the phone slept, ms */
  ahead: number
  slept: number
  /** of the app that is opened next, ms */
  deadline: number
  /** what the app does again and again, and how often */
  timers: { every: number; work: () => void }[]
  signs: { window: EventTarget; document: EventTarget & { visibilityState: string } }
  /** the phone finds out where it is; null: nothing asks for it */
  drives: ((fix: Fix) => void) | null
  /** the phone is not allowed to tell where it is */
  refuses: () => void
  /** gives away the map that the phone keeps */
  spare: () => Promise<boolean>
  /** the app that is opened next is told by the server what is new */
  follows: boolean
  /** how full the phone's battery is */
  power: (low: boolean) => void
  /** the app, opened on what the phone keeps */
  open: (name?: string) => Device
  /** The system ends the app: it asks and hears nothing any more. What is open afterwards is another one. */
  kill: () => void
  /** The service's time passes. */
  pass: (minutes: number) => void
}

let phones = 0

const signs = (): Road['signs'] => ({
  window: new EventTarget(),
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
})

export const buildRoad = async (
  server: TestServer,
  options: Parameters<typeof buildSmallTown>[1] = {},
  van: Parameters<SmallTown['vehicle']>[1] = {},
): Promise<Road> => {
  const town = await buildSmallTown(server, options)
  const crew = await town.vehicle('Van 1', van)
  const username = await givePin(server, crew.driver_id)
  phones += 1
  const phone = `phone ${phones}`
  let alive = { killed: false }
  const road: Road = {
    server,
    town,
    crew,
    username,
    phone,
    network: 'on',
    instead: null,
    refusing: [],
    deaf: [],
    heard: () => {},
    asked: [],
    ahead: 0,
    slept: 0,
    timers: [],
    drives: null,
    refuses: () => {},
    follows: false,
    spare: async () => false,
    power: () => {},
    deadline: 10_000,
    signs: signs(),
    open: (name = phone) =>
      createDevice({
        origin: server.url,
        name,
        clock: {
          wall: () => server.deps.clock.now().getTime() + road.ahead,
          steady: () => server.deps.clock.now().getTime() - 1_700_000_000_000 - road.slept,
        },
        fetch: fetchOver(road, (alive = { killed: false })),
        deadline: road.deadline,
        signs: road.signs,
        every: (every, work) => {
          const timer = { every, work }
          road.timers.push(timer)
          return () => void road.timers.splice(road.timers.indexOf(timer), 1)
        },
        ...sensesOf(road),
      }),
    colleague: async () => givePin(server, (await town.vehicle('Van 9')).driver_id),
    kill: () => {
      alive.killed = true
      road.timers.length = 0
      road.signs = signs()
    },
    pass: (minutes) => server.deps.clock.advance(minutes * MINUTE_MS),
  }
  return road
}

/** What the phone finds out by itself, and what it can do without. */
const sensesOf = (road: Road): Pick<DeviceOptions, 'watch' | 'power' | 'follows' | 'scale' | 'spare'> => ({
  watch: (fixed, refused) => {
    road.drives = fixed
    road.refuses = refused
    return () => {
      road.drives = null
    }
  },
  power: (told) => {
    road.power = told
    return () => {}
  },
  follows: road.follows,
  scale: async (picture) => picture,
  spare: () => road.spare(),
})

/** The driver's username, who can sign in from now on. */
export const givePin = async (server: TestServer, id: number): Promise<string> => {
  const staff = server.client('administrator')
  const { data } = await staff.call(api.drivers.show, { params: { id } })
  await staff.call(api.drivers.resetPin, { params: { id }, body: { password: PIN, password_confirmation: PIN } })
  return data.username
}

const fetchOver =
  (road: Road, alive: { killed: boolean }): typeof globalThis.fetch =>
  async (to, init = {}) => {
    if (alive.killed) return new Promise(() => {})
    const path = new URL(to instanceof Request ? to.url : to).pathname
    road.asked.push(`${init.method} ${path}`)
    init.signal?.throwIfAborted()
    if (road.network === 'hangs') await new Promise((_, fail) => init.signal?.addEventListener('abort', fail))
    if (road.network === 'off' || road.refusing.some((end) => path.endsWith(end))) throw new TypeError('fetch failed')
    const answer = road.instead?.(path, init) ?? (await fetch(to, init))
    if (alive.killed) return new Promise(() => {})
    if (road.network !== 'on' || road.deaf.some((end) => path.endsWith(end))) throw new TypeError('fetch failed')
    road.heard(path, answer)
    return answer
  }

/** Resolves with the state once it is so. */
export const until = (device: Device, holds: (state: DeviceState) => boolean): Promise<DeviceState> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!holds(device.state())) return
      end()
      resolve(device.state())
    }
    const end = device.subscribe(look)
    look()
  })

export const allSent = (device: Device): Promise<DeviceState> =>
  until(device, ({ sending }) => sending.unsent === 0 && sending.silent_since === null)

/** A ride that is booked on the van, and its number. */
export const bookRide = async (
  { town }: Road,
  who: string,
  at: string,
  [from, to]: [StopName, StopName] = ['Market', 'Hospital'],
): Promise<number> => (await town.book({ who: await town.passenger(who), from, to, at })).id

/** A driver who has signed in, taken the trip along, and signed on to it. */
export const signedOn = async (road: Road, name?: string): Promise<Device> => {
  const device = road.open(name)
  const refused = await device.signIn({ username: road.username, pin: PIN, shared: false })
  if (refused !== null) throw new Error(refused.reason)
  await device.openTrip(road.crew.trip_id)
  await did(device, { kind: 'sign_on' })
  return device
}

export const openTrip = (device: Device) => {
  const { open } = device.state()
  if (open === null) throw new Error('No trip is open')
  return open
}
export const tripOf = (device: Device): TripWithStops => openTrip(device).manifest.trip

/** Does what the rules allow. */
export const did = async (device: Device, ...deeds: Deed[]): Promise<void> => {
  const refusal = await device.did(...deeds)
  if (refusal !== null) throw new Error(`${deeds.map(({ kind }) => kind).join(', ')}: ${refusal.code}`)
}

const aheadOf = (device: Device): TripStop | undefined =>
  tripOf(device).trip_stops.find(({ departed_at }) => departed_at === null)

/** What is due next for a driver whose passengers all come. */
export const nextDeed = (device: Device): Deed => {
  const here = aheadOf(device)
  if (here === undefined) return { kind: 'complete' }
  if (here.arrived_at === null) return { kind: 'arrive', trip_stop_id: here.id }
  const off = here.alightings.find(({ status }) => status === 'on_board')
  if (off !== undefined) return { kind: 'drop_off', service_request_id: off.id }
  const on = here.boardings.find(({ status }) => status === 'assigned' || status === 'secured')
  if (on !== undefined) return { kind: 'board', service_request_id: on.id }
  return { kind: 'depart', trip_stop_id: here.id }
}

/** What a driver and dispatch both see of a trip. */
export const storyOf = (trip: TripWithStops) => [
  trip.current_state,
  trip.on_board,
  ...trip.trip_stops.map(({ id: stop, arrived_at, departed_at, boardings, alightings }) => [
    stop,
    arrived_at,
    departed_at,
    ...[...boardings, ...alightings].map(({ id, status, boarded_count, fare }) => [id, status, boarded_count, fare]),
  ]),
]

/** The same trip as the server has it. */
export const tripAtServer = async ({ crew }: Road): Promise<TripWithStops> =>
  (await crew.client.call(api.driver.trip, { params: { id: crew.trip_id } })).data

/** The app shows the trip as the server has it, or does soon. */
export const asAtServer = async (road: Road, device: Device): Promise<void> => {
  const told = storyOf(await tripAtServer(road))
  await expect.poll(() => storyOf(tripOf(device)), { timeout: 10_000 }).toEqual(told)
}

/** The driver's actions as the server has them, as `board applied`. */
export const actionsAtServer = async ({ town, crew }: Road): Promise<string[]> =>
  (await town.dispatcher.call(api.trips.driverActions, { params: { id: crew.trip_id } })).data.map(
    ({ kind, result }) => `${kind} ${result}`,
  )
