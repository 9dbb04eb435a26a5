import { api } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import { requireAccess } from '../http/authenticate.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { askerOf } from '../searches/question.ts'
import { cancelGroup } from './cancel.ts'
import { confirmGroup } from './confirm.ts'
import { findBookingGroup, listBookingGroups } from './queries.ts'
import { searchGroup } from './search.ts'

/** Groups of passengers who travel together. */
export const routes: Module = (bind, deps) => {
  const { db } = deps

  bind(api.bookingGroups.list, ({ query, actor }) => listBookingGroups(db, regionScope(actor), query))

  const show = async (id: number, regions: ReturnType<typeof regionScope>) => {
    const data = await findBookingGroup(db, regions, id)
    if (data === undefined) throw notFound()
    return { data }
  }
  bind(api.bookingGroups.show, ({ params, actor }) => show(params.id, regionScope(actor)))

  bind(api.bookingGroups.search, ({ body, actor, keep }) =>
    searchGroup(deps, body, askerOf(actor), (tx, data) => keep(tx, { data })),
  )

  bind(api.bookingGroups.create, async ({ body, actor, keep }) => {
    const coded = body.members.some(({ discount_code: code }) => code != null)
    if (coded) await requireAccess(deps, api.discounts.lookUp.access, actor)
    return confirmGroup(deps, body, actor, keep)
  })

  bind(api.bookingGroups.update, ({ params: { id }, body: { name }, actor }) =>
    db.transaction().execute(async (tx) => {
      const regions = regionScope(actor)
      if ((await findBookingGroup(tx, regions, id)) === undefined) throw notFound()
      await tx.updateTable('booking_groups').set({ name }).where('id', '=', id).execute()
      const { service_requests } = (await findBookingGroup(tx, null, id))! // found above
      for (const { id: service_request_id, trip_id, zone_id, region_id } of service_requests) {
        // The group is no record of its own: its bookings tell of it.
        const about = { record_kind: 'service_requests', record_id: String(service_request_id) } as const
        await noteEvent(tx, { kind: 'access', ...about, told: { group_named: name } })
        await publish(tx, [{ kind: 'service_request', service_request_id, trip_id, zone_id, region_id }])
      }
      return { data: (await findBookingGroup(tx, regions, id))! } // found above
    }),
  )

  bind(api.bookingGroups.cancel, async ({ params, body, actor, keep }) => {
    const { id } = (await show(params.id, regionScope(actor))).data
    return cancelGroup(deps, { id, reason: body.reason ?? null }, actor, keep)
  })
}
