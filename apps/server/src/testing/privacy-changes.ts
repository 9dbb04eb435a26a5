import { api } from '@ambit/contract'
import { byId, type Change, change, created, edited, fresh, later, sam, traveler, type World } from './changes.ts'

const kept = (w: World) => ({ reason: fresh('A court asked '), ends_at: later(w) })
const hold = async (w: World) => ({ kind: 'travelers' as const, record_id: await traveler(w), ...kept(w) })
const holdId = async (w: World) => (await sam(w).call(api.holds.create, { body: await hold(w) })).data.id
const request = async (w: World) => ({
  traveler_id: await traveler(w),
  kind: 'copy' as const,
  came_by: 'letter' as const,
  received_on: w.server.deps.clock.now().toISOString().slice(0, 10),
  identity_check: fresh('Passport '),
})
const requestId = async (w: World) =>
  (await sam(w).call(api.privacyRequests.create, { body: await request(w) })).data.id

/** Every change of what is kept, and of what passengers asked for. */
export const privacyChanges: readonly Change[] = [
  change(api.retentionRules.update, async () => ({
    params: { kind: 'driver_actions' as const },
    body: { period: 'P30M', reason: fresh('Asked by the board ') },
  })),
  change(api.retentionRules.takeBack, async (w) => {
    const params = { kind: 'bookings' as const }
    await sam(w).call(api.retentionRules.update, { params, body: { period: 'P1Y', reason: 'Asked by the board' } })
    return { params }
  }),
  change(api.holds.create, created(hold)),
  change(api.holds.renew, edited(holdId, kept)),
  change(api.holds.end, byId(holdId)),
  change(api.privacyRequests.create, created(request)),
  change(
    api.privacyRequests.update,
    edited(requestId, () => ({ identity_check: fresh('Called back ') })),
  ),
  change(
    api.privacyRequests.extend,
    edited(requestId, () => ({ months: 2, reason: 'Your data lies in two systems' })),
  ),
  change(
    api.privacyRequests.answer,
    edited(requestId, () => ({ text: 'Here is your copy', state: 'fulfilled' as const })),
  ),
]
