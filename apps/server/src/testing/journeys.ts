import { api } from '@ambit/contract'
import { type Change, change, fresh } from './changes.ts'
import type { TestServer } from './server.ts'

/** Makes bookings the legs of one journey. */
export const asJourney = async ({ deps: { db, clock } }: TestServer, ...bookings: number[]): Promise<number> => {
  const { id } = await db
    .insertInto('journeys')
    .values({ created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, booking] of bookings.entries())
    await db
      .updateTable('service_requests')
      .set({ journey_id: id, journey_leg: index + 1 })
      .where('id', '=', booking)
      .execute()
  return id
}

/** Every change of journeys. */
export const journeyChanges: readonly Change[] = [
  change(api.journeys.create, async ({ town }) => {
    const traveler_id = await town.passenger(fresh('Rider '))
    const there = await town.search({ who: traveler_id, from: 'Market', to: 'Station', at: '13:00' })
    const back = await town.search({ who: traveler_id, from: 'Station', to: 'Market', at: '15:00' })
    const legs = [there, back].map(({ service_offerings: [offering] }) => ({
      service_offering_id: offering?.id ?? 0,
      payment_method: 'cash' as const,
    }))
    return { body: { traveler_id, legs } }
  }),
]
