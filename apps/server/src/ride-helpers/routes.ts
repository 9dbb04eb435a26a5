import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { passengerActor } from '../rides/me.ts'
import { needsOfPassenger } from '../rides/needs.ts'
import { shownSettings } from '../settings/shown.ts'
import { mayBook, riderOf } from './acting.ts'
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

  bind(api.ride.helpedNeeds, async ({ params: { id }, actor }) => {
    const rider = await riderOf(db, passengerActor(actor), id)
    // Who only follows chooses nothing for them.
    if (!mayBook(rider)) throw notFound()
    return { data: await needsOfPassenger(db, rider.id) }
  })

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
