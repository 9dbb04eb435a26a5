import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { inSteps } from '../jobs/in-steps.ts'
import type { Job } from '../jobs/runner.ts'

const DAY = 24 * 3600_000
/** From this age on one position in half a minute is enough. */
const THIN_AFTER = 7 * DAY
const DELETE_AFTER = 90 * DAY
/** What is left then waits for the next run. */
const BUDGET_MS = 8 * 60_000

type Kind = 'positions.thinned' | 'positions.deleted'

/**
 * Positions are numbered as they arrive. The work goes through them in that order, in small steps, from where it stopped:
 * each step removes and notes how far it came in one statement.
 */
export const thinPositions: Job = {
  name: 'positions.thin',
  every: 10 * 60_000,
  deadline: BUDGET_MS + 60_000,
  run: async (deps, signal) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)])
    const now = deps.clock.now().getTime()
    await inSteps(deps.clock, until, (rows) => remove(deps, 'positions.deleted', new Date(now - DELETE_AFTER), rows))
    await inSteps(deps.clock, until, (rows) => remove(deps, 'positions.thinned', new Date(now - THIN_AFTER), rows))
  },
}

/** The first position of each half minute of a vehicle on its trip stays. */
const isSpare = sql<boolean>`exists (
  select from positions e where e.trip_id = p.trip_id and e.vehicle_id = p.vehicle_id
    and e.recorded_at >= date_bin('30 seconds', p.recorded_at, 'epoch')
    and (e.recorded_at, e.id) < (p.recorded_at, p.id))`

/** The next rows that were received before the moment; one that came later ends the slice, and what follows it waits. */
const remove = async ({ db }: Pick<Deps, 'db'>, kind: Kind, before: Date, rows: number): Promise<'more' | 'done'> => {
  const { rows: found } = await sql<{ seen: number }>`
    with mark as (select coalesce((select reached from retention_marks where name = ${kind}), 0) as reached),
    next as (
      select id, received_at from positions where id > (select reached from mark) order by id limit ${rows}),
    due as (
      select id from next
      where id < coalesce((select min(id) from next where received_at >= ${before}), 'infinity'::float8)),
    removed as (
      delete from positions p using due
      where p.id = due.id and (${kind === 'positions.deleted' ? sql`true` : isSpare})),
    noted as (
      insert into retention_marks (name, reached) select ${kind}, max(id) from due having count(*) > 0
      on conflict (name) do update set reached = excluded.reached)
    select count(*) as seen from due`.execute(db)
  return (found[0]?.seen ?? 0) < rows ? 'done' : 'more'
}
