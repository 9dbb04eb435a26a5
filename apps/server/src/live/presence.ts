import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

/** A user's portal is connected now, by the wall's clock. Several streams of one user write it once in ten seconds. */
export const noteSeen = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: number): Promise<void> => {
  await sql`insert into presences (user_id, seen_at) values (${userId}, ${clock.wall()})
    on conflict (user_id) do update set seen_at = excluded.seen_at
    where presences.seen_at < excluded.seen_at - interval '10 seconds'`.execute(db)
}
