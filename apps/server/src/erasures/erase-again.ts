import { type Kysely, sql } from 'kysely'
import { actingAs } from '../context/context.ts'
import type { DB } from '../database/schema.ts'
import type { Erased } from '../retention/erased-log.ts'
import { eraseTraveler } from './erase.ts'

/**
 * Erases in a restored database who was erased after the backup. Answers how many. Numbers are not given out again: a
 * passenger of later would be erased by the next restore.
 */
export const eraseAgain = async (db: Kysely<DB>, erased: readonly Erased[], now: Date): Promise<number> => {
  if (erased.length === 0) return 0
  const ids = erased.map(({ traveler_id }) => traveler_id)
  await sql`select setval(pg_get_serial_sequence('travelers', 'id'), greatest(
    ${Math.max(...ids)}, (select last_value from travelers_id_seq)))`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select id from travelers where id = any(${ids}::int[]) and id not in (select traveler_id from erased_travelers)
    order by id`.execute(db)
  const context = { actor_kind: 'command line', action: 'restore', via: 'restore', now: () => now } as const
  for (const { id } of rows)
    await actingAs(context, () =>
      db.transaction().execute((tx) => eraseTraveler(tx, id, 'Erased before; a backup brought it back', now)),
    )
  return rows.length
}
