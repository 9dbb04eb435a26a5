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
    .where('r.id', 'in', ids)
    .select(['r.id', 'r.total_price', 'r.currency', 'r.charged_at'])
    .select((one) =>
      one
        .selectFrom('service_requests as back')
        .whereRef('back.journey_id', '=', 'r.journey_id')
        .whereRef('back.journey_leg', '>', 'r.journey_leg')
        .where('back.status', 'in', openRequestStatuses)
        .where('back.id', 'not in', ids)
        .orderBy('back.journey_leg')
        .select('back.id')
        .limit(1)
        .as('back'),
    )
    .orderBy('r.id')
    .execute()
  return rows.map(({ id, total_price, currency, charged_at, back }) => {
    const price = money(total_price, currency)
    const fare =
      total_price === 0
        ? `Booking ${id} is free`
        : charged_at === null
          ? `The fare of booking ${id}, ${price}, is not charged`
          : `The fare of booking ${id}, ${price}, was charged and stays so until it is refunded`
    return {
      service_request_id: id,
      text: back === null ? fare : `${fare}; its way back, booking ${back}, stays booked`,
      return_service_request_id: back,
    }
  })
}
