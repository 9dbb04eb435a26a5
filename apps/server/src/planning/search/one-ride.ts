import { PROSPECT } from '../problem/request.ts'
import type { Offer } from './offers.ts'

/** Whether an offer is on board together with each of these bookings that its vehicle has: nobody is fetched on a second tour. */
export const isOneRide = ({ insertion: { route } }: Offer, bookings: readonly number[]): boolean => {
  const at = (kind: 'pickup' | 'delivery', id: number): number =>
    route.visits.findIndex((visit) => visit.kind === kind && visit.request === id)
  const [on, off] = [at('pickup', PROSPECT), at('delivery', PROSPECT)]
  return bookings.every((id) => at('delivery', id) === -1 || (on < at('delivery', id) && at('pickup', id) < off))
}
