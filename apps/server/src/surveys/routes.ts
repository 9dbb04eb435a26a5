import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { conflict, invalid } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { findServiceRequest } from '../service-requests/queries.ts'
import { hasOption, listOptions } from './queries.ts'
import { storeSurvey } from './store.ts'

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
      const data = await storeSurvey(tx, booking, { ...body, created_by: userIdOf(actor), now: clock.now() })
      if (data === undefined) throw conflict('This booking already has a survey')
      return keep(tx, { data })
    }),
  )
}
