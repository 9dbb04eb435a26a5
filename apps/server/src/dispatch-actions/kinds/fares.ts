import type { Effect } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import type { PlanChange } from '../../planning/change/change-plan.ts'
import { money } from '../../planning/plan/format.ts'
import type { NamedBooking } from './kind.ts'

/** A fare is due when the ride is done: what is cancelled costs nothing. The way back is a booking of its own, and stays. */
export const faresOfCancelled = async (
  { tx }: PlanChange,
  bookings: readonly Pick<NamedBooking, 'id'>[],
): Promise<Effect['fares']> => {
  const ids = bookings.map(({ id }) => id)
  const rows = await tx
    .selectFrom('service_requests as r')
    .leftJoinLateral(
      (one) =>
        one
          .selectFrom('service_requests as next')
          .whereRef('next.journey_id', '=', 'r.journey_id')
          .whereRef('next.journey_leg', '>', 'r.journey_leg')
          .where('next.status', 'in', openRequestStatuses)
          .where('next.id', 'not in', ids)
          .orderBy('next.journey_leg')
          .select(['next.id', 'next.stay_minutes'])
          .limit(1)
          .as('back'),
      (join) => join.onTrue(),
    )
    .where('r.id', 'in', ids)
    .select(['r.id', 'r.total_price', 'r.currency', 'r.charged_at', 'back.id as back', 'back.stay_minutes'])
    .orderBy('r.id')
    .execute()
  return rows.map(({ id, total_price, currency, charged_at, back, stay_minutes }) => {
    const next = stay_minutes === null ? 'way back' : 'next leg'
    const price = money(total_price, currency)
    const fare =
      total_price === 0
        ? `Booking ${id} is free`
        : charged_at === null
          ? `The fare of booking ${id}, ${price}, is not charged`
          : `The fare of booking ${id}, ${price}, was charged and stays so until it is refunded`
    return {
      service_request_id: id,
      text: back === null ? fare : `${fare}; its ${next}, booking ${back}, stays booked`,
      return_service_request_id: back,
    }
  })
}
