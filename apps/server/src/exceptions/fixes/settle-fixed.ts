import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { pass } from '../raise.ts'

/** What was accepted as a fix and not undone since: what it was, and who did it. */
export type Fixed = { action: number; title: string; user_id: number | null }

/** By the exception's id. */
export const readFixed = async (db: Kysely<DB>): Promise<ReadonlyMap<number, Fixed>> => {
  const rows = await db
    .selectFrom('exceptions as e')
    .innerJoin('dispatch_actions as a', 'a.id', 'e.fix_action_id')
    .where('e.state', '<>', 'resolved')
    .where('a.undone_by', 'is', null)
    .select(['e.id', 'a.id as action', 'a.title', 'a.user_id'])
    .execute()
  return new Map(rows.map(({ id, ...fixed }) => [id, fixed]))
}

/** So long everybody is served before that is shown, as with what is judged. */
const EASES_MS = 60_000
/** Less late than this is in time. */
const LATE = sql`interval '2 minutes'`

type Row = { id: number; subject: string; eased_at: Date | null; gone: boolean }

/** Disruptions that have a fix, and whether everybody whom they left is served in time by now. */
const readDisrupted = async (tx: Transaction<DB>, ids: readonly number[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select e.id, e.subject, e.eased_at, not exists (
      select from jsonb_array_elements(e.bookings) b join service_requests r on r.id = (b ->> 'id')::int
      left join trip_stops p on p.id = r.pickup_trip_stop_id and p.arrived_at is null
      left join trip_stops d on d.id = r.dropoff_trip_stop_id and d.arrived_at is null
      where r.status in ('created', 'unassigned')
        or r.status in ('assigned', 'secured') and p.eta > r.promised_pickup_upper_bound + ${LATE}
        or r.status in ('assigned', 'secured', 'on_board') and d.eta > r.promised_dropoff_upper_bound + ${LATE}) as gone
    from exceptions e where e.kind = 'disruption' and e.state <> 'resolved' and e.id = any(${ids}::int[])
    order by e.id`.execute(tx)
  return rows
}

/** A disruption whose fix was accepted ends once nobody is left by it. */
export const settleDisruptions = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const fixed = await readFixed(db)
  if (fixed.size === 0) return
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const { id, subject, eased_at, gone } of await readDisrupted(tx, [...fixed.keys()])) {
      const { title, user_id } = fixed.get(id)! // read by these ids
      if (gone && eased_at !== null && at.getTime() - eased_at.getTime() >= EASES_MS)
        await pass(tx, { kind: 'disruption', subject }, { at, by: user_id, note: title, outcome: 'fixed' })
      else if (gone === (eased_at === null))
        await tx
          .updateTable('exceptions')
          .set({ eased_at: gone ? at : null })
          .where('id', '=', id)
          .execute()
    }
  })
}
