import { api } from '@ambit/contract'
import { requireDriven } from '../driver/require-own.ts'
import type { Actor, Module } from '../http/bind.ts'
import { forbidden, notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { endAnswering, setAnswering } from './answering.ts'
import { broadcast, findBroadcast, listBroadcasts, reachOf } from './broadcasts.ts'
import { findMessage, listMessages, threadOf, threadOfDriver } from './queries.ts'
import { readByDispatch, requireThread, takeReport, writeToDriver } from './write.ts'

const driverIdOf = (actor: Actor): number => {
  if (actor.kind !== 'driver') throw forbidden()
  return actor.id
}

/** What drivers and dispatch say to each other, a thread for each trip. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.driverMessages.list, ({ query, actor }) => listMessages(db, regionScope(actor), query))

  bind(api.driverMessages.ofTrip, async ({ params: { id }, actor }) => {
    const scope = regionScope(actor)
    await requireThread(db, id, scope)
    return threadOf(db, scope, { tripId: id, wall: clock.wall() })
  })

  bind(api.driverMessages.create, ({ params, body, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const dispatch = {
        tripId: params.id,
        scope: regionScope(actor),
        user_id: userIdOf(actor),
        now: clock.now(),
      }
      const id = await writeToDriver(tx, dispatch, body)
      await endAnswering(tx, dispatch)
      return keep(tx, { data: await findMessage(tx, null, id) })
    }),
  )

  bind(api.driverMessages.answering, async ({ params, body, actor }) => {
    const who = { tripId: params.id, scope: regionScope(actor), user_id: userIdOf(actor) }
    await setAnswering(deps, who, body.answering)
    return undefined
  })

  bind(api.driverMessages.read, async ({ params, actor }) => {
    const now = clock.now()
    await db.transaction().execute((tx) => readByDispatch(tx, { tripId: params.id, scope: regionScope(actor), now }))
    return undefined
  })

  bind(api.broadcasts.list, ({ query, actor }) => listBroadcasts(db, regionScope(actor), query))

  bind(api.broadcasts.reach, async ({ query: { region_id, zone_id = null }, actor }) => ({
    data: await reachOf(deps, { region_id, zone_id }, actor),
  }))

  bind(api.broadcasts.show, async ({ params: { id }, actor }) => {
    const data = await findBroadcast(db, regionScope(actor), id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.broadcasts.create, ({ body, actor, keep }) => broadcast(deps, body, { actor, keep }))

  bind(api.driver.messages, async ({ params: { id }, actor }) => {
    const driverId = driverIdOf(actor)
    await requireDriven(db, id, driverId)
    return threadOfDriver(db, id, driverId)
  })

  bind(api.driver.reportMessages, async ({ params: { id }, body, actor }) => {
    const driverId = driverIdOf(actor)
    await requireDriven(db, id, driverId)
    await takeReport(deps, { tripId: id, driverId }, body)
    return threadOfDriver(db, id, driverId)
  })
}
