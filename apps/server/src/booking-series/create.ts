import { dateIn } from '@ambit/domain'
import type { Insertable, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { AgreedWindows, BookingSeriesTable } from '../database/series-tables.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope, type Scope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import type { ZoneSettings } from '../planning/plan/types.ts'
import { findOffering, type OfferingToConfirm } from '../service-requests/queries.ts'
import { requireCard } from '../service-requests/sell.ts'
import {
  datesAsked,
  type Input,
  requireAidsOf,
  requireDates,
  requireMethod,
  requireTraveler,
  spanColumns,
  storedLegs,
  zoneFor,
} from './input.ts'
import { findSeries } from './queries.ts'
import { agreedWith } from './wish.ts'

/** Makes a series; its rides are booked after it, in the background. 422 at the field. */
export const createSeries = async (deps: Deps, input: Input, actor: Actor, keep: Keep) => {
  const scope = regionScope(actor)
  const { traveler_id, payment_method } = input
  await requireTraveler(deps, traveler_id, scope)
  const zone = await zoneFor(deps, input, scope)
  const now = deps.clock.now()
  const dates = datesAsked(input)
  requireDates(dates, dateIn(zone.time_zone, now))
  requireMethod(zone, payment_method)
  await requireCard(deps, { traveler_id, payment_method })
  await requireAidsOf(deps, input.legs, scope)
  const ways = storedLegs(input.legs)
  const agreed = await agreedIn(deps, input, zone, scope)
  return deps.db.transaction().execute(async (tx) => {
    const id = await insertSeries(tx, {
      traveler_id,
      zone_id: zone.zone_id,
      time_zone: zone.time_zone,
      ...spanColumns(dates),
      left_out: JSON.stringify(dates.left_out),
      added: JSON.stringify(dates.added),
      legs: JSON.stringify(ways.legs),
      needs: JSON.stringify(ways.needs),
      agreed: JSON.stringify(agreed),
      payment_method,
      comment: input.comment ?? null,
      made_until: null,
      tried_on: null,
      follows_id: null,
      created_by: userIdOf(actor),
      created_at: now,
      updated_at: now,
    })
    return keep(tx, { data: (await findSeries(tx, null, id, now))! }) // inserted above
  })
}

/** The windows of what was chosen for the first date, by the zone's clock. 422 at the leg for what this passenger was not offered. */
const agreedIn = async (
  { db }: Deps,
  { traveler_id, legs }: Pick<Input, 'traveler_id' | 'legs'>,
  zone: Pick<ZoneSettings, 'time_zone'>,
  scope: Scope,
): Promise<(AgreedWindows | null)[]> => {
  const agreed: (AgreedWindows | null)[] = []
  for (const [index, { service_offering_id: id }] of legs.entries()) {
    const offering = id == null ? null : await findOffering(db, id, scope)
    if (offering === undefined || (offering !== null && offering.traveler_id !== traveler_id))
      throw invalid([{ pointer: `/legs/${index}/service_offering_id`, detail: 'This passenger has no such offering' }])
    agreed.push(offering && agreedWith(zone, asOffered(offering)))
  }
  return agreed
}

const asOffered = (row: OfferingToConfirm) => ({
  pickup: { lower_bound: row.pickup_lower_bound, upper_bound: row.pickup_upper_bound, walk_s: row.pickup_walk_s },
  dropoff: { lower_bound: row.dropoff_lower_bound, upper_bound: row.dropoff_upper_bound },
})

/** Also of a series that goes on from another. */
export const insertSeries = async (tx: Transaction<DB>, columns: Insertable<BookingSeriesTable>): Promise<number> => {
  const { id } = await tx.insertInto('booking_series').values(columns).returning('id').executeTakeFirstOrThrow()
  await recordChanged(tx, 'booking_series', id)
  return id
}
