import { sql } from 'kysely'
import type { Clock, Deps } from '../deps.ts'
import { isDiskFull } from '../database/disk.ts'
import { DISK_FULL } from '../http/failures.ts'

/** What keeps the database from its work, in one plain sentence without its full stop; null when nothing does. */
type Outcome = string | null

/** A question that is open for longer says by itself that the database does not answer. */
const SILENT_MS = 3000
/** How long an answer waits for a question; then it tells what was known last. */
const WAIT_MS = 70

/**
 * Asks the database whether it works, one question at a time, and answers within a moment, whatever the database does:
 * with the outcome of a question, or with that of the one before while this one is open and not yet late.
 */
export const createReadiness = (
  askDatabase: () => Promise<Outcome>,
  { monotonic }: Pick<Clock, 'monotonic'>,
): (() => Promise<Outcome>) => {
  let known: Outcome = 'The database has not answered yet'
  let open: { since: number; answered: Promise<void> } | null = null
  const ask = async (): Promise<void> => {
    known = await askDatabase()
    open = null
  }
  return async () => {
    open ??= { since: monotonic(), answered: ask() }
    const { since, answered } = open
    const moment = Promise.withResolvers<void>()
    const timer = setTimeout(moment.resolve, WAIT_MS)
    await Promise.race([answered, moment.promise])
    clearTimeout(timer)
    if (open?.since === since && monotonic() - since > SILENT_MS) return 'The database does not answer'
    return known
  }
}

/** Whether it answers, takes changes, and has had its migrations. */
export const askDatabase = async ({ db, log }: Pick<Deps, 'db' | 'log'>, newest: string | null): Promise<Outcome> => {
  try {
    const { rows } = await sql<{ writes: boolean; migrated: boolean }>`
      select current_setting('default_transaction_read_only') = 'off' as writes,
        exists (select from schema_migrations where name = ${newest}) as migrated`.execute(db)
    const [found] = rows
    // The embedded database sets it while its disk is full.
    if (found?.writes === false) return DISK_FULL
    return found?.migrated === false ? 'The migrations of this version have not run' : null
  } catch (error) {
    log.warn({ err: error }, 'not ready')
    return isDiskFull(error) ? DISK_FULL : 'The database cannot be reached'
  }
}
