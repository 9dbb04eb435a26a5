import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { passengerActor } from '../rides/me.ts'
import { shownSettings } from '../settings/shown.ts'
import { endHelping, helpersOf } from './helpers.ts'
import { addMember, eraseMember } from './household.ts'
import { acceptHelping, inviteHelper } from './invite.ts'

/** Who helps the passenger, and whom the passenger helps. */
export const routes: Module = (bind, deps) => {
  const { db, clock, config } = deps
  const prefixNow = async (): Promise<string> => (await shownSettings(db, config)).phonePrefix

  bind(api.ride.helpers, async ({ actor }) => ({
    data: await helpersOf(db, passengerActor(actor).id, { now: clock.wall(), prefix: await prefixNow() }),
  }))

  bind(api.ride.inviteHelper, ({ body, actor, keep }) =>
    inviteHelper(deps, body, { actor: passengerActor(actor), keep }),
  )

  bind(api.ride.acceptHelping, ({ params, body, actor, keep }) =>
    acceptHelping(deps, { id: params.id, code: body.code }, passengerActor(actor), keep),
  )

  bind(api.ride.addMember, async ({ body, actor, keep }) =>
    addMember(deps, { input: body, actor: passengerActor(actor), prefix: await prefixNow(), keep }),
  )

  bind(api.ride.eraseMember, async ({ params, actor }) => {
    await eraseMember(deps, params.id, passengerActor(actor))
    return undefined
  })

  bind(api.ride.endHelping, async ({ params, actor }) => {
    await endHelping(deps, params.id, passengerActor(actor), await prefixNow())
    return undefined
  })
}
