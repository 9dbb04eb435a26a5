import { lateFrom } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import { HOLD_MINUTES } from '../searches/store.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { findSearch, type SearchRecord } from '../searches/queries.ts'
import { findOffering, type OfferingToConfirm } from '../service-requests/queries.ts'
import { hasUsableCard } from '../service-requests/sell.ts'
import { requireBooker, type Rider, riderOf } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'

type Offering = SearchRecord['service_offerings'][number]

/** Cards are offered to those who have one. */
export type Payer = { card: boolean }

/** The saved cards of the one who rides; a helper needs the right to use them. */
export const payerOf = async (deps: Deps, { id, rights }: Rider): Promise<Payer> => ({
  card: rights.includes('pay') && (await hasUsableCard(deps, id)),
})

export const methodsFor = <M extends string>(methods: readonly M[], { card }: Payer): M[] =>
  methods.filter((method) => method !== 'card' || card)

const stopOf = ({ name, point, lower_bound, upper_bound, walk_m, walk_s }: Offering['pickup']) => ({
  name,
  point,
  lower_bound,
  upper_bound,
  walk_m,
  walk_s,
})

/** `late_cancel_minutes`: of the zone; null: late ones are not noted there */
type Offered = { payer: Payer; now: Date; late_cancel_minutes: number | null }

/** An offering as its passenger sees it: without the vehicle, and without what it does to others. */
export const rideOffering = (offering: Offering, { payer, now, late_cancel_minutes }: Offered) => ({
  id: offering.id,
  kind: offering.kind,
  pickup: stopOf(offering.pickup),
  dropoff: stopOf(offering.dropoff),
  ride_s: offering.meta.ride_s,
  scaled_price: offering.meta.scaled_price,
  total_price: offering.meta.price_with_code ?? offering.meta.total_price,
  payment_methods: methodsFor(offering.payment_methods, payer),
  late_from:
    late_cancel_minutes === null
      ? null
      : new Date(
          lateFrom({
            window_opens: offering.pickup.lower_bound.getTime(),
            booked_at: now.getTime(),
            late_cancel_minutes,
          }),
        ),
  expires_at: offering.expires_at,
})

/** An offering that was made to this passenger, or to one whom they book for; 404 for others. */
export const ownOffering = async (
  db: Kysely<DB>,
  id: number,
  passenger: Pick<PassengerActor, 'id'>,
): Promise<{ offering: OfferingToConfirm; rider: Rider }> => {
  const offering = await findOffering(db, id, null)
  if (offering === undefined) throw notFound()
  const rider = await riderOf(db, passenger, offering.traveler_id)
  requireBooker(rider)
  return { offering, rider }
}

/** Holds an offering for five more minutes, once. */
export const keepOffering = async (deps: Deps, id: number, passenger: PassengerActor, keep: Keep) => {
  const {
    offering: { service_availability_search_id: search, late_cancel_minutes },
    rider,
  } = await ownOffering(deps.db, id, passenger)
  const payer = await payerOf(deps, rider)
  return deps.db.transaction().execute(async (tx) => {
    if (!(await prolonged(tx, id, deps.clock.now())))
      throw conflict('This offer cannot be held any longer. Please search again')
    const offering = (await findSearch(tx, search, null))?.service_offerings.find((one) => one.id === id)
    if (offering === undefined) throw notFound()
    return keep(tx, { data: rideOffering(offering, { payer, now: deps.clock.now(), late_cancel_minutes }) })
  })
}

/** One that ends later than its search had it was prolonged before. */
const prolonged = async (tx: Transaction<DB>, id: number, now: Date): Promise<boolean> => {
  const hold = sql.raw(`interval '${HOLD_MINUTES} minutes'`)
  const { rows } = await sql`
    update service_offerings o set expires_at = o.expires_at + ${hold}
    from service_availability_searches s
    where s.id = o.service_availability_search_id and o.id = ${id} and o.expires_at > ${now}
      and o.expires_at <= s.created_at + ${hold}
    returning o.id`.execute(tx)
  return rows.length > 0
}
