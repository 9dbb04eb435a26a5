import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

const LOOK_EVERY = 1000
const STORE_EVERY = 10

/**
 * Looks at this machine's clock every second, and stores what it has reached every ten, for the next start. The mark is
 * the server's own and each machine's: neither devices nor another server's clock can move it. Returns what ends it.
 */
export const startClockWatch = async (deps: Deps, machine: string): Promise<() => void> => {
  const { db, clock, clockWatch, log } = deps
  if (clock.moveTo !== undefined) return () => {}
  const mark = await db.selectFrom('clock_marks').select('reached_at').where('machine', '=', machine).executeTakeFirst()
  if (mark !== undefined) clockWatch.startFrom(mark.reached_at)
  let looks = 0
  const timer = setInterval(() => {
    clockWatch.look()
    looks += 1
    if (looks % STORE_EVERY !== 0) return
    storeMark(deps, machine).catch((error: unknown) => log.warn({ err: error }, 'the time could not be stored'))
  }, LOOK_EVERY)
  return () => clearInterval(timer)
}

const storeMark = ({ db, clockWatch }: Deps, machine: string) =>
  sql`insert into clock_marks (machine, reached_at) values (${machine}, ${clockWatch.reached()})
    on conflict (machine) do update set reached_at = excluded.reached_at`.execute(db)
