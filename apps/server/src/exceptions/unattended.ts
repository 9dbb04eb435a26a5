import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { interrupt } from './interrupt.ts'
import { isMuted } from './mutes.ts'
import { endDuty } from './watches.ts'
import { publishAll, standingOf, unanswered, writeChanges } from './store.ts'

const MINUTE_MS = 60_000
/** Nobody's for so long: everybody on duty in the region is asked. */
const ESCALATES = { urgent: 2 * MINUTE_MS, soon: 10 * MINUTE_MS }
/** Not connected for so long, an owner is away. */
const AWAY_MS = 5 * MINUTE_MS

type Row = Selectable<DB['exceptions']>

/** SQL: a user has signed out everywhere, or nothing of their portal was connected for five minutes of the wall's clock. */
const isAway = (user: string, wall: Date) => sql<boolean>`(
  not exists (select from sessions s where s.user_id = ${sql.ref(user)} and s.expires_at > ${wall})
  or exists (select from presences p where p.user_id = ${sql.ref(user)} and greatest(p.seen_at,
    (select max(s.used_at) from sessions s where s.user_id = p.user_id)) < ${new Date(wall.getTime() - AWAY_MS)}))`

/** What its owner has left behind is nobody's, and interrupts anew. Duty ends with signing out. */
export const releaseUnattended = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const [now, wall] = [clock.now(), clock.wall()]
  const left = await db
    .selectFrom('exceptions as e')
    .where('e.state', '=', 'acknowledged')
    .where('e.owner_id', 'is not', null)
    .where(isAway('e.owner_id', wall))
    .select('e.id')
    .orderBy('e.id')
    .execute()
  if (left.length > 0)
    await db.transaction().execute((tx) =>
      releaseAll(
        tx,
        left.map(({ id }) => id),
        now,
      ),
    )
  const gone = await db
    .selectFrom('watches as w')
    .where('w.ended_at', 'is', null)
    .where(sql<boolean>`not exists (select from sessions s where s.user_id = w.user_id and s.expires_at > ${wall})`)
    .select('w.user_id')
    .distinct()
    .execute()
  for (const { user_id } of gone) await db.transaction().execute((tx) => endDuty(tx, user_id, { now }))
}

const releaseAll = async (tx: Transaction<DB>, ids: readonly number[], now: Date): Promise<void> => {
  const before = await lock(tx, ids, 'acknowledged')
  if (before.length === 0) return
  const after = await tx
    .updateTable('exceptions')
    .set((e) => ({ ...unanswered, offered_to: null, offered_at: null, version: e('version', '+', 1) }))
    .where('id', '=', sql<number>`any(${before.map(({ id }) => id)}::int[])`)
    .returningAll()
    .execute()
  await tellOf(tx, { before, after, change: 'released', now })
  await interrupt(
    tx,
    after.map(({ id }) => id),
    { now, cause: 'opened' },
  )
  await publishAll(
    tx,
    after.map(({ id }) => id),
  )
}

const lock = (tx: Transaction<DB>, ids: readonly number[], state: Row['state']): Promise<Row[]> =>
  tx
    .selectFrom('exceptions')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('state', '=', state)
    .orderBy('id')
    .forUpdate()
    .execute()

type Told = { before: readonly Row[]; after: readonly Row[]; change: 'released' | 'escalated'; now: Date }

const tellOf = (tx: Transaction<DB>, { before, after, change, now }: Told): Promise<void> =>
  writeChanges(
    tx,
    before.map((row) => ({
      exception_id: row.id,
      at: now,
      change,
      user_id: null,
      before: standingOf(row),
      after: standingOf(after.find(({ id }) => id === row.id) ?? row),
    })),
  )

/** What nobody has taken for too long since it became nobody's, or more urgent, is everybody's on duty in the region. */
export const escalate = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const due = (ms: number): Date => new Date(now.getTime() - ms)
  const { rows } = await sql<{ id: number }>`
    select e.id from exceptions e
    where e.state = 'open' and e.escalated_at is null and e.severity <> 'watch' and e.parent_id is null
      and not ${isMuted(now)}
      and (select max(c.at) from exception_changes c where c.exception_id = e.id
        and c.change in ('opened', 'severity', 'released', 'woken', 'undone'))
        <= case e.severity when 'urgent' then ${due(ESCALATES.urgent)}::timestamptz
          else ${due(ESCALATES.soon)}::timestamptz end
    order by e.id`.execute(db)
  if (rows.length === 0) return
  await db.transaction().execute(async (tx) => {
    const before = await lock(
      tx,
      rows.map(({ id }) => id),
      'open',
    )
    const ids = before.map(({ id }) => id)
    await tx
      .updateTable('exceptions')
      .set({ escalated_at: now })
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .execute()
    await tellOf(tx, { before, after: before, change: 'escalated', now })
    await interrupt(tx, ids, { now, cause: 'escalated' })
    await publishAll(tx, ids)
  })
}
