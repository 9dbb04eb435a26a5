import type { Deed, DriverActionResult } from '@ambit/contract'
import { isToldAfterwards } from '@ambit/domain'
import { notPossible } from '../http/errors.ts'
import { remember, requireOnTheRoad, setState, stopsAhead } from './action.ts'
import type { DriverAction } from './action.ts'
import { bookAgain, bookingNow, bringBack, endOf, hasEnded, unplannedArrival } from './aboard.ts'
import { askNoShow } from './ask-no-show.ts'
import { noteCall } from './call.ts'
import { stepOf } from './deed.ts'
import { keepCheck } from './check.ts'
import { type FareDeed, takeFare } from './fares.ts'
import { goOn } from './go-on.ts'
import { board, dropOff, noShow } from './passengers.ts'
import { leave, openAt, replanAhead, reach } from './reach.ts'
import { readOdometer } from './odometer.ts'
import { setDownHere } from './set-down-here.ts'
import { arrive, depart } from './stops.ts'
import { newestToUndo, undo } from './undo.ts'
import { takeWalkOn } from './walk-on.ts'

/** What became of an action: a sentence without names, as it is kept with the trip. */
export type Outcome = { result: Extract<DriverActionResult, 'applied' | 'already_done' | 'superseded'>; detail: string }

const applied = (detail = 'Recorded as it was done'): Outcome => ({ result: 'applied', detail })
const known = (detail: string): Outcome => ({ result: 'already_done', detail })
const superseded = (detail: string): Outcome => ({ result: 'superseded', detail })

/**
 * Carries out what has happened already: where the plan says otherwise by now, the plan gives way. Throws 422 with what
 * is in the way where it cannot: that is for a dispatcher.
 */
export const fit = async (told: DriverAction, deed: Deed): Promise<Outcome> => {
  if (deed.kind === 'complete' && told.trip.current_state === 'completed') return known('The trip had ended already')
  const action = isToldAfterwards(deed) ? told : await goOn(told)
  switch (deed.kind) {
    case 'check':
      if (await keepCheck(action, deed)) return applied()
      return superseded('The checklist was taken away meanwhile: only what was tapped is kept')
    case 'odometer':
      await readOdometer(deed)(action)
      return applied(odometerText(deed))
    case 'paid':
    case 'not_paid':
    case 'concession_not_shown':
      return fitFare(action, deed)
    default:
      return fitStep(action, deed)
  }
}

type Step = Exclude<Deed, FareDeed | { kind: 'check' | 'odometer' }>

/** What is done on the road. */
const fitStep = async (action: DriverAction, deed: Step): Promise<Outcome> => {
  const { current_state } = action.trip
  if (current_state === 'completed') throw notPossible('The trip had ended before this was told')
  if (deed.kind !== 'sign_on') requireOnTheRoad(action)
  switch (deed.kind) {
    case 'sign_on':
      if (current_state !== 'staged') return known('The driver had signed on already')
      break
    case 'arrive':
      return fitArrival(action, deed.trip_stop_id)
    case 'depart':
      return fitDeparture(action, deed.trip_stop_id)
    case 'board':
      return fitBoarding(action, deed)
    case 'no_show':
      return fitNoShow(action, deed)
    case 'ask_no_show': {
      const booking = await bookingNow(action, deed.service_request_id)
      if (booking.status !== 'assigned' && booking.status !== 'secured')
        return superseded('The passenger is not waited for any more: nothing was asked')
      await askNoShow(deed, booking.id)(action)
      return applied('Dispatch is asked')
    }
    case 'call':
      await noteCall(deed, (await bookingNow(action, deed.service_request_id)).id)(action)
      return applied('Called by the driver')
    case 'drop_off':
      return fitDropOff(action, deed.service_request_id, deed.here === true)
    case 'walk_on': {
      const breaks = await takeWalkOn(action, deed)
      return breaks === null ? applied() : applied(breaks)
    }
    case 'undo':
      return fitUndo(action, deed.action_id ?? null)
    case 'manual_navigation':
    case 'complete':
      break
  }
  await stepOf(deed)(action)
  return applied()
}

const stopOf = ({ change: { tx }, trip }: DriverAction, id: number) =>
  tx
    .selectFrom('trip_stops')
    .where('id', '=', id)
    .where('trip_id', '=', trip.id)
    .select(['arrived_at', 'departed_at'])
    .executeTakeFirst()

const odometerText = ({ moment, reading }: Extract<Deed, { kind: 'odometer' }>): string =>
  `${reading} at the ${moment} of the trip`

const GONE = 'This stop has left the plan meanwhile: nothing was changed'

const fitArrival = async (action: DriverAction, stopId: number): Promise<Outcome> => {
  const stop = await stopOf(action, stopId)
  if (stop === undefined) return superseded(GONE)
  if (stop.arrived_at !== null) return known('The vehicle was at this stop already')
  const gaveWay = await reach(action, stopId)
  await arrive(stopId)(action)
  if (!gaveWay) return applied()
  await replanAhead(action)
  return applied('The plan had other stops before this one: they come afterwards now')
}

const fitDeparture = async (action: DriverAction, stopId: number): Promise<Outcome> => {
  const stop = await stopOf(action, stopId)
  if (stop === undefined) return leaveUnplanned(action, stopId)
  if (stop.departed_at !== null) return known('The vehicle had left this stop already')
  const [here] = await stopsAhead(action)
  const { waiting, riding } = await openAt(action, stopId)
  if (here?.id !== stopId || here.arrived_at === null || waiting.length + riding.length === 0) {
    await depart(stopId)(action)
    return applied()
  }
  await leave(action, here)
  await remember(action, { trip_stop_id: stopId }, { state: action.trip.current_state })
  await setState(action, true)
  await replanAhead(action)
  const left = waiting.length + riding.length
  return applied(
    left === 1
      ? '1 booking was not looked after at this stop: the stop comes once more'
      : `${left} bookings were not looked after at this stop: the stop comes once more`,
  )
}

/** Where a passenger got in at a stop that had left the plan, the vehicle leaves the stop that was put back for it. */
const leaveUnplanned = async (action: DriverAction, stopId: number): Promise<Outcome> => {
  const arrival = await unplannedArrival(action)
  const [here] = await stopsAhead(action)
  if (arrival?.trip_stop_id !== stopId || here === undefined || here.arrived_at === null) return superseded(GONE)
  return fitDeparture(action, here.id)
}

const fitBoarding = async (action: DriverAction, deed: Extract<Deed, { kind: 'board' }>): Promise<Outcome> => {
  const { trip } = action
  const { service_request_id: id, boarded_count, without_code } = deed
  const count = boarded_count ?? null
  const booking = await bookingNow(action, id)
  if (hasEnded(booking)) {
    const instead = await bookAgain(action, booking)
    await board(instead, count, without_code)(action)
    return applied(`The booking was ${endOf(booking)} meanwhile: booking ${instead} takes its place at the same price`)
  }
  const boarded = booking.status === 'on_board' || booking.status === 'completed'
  if (booking.trip_id !== trip.id) {
    if (boarded)
      throw notPossible('Another trip has this passenger on board: dispatch has to say where the passenger rides')
    if (!['assigned', 'secured', 'unassigned'].includes(booking.status))
      throw notPossible(`A booking that is ${booking.status.replace('_', ' ')} cannot board`)
    await bringBack(action, booking)
    await board(booking.id, count, without_code)(action)
    return applied('The booking was moved to another trip meanwhile: it is back on this one')
  }
  if (boarded) return known('The passenger had boarded already')
  const moved = booking.pickup_trip_stop_id === null ? false : await goTo(action, booking.pickup_trip_stop_id)
  await board(booking.id, count, without_code)(action)
  return finish(action, moved)
}

const fitNoShow = async (action: DriverAction, deed: Extract<Deed, { kind: 'no_show' }>): Promise<Outcome> => {
  const { service_request_id: id } = deed
  const booking = await bookingNow(action, id)
  if (booking.status === 'no_show') return known('The no-show was declared already')
  if (hasEnded(booking)) return superseded(`The booking was ${endOf(booking)} meanwhile: nothing was changed`)
  if (booking.trip_id !== action.trip.id)
    return superseded('The booking was moved to another trip meanwhile: nothing was changed')
  await noShow(booking.id, deed)(action)
  return applied()
}

const fitDropOff = async (action: DriverAction, id: number, here: boolean): Promise<Outcome> => {
  const booking = await bookingNow(action, id)
  if (booking.trip_id !== action.trip.id)
    throw notPossible('The passenger is not on board of this trip: dispatch has to say where the passenger rode')
  if (booking.status === 'completed') return known('The passenger had been set down already')
  if (booking.status !== 'on_board') throw notPossible('Only a passenger on board can be set down')
  if (here) {
    await setDownHere(booking.id)(action)
    return applied('The passenger got off before the stop')
  }
  const moved = booking.dropoff_trip_stop_id === null ? false : await goTo(action, booking.dropoff_trip_stop_id)
  await dropOff(booking.id)(action)
  return finish(action, moved)
}

const fitFare = async (action: DriverAction, deed: FareDeed): Promise<Outcome> => {
  const booking = await bookingNow(action, deed.service_request_id)
  if (booking.trip_id !== action.trip.id)
    throw notPossible('The passenger is not on board of this trip: dispatch has to say where the passenger rode')
  await takeFare(deed, booking.id)(action)
  return applied()
}

/** Who gets in or out shows where the vehicle is, also where its arrival was not told. */
const goTo = async (action: DriverAction, stopId: number): Promise<boolean> => {
  const [here] = await stopsAhead(action)
  if (here?.id === stopId && here.arrived_at !== null) return false
  // It may have been told already, of a stop that had left the plan.
  const at = (await unplannedArrival(action))?.at ?? action.at
  await reach({ ...action, at }, stopId)
  await arrive(stopId)({ ...action, at, row: null })
  return true
}

const finish = async (action: DriverAction, moved: boolean): Promise<Outcome> => {
  if (!moved) return applied()
  await replanAhead(action)
  return applied('The vehicle counts as having arrived at this stop')
}

const fitUndo = async (action: DriverAction, uuid: string | null): Promise<Outcome> => {
  const { change, trip } = action
  if (uuid !== null) {
    const named = await change.tx
      .selectFrom('driver_actions')
      .where('uuid', '=', uuid)
      .where('trip_id', '=', trip.id)
      .select(['id', 'undone', 'result', 'settlement'])
      .executeTakeFirst()
    if (named === undefined) throw notPossible('The action to take back is not known')
    if (named.undone) return known('It had been taken back already')
    if (named.result === 'superseded' || named.result === 'needs_dispatcher' || named.result === 'already_done') {
      if (named.settlement === 'accepted') throw notPossible('Dispatch has accepted what is to be taken back')
      await takeBackUnapplied(action, named)
      return applied('What is taken back had changed nothing')
    }
    const newest = await newestToUndo(action)
    if (newest?.row !== named.id) throw notPossible('Only the newest action can be taken back')
  }
  await undo(action)
  return applied()
}

const takeBackUnapplied = async (
  { change: { tx, now } }: DriverAction,
  { id, result, settlement }: { id: number; result: DriverActionResult; settlement: string | null },
): Promise<void> => {
  const open = result === 'needs_dispatcher' && settlement === null
  await tx
    .updateTable('driver_actions')
    .set({ undone: true })
    .$if(open, (update) =>
      update.set({ settlement: 'set_aside', settled_reason: 'Taken back by the driver', settled_at: now }),
    )
    .where('id', '=', id)
    .execute()
}
