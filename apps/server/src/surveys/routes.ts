import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { conflict, invalid } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { publish } from '../live/publish.ts'
import { findServiceRequest } from '../service-requests/queries.ts'
import { hasOption, listOptions } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.surveyOptions.list, () => listOptions(db))

  bind(api.surveys.create, ({ body, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const booking = await findServiceRequest(tx, body.service_request_id, regionScope(actor))
      if (booking === undefined) throw invalid([{ pointer: '/service_request_id', detail: 'There is no such booking' }])
      if (booking.status !== 'cancelled')
        throw invalid([{ pointer: '/service_request_id', detail: 'Only a cancelled booking can have a survey' }])
      if (!(await hasOption(tx, body.cancellation_reason_key)))
        throw invalid([{ pointer: '/cancellation_reason_key', detail: 'There is no such reason' }])
      const { additional_information: typed } = body
      const data = await tx
        .insertInto('surveys')
        .values({
          service_request_id: booking.id,
          cancellation_reason_key: body.cancellation_reason_key,
          additional_information: typed === undefined || typed === null || typed === '' ? null : typed,
          created_by: userIdOf(actor),
          created_at: clock.now(),
        })
        .onConflict((on) => on.column('service_request_id').doNothing())
        .returning(['id', 'service_request_id', 'cancellation_reason_key', 'additional_information', 'created_at'])
        .executeTakeFirst()
      if (data === undefined) throw conflict('This booking already has a survey')
      const { id, trip_id, zone_id, region_id } = booking
      await publish(tx, [{ kind: 'service_request', service_request_id: id, trip_id, zone_id, region_id }])
      await recordChanged(tx, 'surveys', data.id)
      return keep(tx, { data })
    }),
  )
}
