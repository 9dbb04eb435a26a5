import type { Deed, TakenFare } from '@ambit/contract'
import { NO_FARE } from '@ambit/domain'
import { notFound } from '../http/errors.ts'
import { noteBooking } from '../planning/change/change-plan.ts'
import { remember, stopsAhead } from './action.ts'
import type { DriverAction } from './action.ts'
import { requireAllowed } from './rules.ts'

export type FareDeed = Extract<Deed, { kind: 'paid' | 'not_paid' | 'concession_not_shown' }>

type Row = Pick<TakenFare, 'concession_shown'> & {
  fare_paid: number | null
  fare_unpaid_reason: TakenFare['unpaid_reason']
}

export const fareOf = ({ fare_paid, fare_unpaid_reason, concession_shown }: Row): TakenFare => ({
  paid: fare_paid,
  unpaid_reason: fare_unpaid_reason,
  concession_shown,
})

const after = (fare: TakenFare, deed: FareDeed): TakenFare => {
  switch (deed.kind) {
    case 'paid':
      return { ...fare, paid: deed.amount, unpaid_reason: null }
    case 'not_paid':
      return { ...fare, paid: null, unpaid_reason: deed.reason }
    case 'concession_not_shown':
      return { ...fare, concession_shown: false }
  }
}

/** What became of the fare of a booking whose passenger is, or was, on board. */
export const takeFare =
  (deed: FareDeed, id: number = deed.service_request_id) =>
  async (action: DriverAction): Promise<void> => {
    await requireAllowed(action, { ...deed, service_request_id: id })
    const { change, trip } = action
    const booking = await change.tx
      .selectFrom('service_requests')
      .where('id', '=', id)
      .where('trip_id', '=', trip.id)
      .select(['fare_paid', 'fare_unpaid_reason', 'concession_shown'])
      .executeTakeFirst()
    if (booking === undefined) throw notFound()
    const fare = fareOf(booking)
    const [here] = await stopsAhead(action)
    if (here !== undefined)
      await remember(action, { trip_stop_id: here.id, service_request_id: id }, { state: trip.current_state, fare })
    await storeFare(action, id, after(fare, deed))
  }

/** A cash fare that was not paid does not count as charged, whether that is told before the passenger gets off or after. */
export const storeFare = async (
  { change, trip }: DriverAction,
  id: number,
  { paid, unpaid_reason, concession_shown }: TakenFare = NO_FARE,
): Promise<void> => {
  const { tx, now } = change
  const { status, payment_method, total_price, charged_at } = await tx
    .updateTable('service_requests')
    .set({ fare_paid: paid, fare_unpaid_reason: unpaid_reason, concession_shown, updated_at: now })
    .where('id', '=', id)
    .returning(['status', 'payment_method', 'total_price', 'charged_at'])
    .executeTakeFirstOrThrow()
  if (status === 'completed' && payment_method === 'cash' && total_price > 0) {
    const charged = unpaid_reason === null ? (charged_at ?? now) : null
    await tx.updateTable('service_requests').set({ charged_at: charged }).where('id', '=', id).execute()
  }
  noteBooking(change, id, trip.id)
}
