import type { Deps } from '../deps.ts'
import { expectations } from '../ride-bookings/record.ts'
import { roadFacts } from '../ride-bookings/road-facts.ts'
import { findServiceRequest } from '../service-requests/queries.ts'

/** A ride that was to begin so long ago is told by a person. */
const OVER_MS = 2 * 3_600_000

/** When the next vehicle for one of these passengers comes, as the app shows it; null: none is booked. */
export const nextPickup = async (
  deps: Deps,
  travelerIds: readonly number[],
  locale: string,
): Promise<string | null> => {
  const now = deps.clock.now()
  const next = await deps.db
    .selectFrom('service_requests')
    .where('traveler_id', 'in', [...travelerIds])
    .where('status', 'in', ['created', 'unassigned', 'assigned', 'secured'])
    .where('pickup_upper_bound', '>', new Date(now.getTime() - OVER_MS))
    .orderBy('pickup_lower_bound')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  const booking = next && (await findServiceRequest(deps.db, next.id, null))
  if (booking === undefined) return null
  const [facts] = await roadFacts(deps, deps.db, [booking])
  if (facts === undefined) return null
  const { lower_bound: from, upper_bound: until } = booking.pickup
  return rangeIn(locale, booking.time_zone, expectations(facts, now.getTime()).expected_pickup ?? { from, to: until })
}

/** `Mon 23 Nov, 9:00 am - 9:10 am`, in letters that fit into an SMS. */
const rangeIn = (locale: string, timeZone: string, { from, to }: { from: Date; to: Date }): string => {
  const day = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' })
  const words = `${day.format(from).replace(',', '')}, ${time.format(from)} - ${time.format(to)}`
  return words.replaceAll(/[\u00a0\u202f]/g, ' ')
}
