import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { conflict, invalid } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { listFeedbacks, summariseFeedbacks } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.feedbacks.list, ({ query, actor, hidden }) => listFeedbacks(db, query, regionScope(actor), hidden))

  bind(api.feedbackReports.summary, async ({ query, actor }) => ({
    data: await summariseFeedbacks(db, query.filter ?? {}, regionScope(actor)),
  }))

  bind(api.feedbacks.create, ({ body, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const regions = regionScope(actor)
      const booking = await tx
        .selectFrom('service_requests as r')
        .innerJoin('zones', 'zones.id', 'r.zone_id')
        .where('r.id', '=', body.service_request_id)
        .select(['r.traveler_id', 'r.status', 'zones.region_id'])
        .executeTakeFirst()
      if (booking === undefined || (regions !== null && !regions.includes(booking.region_id)))
        throw invalid([{ pointer: '/service_request_id', detail: 'There is no such booking' }])
      if (booking.status !== 'completed')
        throw invalid([{ pointer: '/service_request_id', detail: 'Only a completed booking can have feedback' }])
      const data = await tx
        .insertInto('feedbacks')
        .values({ ...body, comments: body.comments ?? null, traveler_id: booking.traveler_id, created_at: clock.now() })
        .onConflict((on) => on.column('service_request_id').doNothing())
        .returning(['id', 'service_request_id', 'traveler_id', 'rating', 'comments', 'created_at'])
        .executeTakeFirst()
      if (data === undefined) throw conflict('This booking already has feedback')
      await recordChanged(tx, 'feedbacks', data.id)
      return keep(tx, { data })
    }),
  )
}
