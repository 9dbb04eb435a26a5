import { type Kysely, sql } from 'kysely'
import { daysOf, endOfKind, retentionKinds, type RetentionKind, SHORTENING_DAYS } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

const DAY = 24 * 3600_000

/** The rules as they hold at the moment, in the order in which the kinds are told of. */
export const rulesAt = async (db: Kysely<DB>, now: Date) => {
  const rows = await db
    .selectFrom('retention_rules as r')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('retention_runs as n')
          .select(['n.started_at', 'n.finished_at', 'n.removed', 'n.ms'])
          .whereRef('n.kind', '=', 'r.kind')
          .orderBy('n.night', 'desc')
          .limit(1)
          .as('last'),
      (on) => on.onTrue(),
    )
    .selectAll('r')
    .select(['last.started_at', 'last.finished_at', 'last.removed', 'last.ms'])
    .execute()
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return retentionKinds.flatMap((kind) => {
    const row = byKind.get(kind)
    return row === undefined ? [] : [ruleOf(row, now)]
  })
}

type Row = {
  kind: RetentionKind
  period: string | null
  reason: string
  next_period: string | null
  next_reason: string | null
  next_from: Date | null
  version: number
  started_at: Date | null
  finished_at: Date | null
  removed: number | null
  ms: number | null
}

const ruleOf = (row: Row, now: Date) => {
  const { next_period: period, next_reason: reason, next_from: from } = row
  const next = period === null || reason === null || from === null ? null : { period, reason, from }
  const due = next !== null && next.from <= now
  return {
    kind: row.kind,
    end: endOfKind[row.kind],
    period: due ? next.period : row.period,
    reason: due ? next.reason : row.reason,
    next: due ? null : next,
    last_run:
      row.started_at === null
        ? null
        : {
            started_at: row.started_at,
            finished_at: row.finished_at,
            removed: row.removed ?? 0,
            ms: row.ms ?? 0,
          },
    version: row.version,
  }
}

export type Rule = ReturnType<typeof ruleOf>

/** Shorter periods whose time has come become the rules. */
export const settleRules = async (db: Kysely<DB>, now: Date): Promise<void> => {
  await db
    .updateTable('retention_rules')
    .set((e) => ({
      period: e.ref('next_period'),
      reason: sql<string>`next_reason`,
      ...noNext,
      updated_at: now,
    }))
    .where('next_from', '<=', now)
    .execute()
}

export const noNext = { next_period: null, next_reason: null, next_from: null } as const

/** What to store for a change: a shorter period waits, so that a mistake can be taken back before anything is gone. */
export const changeOf = (rule: Rule, { period, reason }: { period: string | null; reason: string }, now: Date) =>
  period !== null && daysOf(period) < daysOf(rule.period)
    ? {
        next_period: period,
        next_reason: reason,
        next_from: new Date(now.getTime() + SHORTENING_DAYS * DAY),
      }
    : { period, reason, ...noNext }
