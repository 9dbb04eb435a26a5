import type { RideFeedbackInput } from '@ambit/contract'
import { refuseRating } from '@ambit/domain'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { lockServiceRequest } from '../service-requests/queries.ts'
import { ownBooking, showRide } from './bookings.ts'
import type { PassengerActor } from '../rides/me.ts'

/** Stores what the passenger thinks of the ride, or changes it within a day. 409 with the reason when it is too late. */
export const rateRide = (
  deps: Deps,
  id: number,
  { rating, comments }: z.output<typeof RideFeedbackInput>,
  passenger: PassengerActor,
  keep: Keep,
) =>
  deps.db.transaction().execute(async (tx) => {
    await lockServiceRequest(tx, id)
    const now = deps.clock.now()
    const booking = await ownBooking(tx, id, passenger, now)
    const given = await tx
      .selectFrom('feedbacks')
      .select('created_at')
      .where('service_request_id', '=', id)
      .executeTakeFirst()
    const ridden = {
      status: booking.status,
      dropped_off_at: booking.dropoff.actual?.getTime() ?? null,
      rated_at: given?.created_at.getTime() ?? null,
    }
    const refused = refuseRating(ridden, now.getTime())
    if (refused !== null) throw conflict(refused)
    const said = { rating, comments: comments == null || comments === '' ? null : comments }
    const stored = await tx
      .insertInto('feedbacks')
      .values({ ...said, service_request_id: id, traveler_id: booking.traveler_id, created_at: now })
      .onConflict((on) => on.column('service_request_id').doUpdateSet(said))
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChanged(tx, 'feedbacks', stored.id)
    return keep(tx, { data: await showRide(deps, tx, booking, passenger) })
  })
