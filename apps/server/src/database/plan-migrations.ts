import { type Kysely, sql } from 'kysely'
import type { Migration } from './migrate.ts'
import type { DB } from './schema.ts'

/** What a migration does to a table that is there already. */
export type Touch = { table: string; lock: 'for a moment' | 'writing' | 'everything'; seconds: number }
export type PlannedMigration = { name: string; touches: Touch[] }

/** What a small machine reads, checks and writes of a table in a second, in bytes. */
const PACE = 20_000_000

/** Bodies of functions and comments are not carried out by the migration itself. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')

type Rule = { pattern: RegExp; lock: Touch['lock']; reads: boolean }

/** The first that fits counts. `reads`: every row is read or written meanwhile, so it takes longer the more there are. */
const RULES: readonly Rule[] = [
  { pattern: /^create (?:unique )?index (?:.*? )?on (?:only )?(\w+)/, lock: 'writing', reads: true },
  {
    pattern:
      /^alter table (?:if exists )?(?:only )?(\w+) (?:.*, )?add (?:column )?(?:if not exists )?\w+ .*generated always as \(/,
    lock: 'everything',
    reads: true,
  },
  {
    pattern:
      /^alter table (?:if exists )?(?:only )?(\w+) .*(?:add constraint|add check|add foreign key|add primary|add unique|add exclude|set not null| type |references )/,
    lock: 'everything',
    reads: true,
  },
  { pattern: /^alter table (?:if exists )?(?:only )?(\w+)/, lock: 'for a moment', reads: false },
  { pattern: /^(?:update|delete from) (?:only )?(\w+)/, lock: 'writing', reads: true },
  { pattern: /^create (?:or replace )?(?:constraint )?trigger .*? on (\w+)/, lock: 'for a moment', reads: false },
  { pattern: /^drop trigger .*? on (\w+)/, lock: 'for a moment', reads: false },
  { pattern: /^drop table (?:if exists )?(\w+)/, lock: 'for a moment', reads: false },
]

const rank = { 'for a moment': 0, writing: 1, everything: 2 }

/** For each migration the tables that it touches, as far as its text shows, by size as they are now. */
export const planMigrations = async (db: Kysely<DB>, pending: readonly Migration[]): Promise<PlannedMigration[]> => {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(db)
  const sizes = new Map(rows.map(({ name, bytes }) => [name, bytes]))
  return pending.map(({ name, text }) => ({ name, touches: touchesOf(text, sizes) }))
}

const touchesOf = (text: string, sizes: ReadonlyMap<string, number>): Touch[] => {
  const touches = new Map<string, Touch>()
  for (const statement of statementsOf(text)) {
    const rule = RULES.find(({ pattern }) => pattern.test(statement))
    const table = rule?.pattern.exec(statement)?.[1]
    const bytes = table === undefined ? undefined : sizes.get(table)
    // A table that the migration makes itself is empty and nobody waits for it.
    if (rule === undefined || table === undefined || bytes === undefined) continue
    const before = touches.get(table)
    const lock = before === undefined || rank[rule.lock] > rank[before.lock] ? rule.lock : before.lock
    touches.set(table, { table, lock, seconds: (before?.seconds ?? 0) + (rule.reads ? bytes / PACE : 0) })
  }
  return [...touches.values()]
}
