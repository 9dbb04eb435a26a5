import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { passengerActor } from '../rides/me.ts'
import { currentApp } from '../settings/shown.ts'
import { collectPerson } from '../travelers/export/collect.ts'
import { exportFileOf } from '../travelers/export/file.ts'
import { changeContact } from './contact.ts'
import { askForOwnCode } from './own-codes.ts'
import { askAboutData, giveCopy, listOwnRequests, previewOwnErasure } from './requests.ts'

/** What passengers do in the app with all that is stored of them. */
export const routes: Module = (bind, deps) => {
  const { db, clock, config } = deps

  bind(api.ride.askForOwnCode, async (call) => ({ data: await askForOwnCode(deps, call, passengerActor(call.actor)) }))

  bind(api.ride.changeContact, ({ body, actor, keep }) => changeContact(deps, body, passengerActor(actor), keep))

  bind(api.ride.privacyRequests, async ({ actor }) => {
    const data = await listOwnRequests(db, passengerActor(actor).id)
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.ride.askAboutData, async ({ body, actor, keep, ride }) => {
    const answer = await askAboutData(deps, body, passengerActor(actor), keep)
    if (body.kind === 'erase') ride.drop()
    return answer
  })

  bind.raw(api.ride.copy, async ({ params, actor }, _request, reply) => {
    const { id } = passengerActor(actor)
    await giveCopy(deps, params.id, id)
    const made = clock.now()
    const { brandName: brand } = await currentApp(db, config)
    const bytes = await exportFileOf(clock, { brand, id, made }, await collectPerson(db, id, made))
    return reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="my-data.zip"')
      .send(Buffer.from(bytes))
  })

  bind(api.ride.erasure, async ({ actor }) => ({ data: await previewOwnErasure(deps, passengerActor(actor).id) }))
}
