import { api } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { seenTraveler } from '../travelers/queries.ts'
import { bindCalls } from './call-routes.ts'
import { bindTemplates } from './template-routes.ts'
import { phoneOf } from './phone.ts'
import { findMessage, listMessages } from './queries.ts'
import { sendAgain } from './send-again.ts'
import { trySms } from './try-sms.ts'

export const routes: Module = (bind, deps) => {
  const { db } = deps
  bind(api.messages.list, ({ query, actor, hidden }) => listMessages(db, regionScope(actor), query, hidden))

  bind(api.messages.phone, async ({ query: { traveler_id }, actor }) => {
    await seenTraveler(db, regionScope(actor), traveler_id)
    const data = await phoneOf(deps, traveler_id)
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.messages.show, async ({ params: { id }, actor }) => {
    const data = await findMessage(db, regionScope(actor), id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.messages.sendAgain, async ({ params: { id }, actor, keep }) => {
    const message = await findMessage(db, regionScope(actor), id)
    if (message === undefined) throw notFound()
    return sendAgain(deps, message, keep)
  })

  bind(api.mailSettings.testSms, async ({ body: { to } }) => {
    const data = await trySms(deps, to)
    await noteEvent(db, { kind: 'access', told: { sms_test: data.outcome } })
    return { data }
  })

  bindTemplates(bind, deps)
  bindCalls(bind, deps)
}
