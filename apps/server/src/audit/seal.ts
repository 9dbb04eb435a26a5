import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { digestOf, FIRST_HASH, hashOfSeal, readSealed } from './digest.ts'
import { logSeals } from './seal-log.ts'

/** Events of one seal at most, so that sealing never takes long. */
const MOST = 1000

/**
 * Seals what is committed and in no seal yet. Takes no lock that a change waits for; what is committed a moment later,
 * also with a lower id, comes into the next seal. Answers how many events were sealed.
 */
export const sealEvents = async (db: Kysely<DB>, now: Date): Promise<number> => {
  let sealed = 0
  for (;;) {
    const count = await db.transaction().execute((tx) => sealSome(tx, now))
    sealed += count
    if (count < MOST) return sealed
  }
}

const sealSome = async (tx: Transaction<DB>, now: Date): Promise<number> => {
  // One process at a time: each seal stands on the one before.
  await sql`select pg_advisory_xact_lock(7263484)`.execute(tx)
  const { rows } = await sql<{ event_id: number }>`
    delete from audit_unsealed where event_id in (select event_id from audit_unsealed order by event_id limit ${MOST})
    returning event_id`.execute(tx)
  if (rows.length === 0) return 0
  const events = await readSealed(
    tx,
    rows.map(({ event_id }) => event_id),
  )
  const ids = events.map(({ id }) => id)
  const digests = Buffer.concat(events.map(digestOf))
  const last = await tx
    .selectFrom('audit_seals')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = last?.hash ?? FIRST_HASH
  await sql`
    insert into audit_seals (id, first_id, last_id, events, ids, digests, hash_before, hash, sealed_at)
    values (${(last?.id ?? 0) + 1}, ${ids[0]}, ${ids.at(-1)}, ${ids.length},
      (select range_agg(int8range(id, id, '[]')) from unnest(${ids}::bigint[]) as id),
      ${digests}, ${before}, ${hashOfSeal(before, ids, digests)}, ${now})`.execute(tx)
  return rows.length
}

/** Seconds of the service's clock that the oldest event has waited for its seal; 0 where all are sealed. */
export const sealLag = async (db: Kysely<DB>, now: Date): Promise<number> => {
  const { rows } = await sql<{ at: Date }>`
    select e.at from audit_unsealed u join audit_events e on e.id = u.event_id order by u.event_id limit 1`.execute(db)
  const oldest = rows[0]
  return oldest === undefined ? 0 : Math.max(0, (now.getTime() - oldest.at.getTime()) / 1000)
}

/** Twice as often as seals are promised, so that a run that is missed breaks nothing. */
export const sealJob: Job = {
  name: 'audit.seal',
  every: 30_000,
  run: async ({ db, clock, config }: Deps) => {
    await sealEvents(db, clock.wall())
    if (config.dataFolder !== '') await logSeals(db, config.dataFolder, clock.wall())
  },
}
