import { sql, type Transaction } from 'kysely'
import type { ExceptionKind } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { isMuted } from './mutes.ts'

/** These interrupt also in a flood, and are not gathered beneath it. */
export const throughFloods: readonly ExceptionKind[] = ['emergency', 'mass_event']

/**
 * Why attention is asked for. `opened`: it has arisen, or is nobody's again. `worse`: its severity rose, so that one that is
 * unsteady interrupts too. `escalated`: nobody took it, and everybody on duty in the region hears of it.
 */
type Cause = 'opened' | 'worse' | 'escalated'

/**
 * Asks for attention to those of these that may: urgent or soon, open, following from nothing else, not muted, and in a flood
 * only what comes through it. Pages that are open are told by the caller.
 */
export const interrupt = async (
  tx: Transaction<DB>,
  ids: readonly number[],
  { now, cause }: { now: Date; cause: Cause },
): Promise<void> => {
  if (ids.length === 0) return
  const steady = cause === 'opened' ? sql`not e.unsteady` : sql`true`
  const { rows } = await sql<{ id: number; zone_id: number | null }>`
    update exceptions e set interrupted_at = ${now}
    where e.id = any(${ids}::int[]) and e.severity <> 'watch' and e.state = 'open' and e.parent_id is null and ${steady}
      and not ${isMuted(now)}
      and (e.kind = any(${throughFloods}::text[]) or not exists (select from exceptions m
        where m.kind = 'mass_event' and m.zone_id = e.zone_id and m.state <> 'resolved'))
    returning e.id, e.zone_id`.execute(tx)
  if (rows.length === 0) return
  await tx
    .insertInto('interruptions')
    .values(rows.map(({ id, zone_id }) => ({ exception_id: id, zone_id, at: now, wide: cause === 'escalated' })))
    .execute()
}
