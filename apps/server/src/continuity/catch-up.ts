import type { z } from 'zod'
import type { CatchUpInput, Deed, PaperStop } from '@ambit/contract'
import { refuseTripTransition } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { afterwards, type DriverAction, type StopRow, stopsAhead } from '../driver/action.ts'
import { openRow, stepOf } from '../driver/deed.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { HttpError, invalid, notFound, notPossible } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlan, noteTrip, type PlanChange } from '../planning/change/change-plan.ts'
import { deleteStops } from '../planning/change/stops.ts'
import { type OpenTrip, readTrip, recordTrips, updateTrip } from '../planning/change/trips.ts'
import { openAt } from './open-stops.ts'
import { refuseTimes } from './paper-times.ts'

type Input = z.output<typeof CatchUpInput>

/**
 * Takes in what was written on paper about a trip, as the driver's own steps at the times that were written. All of it
 * or nothing: an entry that contradicts another, or what the server knows, is named.
 */
export const catchUp = (deps: Deps, actor: Actor, input: Input, keep: Keep) =>
  tripIn(deps, actor, input.trip_id).then(({ zone_id }) =>
    changePlan(deps, zone_id, null, async (change) => {
      const trip = await openTrip(change, input.trip_id)
      await refuseTimes(change, trip, input.stops)
      noteTrip(change, trip.id)
      const paper: Paper = { change, by: byActor(actor), onPaper: input.written_by, tripId: trip.id }
      await setOut(paper, trip, firstMoment(input.stops) ?? trip.start_datetime)
      for (const [index, stop] of input.stops.entries()) await takeIn(paper, stop, `/stops/${index}`)
      const bookings = input.stops.reduce((sum, stop) => sum + stop.bookings.length, 0)
      return keep(change.tx, { data: { trip_id: trip.id, stops: input.stops.length, bookings } })
    }),
  )

type Paper = Pick<DriverAction, 'change' | 'by'> & { onPaper: string; tripId: number }

const tripIn = async ({ db }: Deps, actor: Actor, id: number): Promise<{ zone_id: number }> => {
  const scope = regionScope(actor)
  const trip = await db
    .selectFrom('trips as t')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .where('t.id', '=', id)
    .select(['t.zone_id', 'z.region_id'])
    .executeTakeFirst()
  if (trip === undefined || (scope !== null && !scope.includes(trip.region_id))) throw notFound()
  return trip
}

const openTrip = async (change: PlanChange, id: number): Promise<OpenTrip> => {
  const trip = await readTrip(change.tx, id)
  if (trip === undefined) throw notFound()
  if (trip.current_state === 'completed' || trip.current_state === 'cancelled')
    throw notPossible(`This trip is ${trip.current_state}: nothing can be entered for it any more`)
  return trip
}

const firstMoment = (stops: readonly PaperStop[]): Date | null => {
  const first = stops.find(({ arrived_at }) => arrived_at !== null)?.arrived_at ?? null
  return first === null ? null : new Date(first)
}

/** A trip that was driven by paper from its beginning has not been signed on to. */
const setOut = async (paper: Paper, trip: OpenTrip, first: Date): Promise<void> => {
  if (trip.current_state !== 'staged') return
  const refused = refuseTripTransition(trip, 'live')
  if (refused !== null) throw notPossible(refused)
  const at = new Date(Math.min(first.getTime(), trip.start_datetime.getTime()))
  await updateTrip(paper.change, trip.id, { current_state: 'live', signed_on_at: at })
  const message = `Signed on${await afterwards(await actionAt(paper, at))}`
  await recordTrips(paper.change, paper.by, [
    { trip_id: trip.id, change: 'state', before: 'staged', after: 'live', message },
  ])
}

/** The trip is read for each step, as each step leaves it. */
const actionAt = async ({ change, by, onPaper, tripId }: Paper, at: Date): Promise<DriverAction> => {
  const trip = await readTrip(change.tx, tripId)
  if (trip === undefined) throw notFound()
  return { change, trip, by, at, onPaper, row: null }
}

const kinds = { boarded: 'board', not_come: 'no_show', set_down: 'drop_off' } as const

const takeIn = async (paper: Paper, stop: PaperStop, pointer: string): Promise<void> => {
  const step = async (at: string, where: string, deed: Deed): Promise<void> => {
    const action = await actionAt(paper, new Date(at))
    const row = await openRow(action, { deed, driver_id: null })
    await stepOf(deed)({ ...action, row }).catch(beside(where))
  }
  const { trip_stop_id } = stop
  await passOver(paper, trip_stop_id).catch(beside(`${pointer}/trip_stop_id`))
  if (stop.arrived_at !== null) await step(stop.arrived_at, `${pointer}/arrived_at`, { kind: 'arrive', trip_stop_id })
  for (const [index, { id, mark, at }] of stop.bookings.entries())
    await step(at, `${pointer}/bookings/${index}`, { kind: kinds[mark], service_request_id: id })
  if (stop.departed_at !== null)
    await step(stop.departed_at, `${pointer}/departed_at`, { kind: 'depart', trip_stop_id })
}

/** What stands in the way is told beside the entry. */
const beside =
  (pointer: string) =>
  (error: unknown): never => {
    const detail = error instanceof HttpError && error.status === 422 ? error.errors[0]?.detail : undefined
    throw detail === undefined ? error : invalid([{ pointer, detail }])
  }

/** Stops before this one where nobody is left to board or alight were not driven to, and leave the trip. */
const passOver = async (paper: Paper, stopId: number): Promise<void> => {
  const ahead = await stopsAhead(await actionAt(paper, paper.change.now))
  const index = ahead.findIndex(({ id }) => id === stopId)
  if (index < 0) throw notPossible('This stop is not ahead on the trip any more')
  for (const one of ahead.slice(0, index)) await passOverOne(paper, one)
}

const passOverOne = async ({ change, tripId }: Paper, { id, arrived_at }: StopRow): Promise<void> => {
  const { name, kind, waiting } = await openAt(change.tx, id)
  if (arrived_at !== null) throw notPossible(`Please enter when the vehicle left ${name}`)
  if (waiting !== null) throw notPossible(`Please enter what became of ${waiting} at ${name}, the stop before`)
  if (kind === 'route_stop') throw notPossible(`Please enter when the vehicle was at ${name}, the stop before`)
  await deleteStops(change, tripId, [id])
}
