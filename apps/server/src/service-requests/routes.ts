import { api } from '@ambit/contract'
import { requireAccess } from '../http/authenticate.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Bind, Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { OVERLAP, type SaidOfOthers } from '../other-rides/compare.ts'
import { paymentEntries } from '../payments/queries.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { cancelServiceRequest } from './cancel.ts'
import { changeServiceRequest } from './change.ts'
import { changeNotes } from './change-notes.ts'
import { confirmOffering } from './confirm.ts'
import { exportServiceRequests } from './export.ts'
import { listHistory } from './history.ts'
import { findServiceRequest, listServiceRequests } from './queries.ts'
import type { BookingRecord } from './queries.ts'
import { priceWithCode } from './price-with-code.ts'
import { refundServiceRequest } from './refund.ts'
import { paymentSecret, retryCharge } from './retry-charge.ts'
import { toStaff } from './sell.ts'
import { settleFare } from './settle-fare.ts'

type Show = (id: number, regions: readonly number[] | null) => Promise<{ data: BookingRecord }>

export const routes: Module = (bind, deps) => {
  const { db } = deps
  const show: Show = async (id, regions) => {
    const data = await findServiceRequest(db, id, regions)
    if (data === undefined) throw notFound()
    return { data }
  }

  const requireOverlap = async ({ overlap_reason: reason }: SaidOfOthers, actor: Actor): Promise<void> => {
    if (reason != null) await requireAccess(deps, OVERLAP, actor)
  }

  bind(api.serviceRequests.list, ({ query, actor, hidden }) =>
    listServiceRequests(db, query, regionScope(actor), hidden),
  )

  bind(api.serviceRequests.show, ({ params, actor }) => show(params.id, regionScope(actor)))

  bind(api.serviceRequests.history, async ({ params, actor }) => {
    await show(params.id, regionScope(actor))
    return listHistory(db, params.id)
  })

  bind(api.serviceRequests.create, async ({ body, actor, keep }) => {
    if (body.discount_code != null) await requireAccess(deps, api.discounts.lookUp.access, actor)
    await requireOverlap(body, actor)
    return confirmOffering(deps, body, actor, toStaff(keep, actor, body))
  })

  bind(api.discounts.lookUp, async ({ query, actor }) => ({
    data: await priceWithCode(deps, query, regionScope(actor)),
  }))

  bind(api.serviceRequests.change, async ({ params, body, actor, keep }) => {
    await requireAccess(deps, api.serviceRequests.create.access, actor)
    if (body.discount_code != null) await requireAccess(deps, api.discounts.lookUp.access, actor)
    await requireOverlap(body, actor)
    const { data } = await show(params.id, regionScope(actor))
    return changeServiceRequest(deps, data, body, actor, toStaff(keep, actor, body))
  })

  bind(api.serviceRequests.changeNotes, async ({ params, body, actor }) => {
    await show(params.id, regionScope(actor))
    return changeNotes(deps, params.id, body, actor)
  })

  bind(api.serviceRequests.cancel, async ({ params, body, actor, keep }) => {
    const regions = regionScope(actor)
    await show(params.id, regions)
    const others = body.legs === 'this' ? {} : { others: { regions } }
    const cancelling = { id: params.id, reason: body.reason ?? null, ...others }
    return cancelServiceRequest(deps, cancelling, byActor(actor), (tx, data) => keep(tx, { data }))
  })

  bind(api.serviceRequests.refund, async ({ params, actor, keep }) => {
    await show(params.id, regionScope(actor))
    return refundServiceRequest(deps, params.id, actor, keep)
  })

  bindPayments(bind, deps, show)

  bind.raw(api.serviceRequests.export, async ({ query, actor, hidden }, _request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="bookings.csv"')
      .send(exportServiceRequests(db, query, regionScope(actor), hidden)),
  )
}

const bindPayments = (bind: Bind, deps: Deps, show: Show): void => {
  bind(api.payments.list, async ({ params, actor }) => {
    await show(params.id, regionScope(actor))
    return { data: await paymentEntries(deps.db, params.id) }
  })

  bind(api.payments.retry, async ({ params, actor, keep }) => {
    await show(params.id, regionScope(actor))
    return retryCharge(deps, params.id, actor, keep)
  })

  bind(api.payments.settle, async ({ params, body, actor, keep }) => {
    await show(params.id, regionScope(actor))
    return settleFare(deps, params.id, body, actor, keep)
  })

  bind(api.payments.secret, async ({ params, actor }) => {
    await show(params.id, regionScope(actor))
    return { data: await paymentSecret(deps, params.id) }
  })
}
