import { api, type BookingGroupSearch, type Seating } from '@ambit/contract'
import { type Change, change, fresh } from './changes.ts'
import type { TestServer } from './server.ts'
import { type SmallTown, stopPoint, type StopName } from './small-town.ts'

type Way = { from?: StopName; to?: StopName; people?: number; wheelchairs?: number }
type Wish = { seating?: Seating; all?: boolean; at?: string; arriveBy?: string; ways?: readonly Way[] }

const placed = (name: StopName) => ({ name, point: stopPoint(name) })

/** Members of record, each under a name of its own. */
export const people = async (town: SmallTown, count: number): Promise<number[]> => {
  const ids: number[] = []
  for (let each = 0; each < count; each++) ids.push(await town.passenger(fresh('Member Number')))
  return ids
}

/** Makes bookings a group. */
export const asGroup = async ({ deps: { db, clock } }: TestServer, ...bookings: number[]): Promise<number> => {
  const { zone_id } = await db
    .selectFrom('service_requests')
    .where('id', '=', bookings[0] ?? 0)
    .select('zone_id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('booking_groups')
    .values({
      zone_id,
      name: 'Harbour choir',
      seating: 'fewest',
      all_or_none: true,
      created_by: null,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('service_requests').set({ booking_group_id: id }).where('id', 'in', bookings).execute()
  return id
}

/** A group's question; from the market to the station where no other way is named. */
export const groupWish = (who: readonly number[], { seating, all, at, arriveBy, ways }: Wish = {}) => ({
  seating: seating ?? ('together' as const),
  all_or_none: all ?? true,
  traveling_at: `2026-11-23T${arriveBy ?? at ?? '10:00'}:00+10:00`,
  departing: arriveBy === undefined,
  members: who.map((traveler_id, index) => {
    const { from = 'Market', to = 'Station', people: count = 1, wheelchairs = 0 } = ways?.[index] ?? {}
    return {
      traveler_id,
      passengers: Array.from({ length: count }, () => ({ fare_type: 'adult' as const })),
      mobility_support: wheelchairs,
      origin: placed(from),
      destination: placed(to),
    }
  }),
})

export const searchGroup = async (town: SmallTown, who: readonly number[], wish: Wish = {}) =>
  (await town.dispatcher.call(api.bookingGroups.search, { body: groupWish(who, wish) })).data

/** What confirms those who were offered a seat. */
export const groupInput = ({ searches }: BookingGroupSearch, { seating, all }: Wish = {}) => ({
  name: 'Harbour choir',
  seating: seating ?? ('together' as const),
  all_or_none: all ?? true,
  members: searches.flatMap(({ traveler_id, service_offerings: [offering] }) =>
    offering === undefined ? [] : [{ traveler_id, service_offering_id: offering.id, payment_method: 'cash' as const }],
  ),
})

export const bookGroup = async (town: SmallTown, who: readonly number[], wish: Wish = {}) => {
  const body = groupInput(await searchGroup(town, who, wish), wish)
  return (await town.dispatcher.call(api.bookingGroups.create, { body })).data
}

/** Every change of groups. */
export const groupChanges: readonly Change[] = [
  change(api.bookingGroups.create, async ({ town }) => ({
    body: groupInput(await searchGroup(town, await people(town, 2), { at: '13:00' })),
  })),
  change(api.bookingGroups.cancel, async ({ town }) => ({
    params: { id: (await bookGroup(town, await people(town, 2), { at: '13:00' })).id },
    body: {},
  })),
]
