import type { Insertable } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { TestServer } from './server.ts'

type Row = Insertable<DB['messages']>
type Told = Pick<Row, 'event' | 'service_request_id' | 'traveler_id' | 'region_id'> & Partial<Row>

/** A message as its event leaves it behind; answers its id. */
export const queueMessage = async ({ deps: { db, clock } }: TestServer, told: Told): Promise<number> => {
  const now = clock.now()
  const facts = {
    time_zone: 'UTC',
    pickup_from: now.toISOString(),
    pickup_until: now.toISOString(),
    pickup_place: 'Market',
    pickup_stop: true,
    dropoff_from: now.toISOString(),
    dropoff_until: now.toISOString(),
    dropoff_place: 'Hospital',
    dropoff_stop: true,
    price: 0,
    currency: 'AUD',
  }
  const { id } = await db
    .insertInto('messages')
    .values({
      facts: JSON.stringify(facts),
      once: '',
      state_at: now,
      due_at: now,
      sense_until: new Date(now.getTime() + 24 * 3600_000),
      created_at: now,
      ...told,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
