import { type RawBuilder, sql } from 'kysely'
import { held } from '../holds/queries.ts'
import type { Kind, Step } from './kind.ts'

type Mark = 'positions.thinned' | 'positions.deleted'

/** The first position of each half minute of a vehicle on its trip stays. */
const isSpare = sql<boolean>`exists (
  select from positions e where e.trip_id = p.trip_id and e.vehicle_id = p.vehicle_id
    and e.recorded_at >= date_bin('30 seconds', p.recorded_at, 'epoch')
    and (e.recorded_at, e.id) < (p.recorded_at, p.id))`

const reached = (mark: Mark) => sql`coalesce((select reached from retention_marks where name = ${mark}), 0)`

const kept = held({ trips: sql.ref('p.trip_id'), vehicles: sql.ref('p.vehicle_id'), at: sql.ref('p.received_at') })

/**
 * Positions are numbered as they arrive. The work goes through them in that order, from where it stopped: each step
 * removes and notes how far it came in one statement. A row that came later ends the slice, and what follows it waits.
 */
const inOrder = (mark: Mark, spare: RawBuilder<boolean>, goes = sql<boolean>`${spare} and not ${kept}`): Kind => ({
  due: (before) => sql`
    select p.id::text as id, p.received_at as at, null::text as person from positions p
    where p.id > ${reached(mark)} and p.received_at < ${before} and ${goes}`,
  begin:
    ({ db }, before): Step =>
    async (rows) => {
      const { rows: found } = await sql<{ seen: number; removed: number }>`
        with next as (
          select id, received_at from positions where id > ${reached(mark)} order by id limit ${rows}),
        due as (
          select id from next
          where id < coalesce((select min(id) from next where received_at >= ${before}), 'infinity'::float8)),
        removed as (
          delete from positions p using due where p.id = due.id and ${goes} returning p.id),
        noted as (
          insert into retention_marks (name, reached) select ${mark}, max(id) from due having count(*) > 0
          on conflict (name) do update set reached = excluded.reached)
        select (select count(*) from due) as seen, (select count(*) from removed) as removed`.execute(db)
      return found[0]! // a select without a table answers one row
    },
})

export const thinnedPositions = inOrder('positions.thinned', isSpare)
export const positions = inOrder('positions.deleted', sql<boolean>`true`)
