import type { Place } from '@ambit/contract'
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
import { admitNew } from './share.ts'
import { notesOf } from './notes.ts'
import { agreedWith, distanceOf, windowsOf } from './wish.ts'

/** Makes a series; its rides are booked after it, in the background. 422 at the field. */
export const createSeries = async (deps: Deps, input: Input, actor: Actor, keep: Keep) => {
  const columns = await columnsOf(deps, input, actor)
  return deps.db.transaction().execute(async (tx) => {
    const id = await insertSeries(tx, columns)
    await admitNew(tx, deps.clock, id)
    return keep(tx, { data: (await findSeries(tx, null, id, columns.created_at))! }) // inserted above
  })
}

/** What is stored of a new series, once everything about it is right. 422 at the field. */
export const columnsOf = async (deps: Deps, input: Input, actor: Actor) => {
  const scope = regionScope(actor)
  const { traveler_id, payment_method } = input
  await requireTraveler(deps, traveler_id, scope)
  const zone = await zoneFor(
    deps,
    { ...input, zone_id: input.zone_id ?? (await zoneChosen(deps, input, scope)) },
    scope,
  )
  const now = deps.clock.now()
  const dates = datesAsked(input)
  requireDates(dates, dateIn(zone.time_zone, now))
  requireMethod(zone, payment_method)
  await requireCard(deps, { traveler_id, payment_method })
  await requireAidsOf(deps, input.legs, scope)
  const ways = storedLegs(input.legs)
  const agreed = await agreedIn(deps, input, zone, scope)
  return {
    traveler_id,
    zone_id: zone.zone_id,
    time_zone: zone.time_zone,
    ...spanColumns(dates),
    left_out: JSON.stringify(dates.left_out),
    added: JSON.stringify(dates.added),
    legs: JSON.stringify(ways.legs),
    needs: JSON.stringify(ways.needs),
    notes: JSON.stringify(input.legs.map(notesOf)),
    agreed: JSON.stringify(agreed),
    payment_method,
    comment: input.comment ?? null,
    made_until: null,
    tried_on: null,
    follows_id: null,
    created_by: userIdOf(actor),
    created_at: now,
    updated_at: now,
  } satisfies Insertable<BookingSeriesTable>
}

/** Of several zones that hold both ends, that of what was chosen for the first date; null: nothing was. */
const zoneChosen = async ({ db }: Deps, { legs }: Pick<Input, 'legs'>, scope: Scope): Promise<number | null> => {
  const id = legs.find(({ service_offering_id }) => service_offering_id != null)?.service_offering_id
  return id == null ? null : ((await findOffering(db, id, scope))?.zone_id ?? null)
}

/**
 * The windows of what was chosen for the first date, by the zone's clock. 422 at the leg for what this passenger was not
 * offered, for another journey, and for a time that a first ride may not have.
 */
const agreedIn = async (
  { db }: Deps,
  { traveler_id, legs }: Pick<Input, 'traveler_id' | 'legs'>,
  zone: ZoneSettings,
  scope: Scope,
): Promise<(AgreedWindows | null)[]> => {
  const agreed: (AgreedWindows | null)[] = []
  for (const [index, leg] of legs.entries()) {
    const { service_offering_id: id } = leg
    const offering = id == null ? null : await findOffering(db, id, scope)
    const wrong =
      offering === null
        ? null
        : offering?.traveler_id === traveler_id
          ? whyNotAgreed(offering, leg, zone, await flexOf(db, zone))
          : 'This passenger has no such offering'
    if (wrong !== null) throw invalid([{ pointer: `/legs/${index}/service_offering_id`, detail: wrong }])
    agreed.push(offering == null ? null : agreedWith(zone, asOffered(offering)))
  }
  return agreed
}

const flexOf = async (db: Deps['db'], { zone_id }: ZoneSettings): Promise<number> => {
  const zone = await db
    .selectFrom('zones')
    .where('id', '=', zone_id)
    .select('series_flex_minutes')
    .executeTakeFirstOrThrow()
  return zone.series_flex_minutes
}

/** Null: its windows may be agreed. */
const whyNotAgreed = (
  offering: OfferingToConfirm,
  leg: Input['legs'][number],
  { zone_id, name, time_zone }: ZoneSettings,
  flex_minutes: number,
): string | null => {
  const { origin, destination, traveling_at } = offering.question
  if (offering.zone_id !== zone_id) return `This offering is of another zone than ${name}`
  if (!isSame(origin, leg.origin) || !isSame(destination, leg.destination))
    return 'This offering is for another journey'
  const wish = { date: dateIn(time_zone, new Date(traveling_at)), time_zone, leg, agreed: null, flex_minutes }
  return distanceOf(wish, windowsOf(asOffered(offering))) === null
    ? 'This offering is too far from the time of this recurring journey'
    : null
}

const isSame = (one: Pick<Place, 'point'>, other: Pick<Place, 'point'>): boolean =>
  one.point[0] === other.point[0] && one.point[1] === other.point[1]

const asOffered = (row: OfferingToConfirm) => ({
  pickup: { lower_bound: row.pickup_lower_bound, upper_bound: row.pickup_upper_bound, walk_s: row.pickup_walk_s },
  dropoff: { lower_bound: row.dropoff_lower_bound, upper_bound: row.dropoff_upper_bound, walk_s: row.dropoff_walk_s },
})

/** Also of a series that goes on from another. */
export const insertSeries = async (tx: Transaction<DB>, columns: Insertable<BookingSeriesTable>): Promise<number> => {
  const { id } = await tx.insertInto('booking_series').values(columns).returning('id').executeTakeFirstOrThrow()
  await recordChanged(tx, 'booking_series', id)
  return id
}
