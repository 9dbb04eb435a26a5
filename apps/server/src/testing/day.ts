import { api, ApiError } from '@ambit/contract'
import type { TripWithStops } from '@ambit/contract'
import { planningJobs } from '../planning/jobs.ts'
import { registerJobs, runDueJobs } from '../jobs/runner.ts'
import { createSeededRandom } from './random.ts'
import { at } from './small-town.ts'
import type { Crew, SmallTown } from './small-town.ts'

type Stop = TripWithStops['trip_stops'][number]
type DriverMind = {
  crew: Crew
  /** when the vehicle reaches the stop that it drives to */ arrives: number | null
  target: number | null
}

export type DayOptions = {
  seed: number
  minutes: number
  bookings: number
  noShows: number
  delay: number
  cancels: number
}
export type DayCounts = {
  booked: number
  refused: number
  gone: number
  cancelled: number
  no_shows: number
  steps: number
}

/** A random day: passengers book and cancel, drivers follow the plan with delays, in steps of half a minute. */
export const liveDay = async (
  town: SmallTown,
  crews: readonly Crew[],
  options: DayOptions,
  everyStep: (step: number) => Promise<void>,
): Promise<DayCounts> => {
  const { clock } = town.server.deps
  const random = createSeededRandom(options.seed)
  const counts: DayCounts = { booked: 0, refused: 0, gone: 0, cancelled: 0, no_shows: 0, steps: options.minutes * 2 }
  const minds = crews.map((crew): DriverMind => ({ crew, arrives: null, target: null }))
  const booked: number[] = []
  const missing = new Set<number>()
  await registerJobs(town.server.deps, planningJobs)
  for (let step = 0; step < counts.steps; step++) {
    if (random.next() < options.bookings / counts.steps) await ride(town, random.next, options, counts, booked, missing)
    if (random.next() < options.cancels / counts.steps) await changeMind(town, random.next, counts, booked)
    await runDueJobs(town.server.deps, planningJobs)
    for (const mind of minds) await drive(town, mind, random.next, options, counts, missing)
    await everyStep(step)
    clock.advance(30_000)
  }
  return counts
}

const somewhere = (next: () => number): [number, number] =>
  at(Math.round(next() * 4400 - 200), Math.round(next() * 500 - 250))

const ride = async (
  town: SmallTown,
  next: () => number,
  options: DayOptions,
  counts: DayCounts,
  booked: number[],
  missing: Set<number>,
): Promise<void> => {
  const who = await town.passenger(`Rider ${counts.booked}-${counts.refused}-${counts.gone}`)
  const people = next() < 0.2 ? 2 : 1
  const time = new Date(town.server.deps.clock.now().getTime() + next() * 40 * 60_000).toISOString()
  const search = await town.search({
    who,
    from: somewhere(next),
    to: somewhere(next),
    at: time,
    people,
    wheelchairs: next() < 0.15 ? 1 : 0,
  })
  const offering = search.service_offerings[Math.floor(next() * search.service_offerings.length)]
  if (offering === undefined) {
    counts.refused += 1
    return
  }
  try {
    const { data } = await town.dispatcher.call(api.serviceRequests.create, {
      body: { service_offering_id: offering.id, traveler_id: who, payment_method: 'cash' },
    })
    counts.booked += 1
    booked.push(data.id)
    if (next() < options.noShows) missing.add(data.id)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    counts.gone += 1
  }
}

const changeMind = async (
  town: SmallTown,
  next: () => number,
  counts: DayCounts,
  booked: readonly number[],
): Promise<void> => {
  const id = booked[Math.floor(next() * booked.length)]
  if (id === undefined) return
  try {
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
    counts.cancelled += 1
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
  }
}

const drive = async (
  town: SmallTown,
  mind: DriverMind,
  next: () => number,
  options: DayOptions,
  counts: DayCounts,
  missing: ReadonlySet<number>,
): Promise<void> => {
  const { crew } = mind
  const now = town.server.deps.clock.now().getTime()
  const params = { id: crew.trip_id }
  const { data: trip } = await crew.client.call(api.driver.trip, { params })
  if (trip.current_state === 'staged') {
    if (now >= Date.parse(trip.start_datetime)) await crew.client.call(api.driver.signOn, { params })
    return
  }
  if (trip.current_state !== 'live' && trip.current_state !== 'in_transit') return
  const [here, onward] = trip.trip_stops.filter((stop) => stop.departed_at === null)
  if (here === undefined) return
  if (here.arrived_at === null) return approach(town, mind, here, next, options)
  mind.arrives = null
  for (const one of here.alightings)
    if (one.status === 'on_board') await crew.client.call(api.driver.dropOff, { params: { id: one.id } })
  let waiting = false
  for (const one of here.boardings) {
    if (one.status !== 'assigned' && one.status !== 'secured') continue
    if (!missing.has(one.id)) await crew.client.call(api.driver.board, { params: { id: one.id } })
    else if (await tryNoShow(mind, one.id)) counts.no_shows += 1
    else waiting = true
  }
  const empty = trip.on_board === 0
  if (!waiting && onward !== undefined && (!empty || now >= Date.parse(here.scheduled_departure_at)))
    await crew.client.call(api.driver.depart, { params: { id: here.id } })
}

const tryNoShow = async ({ crew }: DriverMind, id: number): Promise<boolean> => {
  try {
    await crew.client.call(api.driver.noShow, { params: { id } })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return false
    throw error
  }
}

const approach = async (
  town: SmallTown,
  mind: DriverMind,
  stop: Stop,
  next: () => number,
  options: DayOptions,
): Promise<void> => {
  const { crew } = mind
  const now = town.server.deps.clock.now().getTime()
  const leg = (stop.leg?.duration_s ?? 60) * 1000
  if (mind.arrives === null || mind.target !== stop.id) {
    if (stop.eta !== null && now < Date.parse(stop.eta) - leg) return
    mind.arrives = now + leg * (1 + next() * options.delay)
    mind.target = stop.id
    const [first] = stop.leg?.path ?? []
    const [longitude, latitude] = first ?? stop.point
    const recorded_at = town.server.deps.clock.now().toISOString()
    await crew.client.call(api.driver.positions, {
      params: { id: crew.trip_id },
      body: { positions: [{ longitude, latitude, bearing: 0, speed: 9, recorded_at }] },
    })
  } else if (now >= mind.arrives) {
    const [longitude, latitude] = stop.point
    const recorded_at = town.server.deps.clock.now().toISOString()
    await crew.client.call(api.driver.positions, {
      params: { id: crew.trip_id },
      body: { positions: [{ longitude, latitude, bearing: 0, speed: 0, recorded_at }] },
    })
    await crew.client.call(api.driver.arrive, { params: { id: stop.id } })
    mind.arrives = null
  }
}
