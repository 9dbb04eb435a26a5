import { ApiError, api, type Position, type TripStop, type TripWithStops } from '@ambit/contract'
import { isTripTransition } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import type { Random } from '@ambit/random'
import type { Session } from '../access/line.ts'
import { sentence } from '../access/trouble.ts'
import { untilServed } from '../access/until-served.ts'
import type { Ledger } from '../riders/ledger.ts'
import { HOUR, MINUTE, SECOND } from '../timeline/timeline.ts'
import type { Actor, Bell } from '../timeline/timeline.ts'
import type { Town, TownZone } from '../town/town.ts'
import type { Absences } from './absences.ts'
import type { DeviceClocks } from './devices.ts'
import { drawLostSignal, type Rates } from './habits.ts'
import type { Mishaps, Outages } from './mishaps.ts'
import type { Roads } from './roads.ts'
import { paceAlong, type Way, whereAfter } from './way.ts'

/** How often a vehicle notes where it is, how often it says so, and how soon it looks at a changed plan again: milliseconds of the service's time. */
export type Beat = {
  step: () => number
  moving: () => number
  standing: () => number
  look: () => number
  spreadOut: boolean
}

/** Metres that a vehicle has driven, with and without passengers. */
export type Odometer = { empty: number; loaded: number }

export type FleetWorld = {
  seed: number
  desk: Session
  roads: Roads
  town: Town
  ledger: Ledger
  beat: Beat
  rates: Rates
  mishaps: Mishaps
  outages: Outages
  absences: Absences
  clocks: DeviceClocks
  /** the share of trips that are driven with gaps in the signal */
  gaps: number
  /** trips whose devices hold taps that the server has not heard of */
  untold: Set<number>
  odometers: Map<number, Odometer>
  log: (text: string) => void
}

type Motion =
  | { kind: 'standing'; point: LngLat; bearing: number }
  | { kind: 'driving'; way: Way; since: number; notedMetres: number }

/** A driver with a vehicle on a trip. */
export type Cab = {
  actor: Actor
  world: FleetWorld
  session: Session
  zone: TownZone
  random: Random
  trip: TripWithStops
  motion: Motion
  /** by so many milliseconds the device's clock is ahead */
  clockAhead: number
  /** positions not yet sent, oldest first */
  unsent: Position[]
  notedUntil: number
  planVersion: number | null
  /** when the trip was last read whole */
  readAt: number
  /** rung when a booking of this trip was made or cancelled, as a driver's device would be */
  bell: Bell
  signalBackAt: number
  /** how many of the driver's taps in a row the server refused */
  refusals: number
  /** stops whose doors have been opened */
  opened: Set<number>
  /** when each waiting passenger comes, by booking; null: never */
  ready: Map<number, number | null>
}

export const isOpen = ({ trip }: Cab): boolean => isTripTransition(trip.current_state, 'cancelled')

export const nextStop = ({ trip }: Cab): TripStop | undefined =>
  trip.trip_stops.find(({ departed_at }) => departed_at === null)

export const pointOf = (cab: Cab): LngLat =>
  cab.motion.kind === 'standing'
    ? cab.motion.point
    : (whereAfter(cab.motion.way, (cab.actor.now() - cab.motion.since) / SECOND)?.point ??
      cab.motion.way.line[0] ?? [0, 0])

export const setOff = (cab: Cab, line: readonly LngLat[], seconds: number): void => {
  cab.motion = { kind: 'driving', way: paceAlong(line, seconds), since: cab.actor.now(), notedMetres: 0 }
}

/** Stands where the way has led by now. */
export const halt = (cab: Cab): void => {
  if (cab.motion.kind === 'standing') return
  notePositions(cab)
  const place = whereAfter(cab.motion.way, (cab.actor.now() - cab.motion.since) / SECOND)
  if (place !== null) cab.motion = { kind: 'standing', point: place.point, bearing: place.bearing }
}

/**
 * Lets time go by until the moment, saying now and then where the vehicle is. Ends early, true, when the plan turned
 * out to have changed; the trip is then fresh.
 */
export const pass = async (cab: Cab, moment: number): Promise<boolean> => {
  for (;;) {
    const tick = Math.min(moment, nextTick(cab))
    await cab.actor.until(tick, cab.bell)
    if (cab.actor.now() < tick) {
      await refresh(cab)
      return true
    }
    if (tick >= moment) return false
    if (await report(cab)) return true
  }
}

/** Ticks lie on a grid, the same for all vehicles where that saves work, else each vehicle's own. */
const nextTick = (cab: Cab): number => {
  const { beat } = cab.world
  const every = cab.motion.kind === 'driving' ? beat.moving() : beat.standing()
  const offset = beat.spreadOut ? (cab.trip.id * 7919) % every : 0
  return (Math.floor((cab.actor.now() - offset) / every) + 1) * every + offset
}

const notePositions = (cab: Cab): void => {
  const now = cab.actor.now()
  const { motion } = cab
  if (motion.kind === 'standing') {
    push(cab, now, motion.point, motion.bearing, 0)
  } else {
    const step = cab.world.beat.step()
    for (let at = Math.max(motion.since, cab.notedUntil) + step; at < now; at += step)
      pushOnWay(cab, motion.way, motion.since, at)
    pushOnWay(cab, motion.way, motion.since, now)
    const { metres } = whereAfter(motion.way, (now - motion.since) / SECOND) ?? { metres: 0 }
    const odometer = cab.world.odometers.get(cab.trip.id) ?? { empty: 0, loaded: 0 }
    odometer[cab.trip.on_board > 0 ? 'loaded' : 'empty'] += metres - motion.notedMetres
    cab.world.odometers.set(cab.trip.id, odometer)
    motion.notedMetres = metres
  }
  cab.notedUntil = now
}

const pushOnWay = (cab: Cab, way: Way, since: number, at: number): void => {
  const place = whereAfter(way, (at - since) / SECOND)
  if (place !== null) push(cab, at, place.point, place.bearing, place.speed)
}

const push = (cab: Cab, at: number, [lng, lat]: LngLat, direction: number, speed: number): void => {
  const last = cab.unsent.at(-1)
  const recorded_at = new Date(Math.round(at + cab.clockAhead)).toISOString()
  if (last?.recorded_at === recorded_at) return
  cab.unsent.push({
    latitude: round(lat, 6),
    longitude: round(lng, 6),
    bearing: round(direction, 0) % 360,
    speed: round(Math.min(speed, 40), 1),
    recorded_at,
  })
}

const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places

/** Sends what was noted, unless the signal is lost. True: the plan has changed since, and the trip is fresh. */
const report = async (cab: Cab): Promise<boolean> => {
  notePositions(cab)
  const now = cab.actor.now()
  if (cab.motion.kind === 'driving' && now >= cab.signalBackAt) {
    const hours = cab.world.beat.moving() / HOUR
    if (cab.random.chance(cab.world.rates.lostSignalsPerHour * hours))
      cab.signalBackAt = now + drawLostSignal(cab.random, cab.world.rates)
  }
  cab.signalBackAt = Math.max(cab.signalBackAt, cab.world.outages(cab.zone.zone.id, now))
  if (now < cab.signalBackAt) return false
  const version = await send(cab)
  if (version === null || version === cab.planVersion) return false
  const first = cab.planVersion === null
  if (!first && now < cab.readAt + cab.world.beat.look()) return false
  cab.planVersion = version
  if (first) return false
  await refresh(cab)
  return true
}

/** The zone's current plan version on the server; null when it did not take the positions. */
const send = async (cab: Cab): Promise<number | null> => {
  const positions = cab.unsent.splice(0, 1000)
  if (positions.length === 0) return null
  try {
    const { data } = await cab.session.call(api.driver.positions, { params: { id: cab.trip.id }, body: { positions } })
    return data.plan_version
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    cab.world.log(`${cab.trip.name}: ${sentence(error)}`)
    await refresh(cab)
    return null
  }
}

export const refresh = async (cab: Cab): Promise<void> => {
  const call = () => cab.session.call(api.driver.trip, { params: { id: cab.trip.id } })
  cab.trip = (await untilServed(cab.actor, call)).data
  cab.readAt = cab.actor.now()
}

type Tap = (sent: { params: { id: number }; idempotencyKey: string }) => Promise<{ data: TripWithStops }>
/** What is tapped, and on which stop, booking or trip. */
type Tapped = { what: string; id: number }

/** A tap on the driver's screen. Where the server refuses it, the driver looks at the trip again after a moment. */
export const tap = async (cab: Cab, { what, id }: Tapped, call: Tap): Promise<boolean> => {
  const idempotencyKey = `simulated-${cab.trip.id}-${what}-${id}-${Math.round(cab.actor.now())}`
  try {
    cab.trip = (await untilServed(cab.actor, () => call({ params: { id }, idempotencyKey }))).data
    cab.readAt = cab.actor.now()
    cab.refusals = 0
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    cab.refusals++
    cab.world.log(`${cab.trip.name}, ${what}: ${sentence(error)}`)
    await cab.actor.until(cab.actor.now() + Math.min(5 * MINUTE, 15 * SECOND * cab.refusals))
    await refresh(cab)
    return false
  }
}

/** Positions go before a tap, so that the server has the place where it was made. On a rough day taps need the signal too. */
export const tapHere = async (cab: Cab, tapped: Tapped, call: Tap): Promise<boolean> => {
  halt(cab)
  if (cab.world.rates.deadZones > 0) await cab.actor.until(cab.signalBackAt)
  notePositions(cab)
  if (cab.actor.now() >= cab.signalBackAt) await send(cab)
  return tap(cab, tapped, call)
}
