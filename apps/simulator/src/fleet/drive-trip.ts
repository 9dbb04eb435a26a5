import { api, type TripStop } from '@ambit/contract'
import { MINUTE, SECOND } from '../timeline/timeline.ts'
import { type Cab, halt, isOpen, nextStop, pass, setOff, tap, tapHere } from './cab.ts'
import { AHEAD, leaveAtFor, legTo } from './departure.ts'
import { drawDriving } from './habits.ts'
import { serveStop } from './serve-stop.ts'

const LONGEST_LOOK_MS = 10 * MINUTE
/** After so many refusals in a row the driver hands the trip to the dispatchers. */
const PATIENCE = 25

/** Drives the trip, stop after stop, until the shift is over and the vehicle empty. False: given up. */
export const driveTrip = async (cab: Cab): Promise<boolean> => {
  while (isOpen(cab)) {
    if (cab.refusals >= PATIENCE) return false
    const stop = nextStop(cab)
    if (stop === undefined) await standBy(cab)
    else if (stop.arrived_at !== null) await serveStop(cab, stop)
    else await headFor(cab, stop)
  }
  return true
}

/** Nothing to do: waits for the plan to change, or for the end of the shift. */
const standBy = async (cab: Cab): Promise<void> => {
  const end = Date.parse(cab.trip.end_datetime)
  const now = cab.actor.now()
  if (now < end) return void (await pass(cab, Math.min(end, now + LONGEST_LOOK_MS)))
  await tapHere(cab, { what: 'complete', id: cab.trip.id }, (sent) => cab.session.call(api.driver.complete, sent))
}

/** Drives to the stop and arrives, unless the plan changes to another stop on the way. */
const headFor = async (cab: Cab, stop: TripStop): Promise<void> => {
  const leaveAt = await leaveAtFor(cab, stop)
  const now = cab.actor.now()
  if (leaveAt > now) return void (await pass(cab, Math.min(leaveAt, now + LONGEST_LOOK_MS)))
  const held = cab.world.mishaps(cab.trip, stop, now)
  if (held > 0) return standStill(cab, now + held)
  const leg = await legTo(cab, stop.point)
  const manual = cab.random.chance(cab.world.rates.manualNavigation)
  if (manual) await navigateByHand(cab, true)
  const due_s = (Date.parse(stop.scheduled_at) - AHEAD - cab.actor.now()) / SECOND
  const seconds =
    drawDriving(cab.random, cab.world.rates, leg.seconds, cab.zone.zone.time_zone, now, due_s) * (manual ? 1.08 : 1)
  setOff(cab, leg.line, seconds)
  const there = cab.actor.now() + seconds * SECOND
  while (await pass(cab, there)) if (!isOpen(cab) || nextStop(cab)?.id !== stop.id) break
  halt(cab)
  if (cab.trip.manual_navigation) await navigateByHand(cab, false)
  if (cab.actor.now() < there || nextStop(cab)?.id !== stop.id) return
  await tapHere(cab, { what: 'arrive', id: stop.id }, (sent) => cab.session.call(api.driver.arrive, sent))
}

/** Even if the plan changes meanwhile, unless the trip is taken from the vehicle. */
const standStill = async (cab: Cab, until: number): Promise<void> => {
  while (isOpen(cab) && cab.actor.now() < until) await pass(cab, until)
}

const navigateByHand = (cab: Cab, enabled: boolean): Promise<boolean> =>
  tap(cab, { what: 'manual navigation', id: cab.trip.id }, ({ params }) =>
    cab.session.call(api.driver.manualNavigation, { params, body: { enabled } }),
  )
