import { api, PaymentMethodName } from '@ambit/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { requireAccess } from '../../http/authenticate.ts'
import type { Actor } from '../../http/bind.ts'
import { keepOpen } from '../../journeys/keep-open.ts'
import { serviceDateAt } from '../../open-returns/store/service-end.ts'
import type { PlanChange } from '../../planning/change/change-plan.ts'
import type { NamedBooking } from './kind.ts'

/** 403 for who may not keep ways back. */
export const requireKeeping = (deps: Deps, actor: Actor): Promise<void> =>
  requireAccess(deps, api.openReturns.create.access, actor)

/** Why a way back cannot be kept until its passenger calls; null: it can, until its booking is secured. */
export const refuseKeeping = async (
  { tx }: PlanChange,
  { id, status }: Pick<NamedBooking, 'id' | 'status'>,
): Promise<string | null> => {
  if (status === 'secured') return `Booking ${id} is secured: its vehicle is about to come`
  const row = await tx
    .selectFrom('service_requests as r')
    .where('r.id', '=', id)
    .select(['r.journey_leg', 'r.stay_minutes'])
    .select(
      sql<boolean>`exists (select from open_returns o where o.journey_id = r.journey_id and o.state = 'waiting')`.as(
        'open',
      ),
    )
    .executeTakeFirst()
  if (row?.journey_leg == null || row.journey_leg < 2) return `Booking ${id} is no way back`
  if (row.stay_minutes !== null)
    return `Booking ${id} is a leg of a ride with stops: it has no way back to be called for`
  return row.open ? `The way back of booking ${id} is kept already` : null
}

/** Keeps ways back with their places and people, not before what was asked for, or else promised. */
export const keepInstead = async (
  { tx, now }: PlanChange,
  bookings: readonly Pick<NamedBooking, 'id'>[],
  by: number | null,
): Promise<void> => {
  for (const { id } of bookings) {
    const row = await tx
      .selectFrom('service_requests as r')
      .innerJoin('zones as z', 'z.id', 'r.zone_id')
      .leftJoin('service_offerings as f', 'f.id', 'r.service_offering_id')
      .leftJoin('service_availability_searches as s', 's.id', 'f.service_availability_search_id')
      .where('r.id', '=', id)
      .select(['r.journey_id', 'r.traveler_id', 'r.zone_id', 'r.mobility_support', 'r.payment_method'])
      .select(['r.origin_name', 'r.origin_longitude', 'r.origin_latitude'])
      .select(['r.destination_name', 'r.destination_longitude', 'r.destination_latitude'])
      .select(['r.passengers', 'r.aids', 's.own_times', 'z.time_zone'])
      .select(
        sql<Date>`case when s.departing then s.traveling_at else r.promised_pickup_lower_bound end`.as('not_before'),
      )
      .executeTakeFirstOrThrow()
    const { journey_id, time_zone, passengers, aids, own_times, payment_method, ...places } = row
    const kept = {
      ...places,
      passengers: JSON.stringify(passengers),
      aids: JSON.stringify(aids),
      own_times: own_times && JSON.stringify(own_times),
      payment_method: PaymentMethodName.parse(payment_method),
      day: await serviceDateAt(tx, { zone_id: places.zone_id, time_zone }, places.not_before),
    }
    await keepOpen(tx, kept, { journey_id: journey_id!, by, now }) // of a journey, as `refuseKeeping` says
  }
}
