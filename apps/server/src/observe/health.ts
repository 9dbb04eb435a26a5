import type { FastifyInstance } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { isDiskFull } from '../database/disk.ts'
import { notReady } from '../http/errors.ts'
import { DISK_FULL } from '../http/failures.ts'

/** What keeps the server from working, in one sentence; null: nothing. */
type ReadyCheck = () => Promise<string | null>

/** How long an answer about readiness may take, in milliseconds. */
const WITHIN = 3000

/**
 * `/healthz`: the process answers. `/readyz`: it can work, that is, its database answers too. A damaged table is named;
 * what does not need it keeps working, so the answer stays 200.
 */
export const reportHealth = (app: FastifyInstance, deps: Deps): void => {
  const checks: readonly ReadyCheck[] = [databaseAnswers(deps)]
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const found = await Promise.all(checks.map((check) => check()))
    const wrong = found.filter((sentence) => sentence !== null)
    if (wrong.length > 0) throw notReady(wrong.join('. '))
    const damage = deps.damage.sentence()
    return { status: 'ready', streets: deps.streets.current() !== null, ...(damage === null ? {} : { damage }) }
  })
}

const databaseAnswers =
  ({ db, log }: Pick<Deps, 'db' | 'log'>): ReadyCheck =>
  async () => {
    const asked = sql<{ writes: boolean }>`
      select current_setting('default_transaction_read_only') = 'off' as writes from schema_migrations limit 1`
      .execute(db)
      .then(
        // The embedded database sets it while its disk is full.
        ({ rows }) => (rows[0]?.writes === false ? DISK_FULL : null),
        (error: unknown) => {
          log.warn({ err: error }, 'not ready')
          return isDiskFull(error) ? DISK_FULL : 'The database cannot be reached'
        },
      )
    const waited = new AbortController()
    const late = setTimeout(WITHIN, 'The database does not answer', { signal: waited.signal }).catch(() => null)
    return Promise.race([asked, late]).finally(() => waited.abort())
  }
