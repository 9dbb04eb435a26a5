import type { TestServer } from './server.ts'

/** An exception of a trip, one that has ended, a kind that is muted in its zone, and a handover, all with this word. */
export const exceptionsOf = async (server: TestServer, tripId: number, word: string) => {
  const { db } = server.deps
  const zone = await db
    .selectFrom('trips')
    .innerJoin('zones', 'zones.id', 'trips.zone_id')
    .where('trips.id', '=', tripId)
    .select(['zones.id', 'zones.region_id'])
    .executeTakeFirstOrThrow()
  const about = { tripId, zoneId: zone.id, regionId: zone.region_id, word }
  return {
    exception: await raise(server, about),
    mute: await mute(server, about),
    handover: await handOver(server, about),
  }
}

type About = { tripId: number; zoneId: number; regionId: number; word: string }

const raise = async ({ deps: { db, clock } }: TestServer, { tripId, zoneId, word }: About): Promise<number> => {
  const now = clock.now()
  const raised = {
    kind: 'emergency' as const,
    severity: 'urgent' as const,
    zone_id: zoneId,
    trip_id: tripId,
    text: word,
  }
  const ended = { ...raised, state: 'resolved' as const, resolved_at: now, subject: `ended:${tripId}`, opened_at: now }
  await db.insertInto('exceptions').values(ended).execute()
  const standing = { ...raised, subject: `trip:${tripId}`, opened_at: now }
  const { id } = await db.insertInto('exceptions').values(standing).returning('id').executeTakeFirstOrThrow()
  return id
}

const mute = async ({ deps: { db, clock } }: TestServer, { zoneId, word }: About): Promise<number> => {
  const now = clock.now()
  const until = new Date(now.getTime() + 3 * 3_600_000)
  const muted = { zone_id: zoneId, kind: 'no_signal' as const, reason: word, created_at: now, until }
  const { id } = await db.insertInto('exception_mutes').values(muted).returning('id').executeTakeFirstOrThrow()
  return id
}

const handOver = async ({ deps: { db, clock } }: TestServer, { zoneId, regionId, word }: About): Promise<number> => {
  const now = clock.now()
  const given = { region_id: regionId, zone_ids: [zoneId], giver_id: null, taker_id: null, note: word, content: '[]' }
  const offered = { ...given, since: now, offered_at: now }
  const { id } = await db.insertInto('handovers').values(offered).returning('id').executeTakeFirstOrThrow()
  return id
}
