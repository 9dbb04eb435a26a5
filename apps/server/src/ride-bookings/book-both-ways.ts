import type { RideBookingInput, RideReturnInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { sellJourney } from '../journeys/confirm.ts'
import { pointedTo } from '../journeys/leg-errors.ts'
import { serviceEndAt } from '../open-returns/store/service-end.ts'
import { clockTime } from '../planning/plan/format.ts'
import type { PassengerActor } from '../rides/me.ts'
import type { OfferingToConfirm } from '../service-requests/queries.ts'
import { freshOf, requireFree, type Sale, saleOf } from './sale.ts'
import { showRide } from './bookings.ts'

type Way = Omit<z.output<typeof RideBookingInput>, 'another' | 'return'>
type Back = z.output<typeof RideReturnInput>
type Wanted = { way: Way; back: Back; another: boolean; sale: Sale }

/**
 * Books the way there and the way back, or keeps the way back until the passenger calls: both or none. Answers the way
 * there, which tells of the way back. 404 for an offering that is not the passenger's; 409 `offer_gone` with fresh offerings
 * for the `leg` that is gone.
 */
export const bookBothWays = async (
  deps: Deps,
  { way, back, another, sale }: Wanted,
  passenger: PassengerActor,
  keep: Keep,
) => {
  const { payment_method, discount_code } = way
  const sales = [sale]
  if (back.choice === 'timed') sales.push(await saleOf(deps, back.service_offering_id, passenger))
  const open_return = back.choice === 'open' ? { not_before: await readyAt(deps, sale.offering) } : null
  const legs = [way, ...(back.choice === 'timed' ? [back] : [])].map((leg) => ({
    service_offering_id: leg.service_offering_id,
    payment_method,
    discount_code,
    pickup_note: leg.pickup_note,
    dropoff_note: leg.dropoff_note,
  }))
  const { traveler_id } = sale.offering
  const input = { traveler_id, legs, open_return, even_without_return: false }
  return pointedTo(ownPointer, () =>
    sellJourney(deps, input, passenger, {
      allow: async (tx, offering, journey) => {
        await requireFree(tx, offering, { replaces: null, another, journey })
        return []
      },
      booked: async (tx, { service_requests: [there] }) =>
        keep(tx, { data: await showRide(deps, tx, there!, passenger) }), // it is the first that was booked
      gone: (leg, fresh) => {
        const { payer, offering } = sales[leg] ?? sale
        return { leg: leg + 1, ...freshOf(fresh, { ...offering, payer, now: deps.clock.now() }) }
      },
    }),
  )
}

/** From when on the passenger can call: at the end of the way there, on foot as well. 422 where service ends before. */
const readyAt = async ({ db }: Deps, offering: OfferingToConfirm): Promise<string> => {
  const { zone_id, time_zone, dropoff_upper_bound, dropoff_walk_s } = offering
  const ready = new Date(dropoff_upper_bound.getTime() + dropoff_walk_s * 1000)
  const ends = await serviceEndAt(db, { zone_id, time_zone }, ready)
  if (ready < ends) return ready.toISOString()
  const detail = `Service ends at ${clockTime(ends, time_zone)}, before you could call for the way back`
  throw invalid([{ pointer: '/return', detail }])
}

/** Where the app has what a journey has at its legs. */
const ownPointer = (pointer: string): string => {
  if (pointer.startsWith('/legs/0')) return pointer.slice('/legs/0'.length)
  return pointer.replace(/^\/(legs\/1|open_return)/, '/return')
}
