import { ApiError, api, type Deed, type DriverActionBatch, type TripWithStops } from '@ambit/contract'
import { isTripTransition } from '@ambit/domain'
import type { Random } from '@ambit/random'
import type { z } from 'zod'
import type { Session } from '../access/line.ts'
import { HOUR } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'

type Queued = z.input<typeof DriverActionBatch>['actions'][number]

type Device = {
  actor: Actor
  random: Random
  trip: TripWithStops
  /** it stands here while it holds what it has not sent */
  untold: Set<number>
}

const LONGEST_GAP_MS = HOUR
const MOST_AT_ONCE = 200

/**
 * The session of a device that has no signal for up to an hour at a time. Meanwhile its taps change its own copy of the
 * trip; they are sent together when there is a signal again, and the trip is then read as it is.
 */
export const withGaps = (session: Session, { actor, random, trip, untold }: Device): Session => {
  const queue: Queued[] = []
  const params = { id: trip.id }
  let copy = trip
  let sequence = 0
  let signalAt = actor.now()
  let planVersion = 0

  const read = async (): Promise<void> => {
    copy = (await session.call(api.driver.trip, { params })).data
    signalAt = actor.now() + random.between(0, 1) * LONGEST_GAP_MS
  }
  const send = async (): Promise<void> => {
    while (queue.length > 0) {
      const actions = queue.slice(0, MOST_AT_ONCE)
      await session.call(api.driver.actions, { params, body: { sent_at: moment(actor), actions } })
      queue.splice(0, actions.length)
    }
    untold.delete(trip.id)
    await read()
  }
  const tell = (deed: Deed): void => {
    sequence += 1
    const told = { id: globalThis.crypto.randomUUID(), sequence, happened_at: moment(actor) }
    queue.push({ ...deed, ...told } as Queued) // a deed with its envelope is an action
    untold.add(trip.id)
    copy = after(copy, deed, moment(actor))
  }
  const call: Session['call'] = async (endpoint, input) => {
    const deed = deedOf(endpoint, input)
    const positions = (endpoint as unknown) === api.driver.positions
    if (deed === null && !positions && (endpoint as unknown) !== api.driver.trip) return session.call(endpoint, input)
    if (deed !== null) tell(deed)
    const signal = actor.now() >= signalAt || deed?.kind === 'complete'
    if (signal) await send()
    if (deed?.kind === 'complete' && isTripTransition(copy.current_state, 'cancelled')) throw notEnded()
    if (!positions) return { data: copy } as never // what the endpoint answers: the trip
    if (!signal) return { data: { stored: 0, plan_version: planVersion } } as never // as above, of positions
    const answer = await session.call(api.driver.positions, input as never) // it is what was asked for
    planVersion = answer.data.plan_version
    return answer as never // as above
  }
  return { call }
}

/** Somebody was booked meanwhile: the driver looks again after a moment. */
const notEnded = (): ApiError =>
  new ApiError(422, '/api/v2/driver/trips/complete', {
    errors: [{ status: '422', code: 'invalid', title: 'Not possible now', detail: 'The trip goes on' }],
  })

const moment = (actor: Actor): string => new Date(Math.round(actor.now())).toISOString()

const idIn = (params: unknown): number =>
  typeof params === 'object' && params !== null && 'id' in params ? Number(params.id) : 0
const isOn = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'enabled' in body && body.enabled === true

/** What a tap on the driver's screen does; null: it asks. */
export const deedOf = (endpoint: unknown, input: { params?: unknown; body?: unknown } | undefined): Deed | null => {
  const id = idIn(input?.params)
  switch (endpoint) {
    case api.driver.arrive:
      return { kind: 'arrive', trip_stop_id: id }
    case api.driver.depart:
      return { kind: 'depart', trip_stop_id: id }
    case api.driver.board:
      return { kind: 'board', service_request_id: id }
    case api.driver.noShow:
      return { kind: 'no_show', service_request_id: id }
    case api.driver.dropOff:
      return { kind: 'drop_off', service_request_id: id }
    case api.driver.manualNavigation:
      return { kind: 'manual_navigation', enabled: isOn(input?.body) }
    case api.driver.complete:
      return { kind: 'complete' }
    default:
      return null
  }
}

const became = { board: 'on_board', no_show: 'no_show', drop_off: 'completed' } as const

/** The device's copy of the trip once this was done. */
const after = (trip: TripWithStops, deed: Deed, now: string): TripWithStops => {
  const copy = structuredClone(trip)
  for (const stop of copy.trip_stops) {
    if (deed.kind === 'arrive' && stop.id === deed.trip_stop_id) stop.arrived_at = now
    if (deed.kind === 'depart' && stop.id === deed.trip_stop_id) stop.departed_at = now
    if (deed.kind === 'board' || deed.kind === 'no_show' || deed.kind === 'drop_off')
      for (const passenger of [...stop.boardings, ...stop.alightings])
        if (passenger.id === deed.service_request_id) passenger.status = became[deed.kind]
  }
  if (deed.kind === 'manual_navigation') copy.manual_navigation = deed.enabled
  if (deed.kind === 'board') copy.on_board += 1
  if (deed.kind === 'drop_off') copy.on_board -= 1
  return copy
}
