import { lateFrom } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import { HOLD_MINUTES } from '../searches/store.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { methodOfReturn } from '../open-returns/store/queries.ts'
import { type Unpaid, unpaidRide, unpaidToPassenger } from '../payments/unpaid.ts'
import { findSearch, type SearchRecord } from '../searches/queries.ts'
import { findOffering, type OfferingToConfirm } from '../service-requests/queries.ts'
import { hasUsableCard } from '../service-requests/sell.ts'
import { requireBooker, type Rider, riderOf } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'

type Offering = SearchRecord['service_offerings'][number]

/** Cards are offered to those who have one and owe nothing. */
export type Payer = {
  card: boolean
  /** why none is; null: nothing is owed, or the caller may not use the cards */
  unpaid: Unpaid | null
}

/** By which method is paid what was booked or kept before: a booking that is changed, or a way back that is called for. */
type Agreed = Pick<OfferingToConfirm['question'], 'open_return_id'> & { service_request_id: number | null }

const agreedMethod = async (db: Kysely<DB>, { service_request_id, open_return_id }: Agreed) => {
  if (open_return_id !== null) return methodOfReturn(db, open_return_id)
  if (service_request_id === null) return undefined
  const booking = db.selectFrom('service_requests').select('payment_method').where('id', '=', service_request_id)
  return (await booking.executeTakeFirst())?.payment_method
}

/** The saved cards of the one who rides; a helper needs the right to use them. What was by card before stays so. */
export const payerOf = async (deps: Deps, { id, rights }: Rider, agreed: Agreed | null = null): Promise<Payer> => {
  if (agreed !== null && (await agreedMethod(deps.db, agreed)) === 'card') return { card: true, unpaid: null }
  if (!rights.includes('pay')) return { card: false, unpaid: null }
  const unpaid = (await unpaidRide(deps.db, id)) ?? null
  return { card: unpaid === null && (await hasUsableCard(deps, id)), unpaid }
}

/** 422 for a card that may not be used, with the way out. */
export const requirePayable = ({ card, unpaid }: Payer, method: string | undefined): void => {
  if (method !== 'card' || card) return
  const none = 'You have no saved card. Please choose another way to pay'
  throw invalid([{ pointer: '/payment_method', detail: unpaid === null ? none : unpaidToPassenger(unpaid) }])
}

export const agreedBy = ({ service_request_id, question }: OfferingToConfirm): Agreed => ({
  service_request_id,
  open_return_id: question.open_return_id,
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
  const { offering: held, rider } = await ownOffering(deps.db, id, passenger)
  const { service_availability_search_id: search, late_cancel_minutes } = held
  const payer = await payerOf(deps, rider, agreedBy(held))
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
