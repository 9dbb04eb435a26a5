import { ApiError, api, type BookingGroupSearch, GroupRefusal, type Place } from '@ambit/contract'
import type { Random } from '@ambit/random'
import { untilServed } from '../access/until-served.ts'
import { paysBy } from '../riders/counter.ts'
import type { Actor } from '../timeline/timeline.ts'
import { noteBooking, type Office, unlessRefused } from './office.ts'

export type GroupTally = { asked: number; booked: number; refused: number; members: number }

const together = { seating: 'together', all_or_none: true } as const

/** Friends who want to travel in one vehicle, all or none; where it works at another time soon, half of them take it. */
export const askForGroup = async (
  actor: Actor,
  office: Office,
  tally: GroupTally,
  random: Random,
  { rider, travelAt }: { rider: string; travelAt: number },
): Promise<void> => {
  const journey = await office.draw(random, travelAt, travelAt - actor.now())
  if (journey === null) return
  const { traveler, origin, destination } = journey
  const friends = new Map([[traveler.id, traveler]])
  for (const wanted = Math.floor(random.between(3, 7)); friends.size < wanted;) {
    const friend = random.pick(office.town.travelers)
    friends.set(friend.id, friend)
  }
  const members = [...friends.keys()].map((traveler_id) => ({
    traveler_id,
    passengers: [{ fare_type: 'adult' as const }],
    origin,
    destination,
  }))
  tally.asked += 1
  const found = await search(actor, office, members, travelAt)
  if (found !== null && 'searches' in found) return confirm(actor, office, tally, rider, found)
  tally.refused += 1
  const next = found?.next_at ?? null
  if (next === null || random.chance(0.5)) return
  const again = await search(actor, office, members, Date.parse(next))
  if (again !== null && 'searches' in again) await confirm(actor, office, tally, rider, again)
}

type Member = {
  traveler_id: number
  passengers: { fare_type: 'adult' }[]
  origin: Place
  destination: Place
}

/** How they can travel, or when they could; null where the server took the request for a wrong one. */
const search = async (
  actor: Actor,
  office: Office,
  members: readonly Member[],
  travelAt: number,
): Promise<BookingGroupSearch | { next_at: string | null } | null> => {
  const body = { ...together, members: [...members], traveling_at: new Date(travelAt).toISOString(), departing: true }
  return unlessRefused(office, 'group', async () => {
    try {
      return (await untilServed(actor, () => office.desk.call(api.bookingGroups.search, { body }))).data
    } catch (error) {
      const refusal = error instanceof ApiError ? GroupRefusal.safeParse(error.meta?.['refusal']) : null
      if (!refusal?.success) throw error
      return { next_at: refusal.data.next_at }
    }
  })
}

const confirm = async (
  actor: Actor,
  office: Office,
  tally: GroupTally,
  rider: string,
  { searches }: BookingGroupSearch,
): Promise<void> => {
  const members = searches.flatMap(({ traveler_id, service_offerings: [offering] }) =>
    offering === undefined ? [] : [{ traveler_id, service_offering_id: offering.id, payment_method: paysBy(offering) }],
  )
  const body = { ...together, name: `Group ${rider}`, members }
  const book = () =>
    office.desk.call(api.bookingGroups.create, { body, idempotencyKey: `group ${office.seed} ${rider}` })
  const group = await unlessRefused(office, rider, async () => (await untilServed(actor, book)).data)
  if (group === null) return
  tally.booked += 1
  tally.members += group.service_requests.length
  for (const booking of group.service_requests) noteBooking(office, rider, booking)
}
