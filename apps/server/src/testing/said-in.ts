import type { TestServer } from './server.ts'

/** What a passenger answered by SMS, what was said to all drivers, and what passengers are told of the service. */
export const saidIn = async (
  { deps: { db, clock } }: TestServer,
  { region_id, traveler_id }: { region_id: number; traveler_id: number },
  text: string,
) => {
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
  return { reply: reply.id, broadcast: broadcast.id, notice: notice.id }
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
