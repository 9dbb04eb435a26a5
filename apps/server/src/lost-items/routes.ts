import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { passengerActor } from '../rides/me.ts'
import { findLostItem, listLostItems, lockLostItem } from './queries.ts'
import { lostOn, reportLost } from './report.ts'

/** What passengers report as lost, and what staff find out about it. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.lostItems.list, ({ query, actor, hidden }) => listLostItems(db, regionScope(actor), query, hidden))

  bind(api.lostItems.show, async ({ params: { id }, actor }) => {
    const data = await findLostItem(db, regionScope(actor), id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.lostItems.update, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const { state, service_request_id } = fresh(await lockLostItem(tx, scope, id), version)
      const now = clock.now()
      const { note, ...change } = body
      await tx
        .updateTable('lost_items')
        .set({ ...change, ...(note === undefined ? {} : { note: note === '' ? null : note }), updated_at: now })
        .where('id', '=', id)
        .execute()
      const data = (await findLostItem(tx, scope, id))! // locked above
      if (data.state !== state) {
        const telling = { event: 'lost_item', service_request_id, once: `${id} ${data.version}` } as const
        await writeMessages(tx, [telling], { now, wait_minutes: 0 })
      }
      await recordChanged(tx, 'lost_items', id)
      return { data }
    }),
  )

  bind(api.ride.lostItems, async ({ params, actor }) => {
    const data = await lostOn(deps, params.id, passengerActor(actor))
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.ride.reportLost, ({ params, body, actor, keep }) =>
    reportLost(deps, { id: params.id, input: body }, passengerActor(actor), keep),
  )
}
