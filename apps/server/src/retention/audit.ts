import { sql } from 'kysely'
import { eraseEvents } from '../audit/erase.ts'
import { held } from '../holds/queries.ts'
import type { Kind } from './kind.ts'

const oldSignIns = (before: Date) => sql<boolean>`kind = 'sign_in' and salts <> '{}' and at < ${before}
  and not ${held({ at: sql.ref('at') })}`

/** Single events cannot go without breaking their seal: who it was and from where is erased instead. */
export const signIns: Kind = {
  due: (before) =>
    sql`select id::text as id, at, actor_id::text as person from audit_events where ${oldSignIns(before)}`,
  begin:
    ({ db }, before) =>
    (rows) =>
      db.transaction().execute(async (tx) => {
        const which = sql<boolean>`id = any(array(
          select id from audit_events where ${oldSignIns(before)} order by at limit ${rows}))`
        const removed = await eraseEvents(tx, which, 'all')
        return { seen: removed, removed }
      }),
}

const MARK = 'audit_events'
/** Whatever record it is about, or is a part of. */
const holdsEvent = sql<boolean>`exists (select from holds h where h.ended_at is null and (
  h.kind = h_e.record_kind and h.record_id::text = h_e.record_id
  or h.kind = h_e.parent_kind and h.record_id::text = h_e.parent_id
  or h.kind = 'days' and h_e.at >= h.from_day - 1 and h_e.at < h.to_day + 2))`
/** Seals that are over and were not dealt with yet. */
const oldSeals = (before: Date) => sql`audit_seals s where s.sealed_at < ${before}
  and s.id > coalesce((select reached from retention_marks where name = ${MARK}), 0)
  and not exists (select from unnest(s.ids) as part join audit_events h_e on h_e.id >= lower(part) and h_e.id < upper(part)
    where ${holdsEvent})`

/** Events go with all others of their seal; the seal stays, and `audit verify` knows that its time was over. */
export const auditEvents: Kind = {
  clock: 'wall',
  due: (before) => sql`
    select e.id::text as id, e.at, case when e.actor_kind = 'user' then e.actor_id::text end as person
    from (select * from ${oldSeals(before)}) as s, unnest(s.ids) as span join audit_events e
      on e.id >= lower(span) and e.id < upper(span)`,
  begin:
    ({ db }, before) =>
    (rows) =>
      db.transaction().execute(async (tx) => {
        const { rows: some } = await sql<{ id: number }>`
          select id from (select s.id, sum(events) over (order by s.id) as so_far, row_number() over (order by s.id) as place
            from (select * from ${oldSeals(before)} order by s.id limit ${rows}) as s) as next
          where place = 1 or so_far <= ${rows} order by id`.execute(tx)
        const seals = some.map(({ id }) => id)
        if (seals.length === 0) return { seen: 0, removed: 0 }
        const { rows: gone } = await sql<{ removed: number }>`
          select audit_remove_seals(${seals}::int[]) as removed`.execute(tx)
        await sql`insert into retention_marks (name, reached) values (${MARK}, ${seals.at(-1)})
          on conflict (name) do update set reached = excluded.reached`.execute(tx)
        // There may be more seals, however few events these had.
        return { seen: rows, removed: gone[0]?.removed ?? 0 }
      }),
}
