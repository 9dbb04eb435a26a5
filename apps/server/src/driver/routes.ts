import { api } from '@ambit/contract'
import { createThrottle } from '../access/throttle.ts'
import { subscribe } from '../messages/push/subscribe.ts'
import { revokeSession } from '../sessions/tokens.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Bind, Module } from '../http/bind.ts'
import { forbidden, notFound } from '../http/errors.ts'
import { createStreamLimit, lastIdOf, openStream } from '../live/connection.ts'
import { regionScope } from '../http/scope.ts'
import { listDriverTrips } from '../trips/queries.ts'
import { showTripToDriver } from '../trips/show.ts'
import { type OnTrip, showActedOn } from './action.ts'
import { sendActions } from './batch.ts'
import { performDeed } from './deed.ts'
import { legFrom } from './leg.ts'
import { followTrips } from './live.ts'
import { manifestOf } from './manifest.ts'
import { asDriverSees } from './names.ts'
import { driverSettings } from './session.ts'
import { listActions, settleAction } from './settle.ts'
import { signInDriver } from './sign-in.ts'
import { walkOn } from './walk-on.ts'
import { searchWalkOn } from './walk-on-search.ts'

const HALF_DAY = 12 * 3_600_000

export const driverOf = (actor: Actor): Extract<Actor, { kind: 'driver' }> => {
  if (actor.kind !== 'driver') throw forbidden()
  return actor
}

const bindSession = (bind: Bind, deps: Deps): void => {
  const { db, clock } = deps
  const guesses = createThrottle(deps, 'driver')
  bind(api.driver.signIn, async ({ body, address }) => ({ data: await signInDriver(deps, guesses, body, address) }))

  bind(api.driver.signOut, async ({ actor }) => {
    await db.transaction().execute((tx) => revokeSession(tx, driverOf(actor).session_id))
    return undefined
  })

  bind(api.driver.session, async ({ actor }) => {
    const { id, name: full_name } = driverOf(actor)
    return {
      data: { driver: { id, full_name }, ...(await driverSettings(deps, id)), server_time: clock.now() },
    }
  })

  bind(api.driver.subscribe, async ({ actor, body }) => {
    await subscribe(deps, driverOf(actor), body)
    return undefined
  })
}

/** What a driver's app does. Trips, stops and bookings of others answer 404. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bindSession(bind, deps)

  const enter = createStreamLimit(deps)
  bind.raw(api.driver.live, async ({ actor }, request, reply) => {
    const driver = driverOf(actor)
    enter(driver.session_id, reply)
    await followTrips(deps, driver, { writer: openStream(request, reply), reply, lastId: lastIdOf(request) })
    return reply
  })

  bind(api.driver.trips, ({ query, actor }) => {
    const now = clock.now()
    const window = {
      from: query.from === undefined ? new Date(now.getTime() - HALF_DAY) : new Date(query.from),
      to: query.to === undefined ? new Date(now.getTime() + 2 * HALF_DAY) : new Date(query.to),
    }
    return listDriverTrips(db, driverOf(actor).id, window, now)
  })

  bind(api.driver.trip, async ({ params, actor }) => {
    const data = await showTripToDriver(deps, db, params.id)
    if (data === undefined || data.driver_id !== driverOf(actor).id) throw notFound()
    return { data: await asDriverSees(db, data) }
  })

  bind(api.driver.manifest, async ({ params, actor }) => ({
    data: await manifestOf(deps, params.id, driverOf(actor).id),
  }))

  bind(api.driver.leg, async ({ params, body: { lat, lon }, actor }) => ({
    data: await legFrom(deps, { tripId: params.id, driverId: driverOf(actor).id, at: [lon, lat] }),
  }))

  bind(api.driver.actions, ({ params, body, actor }) => sendActions(deps, actor, params.id, body))

  stepping(bind, deps)
  takingAlong(bind, deps)
  settling(bind, deps)
}

/** Single steps, each answered with the trip. */
const stepping: Module = (bind, deps) => {
  const { db } = deps
  const show = (kept: OnTrip, { actor }: { actor: Actor }) => showActedOn(deps, kept, actor)
  const tripOfStop = async (id: number) =>
    (await db.selectFrom('trip_stops').select('trip_id').where('id', '=', id).executeTakeFirst())?.trip_id
  const tripOfBooking = async (id: number) =>
    (await db.selectFrom('service_requests').select('trip_id').where('id', '=', id).executeTakeFirst())?.trip_id ??
    undefined

  bind.shown(api.driver.vehicleCheck, show, ({ params, body, actor, keep }) =>
    performDeed(deps, actor, params.id, { kind: 'check', ...body }, keep),
  )
  bind.shown(api.driver.signOn, show, ({ params, actor, keep }) =>
    performDeed(deps, actor, params.id, { kind: 'sign_on' }, keep),
  )
  bind.shown(api.driver.complete, show, ({ params, actor, keep }) =>
    performDeed(deps, actor, params.id, { kind: 'complete' }, keep),
  )
  bind.shown(api.driver.undo, show, ({ params, actor, keep }) =>
    performDeed(deps, actor, params.id, { kind: 'undo' }, keep),
  )
  bind.shown(api.driver.manualNavigation, show, ({ params, body, actor, keep }) =>
    performDeed(deps, actor, params.id, { kind: 'manual_navigation', enabled: body.enabled }, keep),
  )

  bind.shown(api.driver.arrive, show, async ({ params: { id }, actor, keep }) =>
    performDeed(deps, actor, await tripOfStop(id), { kind: 'arrive', trip_stop_id: id }, keep),
  )
  bind.shown(api.driver.depart, show, async ({ params: { id }, actor, keep }) =>
    performDeed(deps, actor, await tripOfStop(id), { kind: 'depart', trip_stop_id: id }, keep),
  )
  bind.shown(api.driver.board, show, async ({ params: { id }, actor, keep }) =>
    performDeed(deps, actor, await tripOfBooking(id), { kind: 'board', service_request_id: id }, keep),
  )
  bind.shown(api.driver.noShow, show, async ({ params: { id }, actor, keep }) =>
    performDeed(deps, actor, await tripOfBooking(id), { kind: 'no_show', service_request_id: id }, keep),
  )
  bind.shown(api.driver.dropOff, show, async ({ params: { id }, actor, keep }) =>
    performDeed(deps, actor, await tripOfBooking(id), { kind: 'drop_off', service_request_id: id }, keep),
  )
  bind.shown(api.driver.walkOn, show, ({ params, body: { position, ...party }, actor, keep }) => {
    const deed = { kind: 'walk_on' as const, ...party }
    return performDeed(deps, actor, params.id, deed, keep, walkOn(deed, position ?? null))
  })
}

/** Passengers who did not book. */
const takingAlong: Module = (bind, deps) => {
  bind(api.driver.walkOnSearch, async ({ params, body: { position, ...party }, actor }) => ({
    data: await searchWalkOn(deps, actor, params.id, { deed: { kind: 'walk_on', ...party }, spot: position ?? null }),
  }))
}

/** What staff make of drivers' actions. */
const settling: Module = (bind, deps) => {
  bind(api.trips.driverActions, ({ params, actor }) => listActions(deps.db, params.id, regionScope(actor)))
  bind(api.driverActions.accept, ({ params, actor, keep }) =>
    settleAction(deps, actor, { id: params.id, reason: null }, keep),
  )
  bind(api.driverActions.setAside, ({ params, body, actor, keep }) =>
    settleAction(deps, actor, { id: params.id, reason: body.reason }, keep),
  )
}
