import { randomStream } from '@ambit/random'
import { api, type TripStop, type TripWithStops } from '../../packages/contract/src/index.ts'
import { driversOf, plansBetween } from '../../apps/simulator/src/planner/roster.ts'
import type { Desks, Entry, Work } from './ledger.ts'
import { hasPhone } from './phones.ts'

const HOUR_MS = 3_600_000

type Step = { what: 'sign on' | 'arrive' | 'board' | 'drop off' | 'depart'; trip: number; id: number; driver: string }

/** The steps of drivers, each as its own trip stands: one driver does one thing at a time. */
export const driving = (seed: number, begun: number): Work => {
  const steps = new Map<string, Step>()
  const busy = new Set<number>()
  return {
    name: 'driving',
    next: async (desks, name) => {
      const plans = await plansBetween(desks.office, begun - HOUR_MS, begun + HOUR_MS)
      const [driver] = randomStream(seed, 'driving', name).shuffled(
        (await driversOf(desks.office, plans)).filter((one) => !hasPhone(one)),
      )
      const own = plans.find(({ driver_id, trip_id }) => driver_id === driver?.id && trip_id !== null)
      if (driver === undefined || own === undefined || own.trip_id === null || busy.has(own.trip_id)) return null
      busy.add(own.trip_id)
      try {
        const { data: trip } = await desks.cab(driver.username).call(api.driver.trip, { params: { id: own.trip_id } })
        const step = nextStep(trip, driver.username)
        if (step === null) return null
        const mark = `${step.what} ${step.id}`
        // A step that was asked for and refused is not asked for again under another key.
        if (steps.has(mark)) return null
        steps.set(mark, step)
        return { mark, send: (now) => send(now, step, `kills ${seed} ${mark}`) }
      } finally {
        busy.delete(own.trip_id)
      }
    },
    count: (desks, entries) => count(desks, entries, steps),
  }
}

const nextStep = (trip: TripWithStops, driver: string): Step | null => {
  const step = (what: Step['what'], id: number): Step => ({ what, id, trip: trip.id, driver })
  if (trip.current_state === 'staged') return step('sign on', trip.id)
  const stop = trip.trip_stops.find(({ departed_at }) => departed_at === null)
  if (stop === undefined) return null
  if (stop.arrived_at === null) return step('arrive', stop.id)
  const alighting = stop.alightings.find(({ status }) => status === 'on_board')
  if (alighting !== undefined) return step('drop off', alighting.id)
  const boarding = stop.boardings.find(({ status }) => status === 'assigned' || status === 'secured')
  return boarding === undefined ? step('depart', stop.id) : step('board', boarding.id)
}

const send = ({ cab }: Desks, { what, id, driver }: Step, idempotencyKey: string): Promise<unknown> => {
  const call = cab(driver).call
  const input = { params: { id }, idempotencyKey }
  switch (what) {
    case 'sign on':
      return call(api.driver.signOn, input)
    case 'arrive':
      return call(api.driver.arrive, input)
    case 'board':
      return call(api.driver.board, input)
    case 'drop off':
      return call(api.driver.dropOff, input)
    case 'depart':
      return call(api.driver.depart, input)
  }
}

/** What a step leaves in the trip. A passenger who was set down has boarded. */
const count = async (desks: Desks, entries: readonly Entry[], steps: ReadonlyMap<string, Step>) => {
  const found = new Map<string, number>()
  const own = entries.flatMap(({ mark }) => steps.get(mark) ?? [])
  for (const [tripId, ofTrip] of Map.groupBy(own, ({ trip }) => trip)) {
    const { data } = await desks.office.call(api.trips.show, { params: { id: tripId } })
    for (const { what, id } of ofTrip) if (stands(data, what, id)) found.set(`${what} ${id}`, 1)
  }
  return found
}

const stands = (trip: TripWithStops, what: Step['what'], id: number): boolean => {
  const ofStop = (when: (stop: TripStop) => boolean): boolean =>
    trip.trip_stops.some((stop) => stop.id === id && when(stop))
  const statusOf = trip.trip_stops
    .flatMap(({ boardings, alightings }) => [...boardings, ...alightings])
    .find((passenger) => passenger.id === id)?.status
  switch (what) {
    case 'sign on':
      return trip.current_state !== 'staged'
    case 'arrive':
      return ofStop(({ arrived_at }) => arrived_at !== null)
    case 'depart':
      return ofStop(({ departed_at }) => departed_at !== null)
    case 'board':
      return statusOf === 'on_board' || statusOf === 'completed'
    case 'drop off':
      return statusOf === 'completed'
  }
}
