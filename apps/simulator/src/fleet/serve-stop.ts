import { ApiError, api, type TripStop } from '@ambit/contract'
import { randomStream } from '@ambit/random'
import { byPhone } from '../riders/counter.ts'
import { MINUTE } from '../timeline/timeline.ts'
import { type Cab, nextStop, pass, tapHere } from './cab.ts'
import { AT_ONCE, leaveAtFor } from './departure.ts'
import { drawDoors, drawDwell, drawReady } from './habits.ts'

type Waiting = TripStop['boardings'][number]

const LONGEST_LOOK_MS = 10 * MINUTE

/**
 * One thing at the stop where the vehicle stands: a passenger alights, boards, is waited for or given up, or the vehicle
 * leaves. The caller reads the trip again after each, as the plan may have changed.
 */
export const serveStop = async (cab: Cab, stop: TripStop): Promise<void> => {
  if (!cab.opened.has(stop.id)) {
    cab.opened.add(stop.id)
    await pass(cab, cab.actor.now() + drawDoors(cab.random, cab.world.rates, cab.zone.strategy))
    return
  }
  const alighting = stop.alightings.find(({ status }) => status === 'on_board')
  if (alighting !== undefined) return alight(cab, alighting)
  const waiting = stop.boardings.filter(({ status }) => status === 'assigned' || status === 'secured')
  if (waiting.length > 0) return board(cab, stop, waiting)
  await leave(cab, stop)
}

const dwell = async (cab: Cab, { passenger_count, mobility_support }: Waiting): Promise<void> => {
  const { actor, random, world, zone } = cab
  const until = actor.now() + drawDwell(random, world.rates, zone.strategy, passenger_count, mobility_support ?? 0)
  while (cab.actor.now() < until) await pass(cab, until)
}

const alight = async (cab: Cab, passenger: Waiting): Promise<void> => {
  await dwell(cab, passenger)
  const { id } = passenger
  if (await tapHere(cab, { what: 'drop off', id }, (sent) => cab.session.call(api.driver.dropOff, sent)))
    end(cab, id, 'completed')
}

const board = async (cab: Cab, stop: TripStop, waiting: readonly Waiting[]): Promise<void> => {
  const now = cab.actor.now()
  const arrived = stop.arrived_at === null ? now : Date.parse(stop.arrived_at)
  const dues: { passenger: Waiting; comes: boolean; at: number }[] = []
  for (const passenger of waiting) {
    const { opens, ready } = await expectPassenger(cab, stop, passenger)
    const givenUp = Math.max(arrived, opens) + cab.zone.strategy.wait_minutes * MINUTE
    // A passenger who comes later than the driver waits is a no-show.
    dues.push(
      ready !== null && ready <= givenUp
        ? { passenger, comes: true, at: ready }
        : { passenger, comes: false, at: givenUp },
    )
  }
  const [first] = dues.toSorted((a, b) => a.at - b.at || a.passenger.id - b.passenger.id)
  if (first === undefined) return
  if (first.at > now) return void (await pass(cab, Math.min(first.at, now + LONGEST_LOOK_MS)))
  const { id } = first.passenger
  if (first.comes) {
    await dwell(cab, first.passenger)
    await tapHere(cab, { what: 'board', id }, (sent) => cab.session.call(api.driver.board, sent))
  } else if (await tapHere(cab, { what: 'no-show', id }, (sent) => cab.session.call(api.driver.noShow, sent)))
    end(cab, id, 'no_show')
}

const end = (cab: Cab, booking: number, status: 'completed' | 'no_show'): void => {
  cab.world.ledger.open.delete(booking)
  cab.world.ledger.onEnded(booking, status)
}

/** When the window opens, and when the passenger comes: drawn once, from the passenger's own stream. */
const expectPassenger = async (
  cab: Cab,
  stop: TripStop,
  { id }: Waiting,
): Promise<{ opens: number; ready: number | null }> => {
  const facts = cab.world.ledger.bookings.get(id) ?? (await lookUp(cab, stop, id))
  const known = cab.ready.get(id)
  if (known !== undefined) return { opens: facts.pickup_lower, ready: known }
  const random = randomStream(cab.world.seed, 'rider', facts.rider, 'at the stop')
  const ready = drawReady(random, cab.world.rates, facts.pickup_lower)
  cab.ready.set(id, ready)
  return { opens: facts.pickup_lower, ready }
}

/** A booking that was not made by the simulation: its window comes from the server. */
const lookUp = async (cab: Cab, stop: TripStop, id: number) => {
  const planned = Date.parse(stop.scheduled_at)
  const { rate } = byPhone(cab.world.desk)
  const facts = await cab.world.desk
    .call(api.serviceRequests.show, { params: { id } })
    .then(({ data }) => ({
      rider: `booking ${id}`,
      pickup_lower: Date.parse(data.pickup.lower_bound),
      pickup_upper: Date.parse(data.pickup.promised_upper_bound),
      dropoff_upper: Date.parse(data.dropoff.promised_upper_bound),
      rate,
    }))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return { rider: `booking ${id}`, pickup_lower: planned, pickup_upper: planned, dropoff_upper: planned, rate }
    })
  cab.world.ledger.bookings.set(id, facts)
  return facts
}

/** Leaves in time for the next stop; with nothing more to do, at once, to be free for new bookings. */
const leave = async (cab: Cab, stop: TripStop): Promise<void> => {
  const after = cab.trip.trip_stops[cab.trip.trip_stops.indexOf(stop) + 1]
  const timed = stop.kind === 'route_stop' || stop.kind === 'break' ? Date.parse(stop.scheduled_departure_at) : AT_ONCE
  const wanted = after === undefined ? AT_ONCE : await leaveAtFor(cab, after)
  const now = cab.actor.now()
  const at = Math.max(timed, wanted)
  if (at > now) return void (await pass(cab, Math.min(at, now + LONGEST_LOOK_MS)))
  if (nextStop(cab)?.id !== stop.id) return
  await tapHere(cab, { what: 'depart', id: stop.id }, (sent) => cab.session.call(api.driver.depart, sent))
}
