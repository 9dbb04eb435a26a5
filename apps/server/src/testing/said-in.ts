import { missOf } from './misses.ts'
import { proposedStep } from './suspensions.ts'
import type { TestServer } from './server.ts'

/** What a passenger answered by SMS and missed, with what is proposed of that, what was said to all drivers, and what passengers are told of the service. */
export const saidIn = async (
  server: TestServer,
  { region_id, traveler_id, standing }: { region_id: number; traveler_id: number; standing: number },
  text: string,
) => {
  const { db, clock } = server.deps
  const now = clock.now()
  const said = { region_id, traveler_id, number: '+61400000001', text, kind: 'other' as const, received_at: now }
  const told = { region_id, zone_id: null, text, user_id: null, created_at: now }
  const reply = await db.insertInto('sms_replies').values(said).returning('id').executeTakeFirstOrThrow()
  const broadcast = await db.insertInto('broadcasts').values(told).returning('id').executeTakeFirstOrThrow()
  const noticed = { region_id, texts: JSON.stringify({ en: text }), delivery: 'show' as const, user_id: null }
  const notice = await db
    .insertInto('notices')
    .values({ ...noticed, valid_from: now, valid_until: new Date(now.getTime() + 24 * 3_600_000), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const miss = await missOf(server, standing)
  const step = await proposedStep(server, { traveler_id, region_id, miss, ride: standing, place: text })
  return { reply: reply.id, broadcast: broadcast.id, notice: notice.id, miss, step }
}

/** Something that a passenger left behind. */
export const loseItem = async (
  { deps: { db, clock } }: TestServer,
  mark: string,
  service_request_id: number,
): Promise<number> => {
  const now = clock.now()
  const said = { service_request_id, what: mark, left_where: mark, reach: mark, note: mark }
  const { id } = await db
    .insertInto('lost_items')
    .values({ ...said, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
