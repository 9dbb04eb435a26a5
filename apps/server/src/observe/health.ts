import type { FastifyInstance } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { notReady } from '../http/errors.ts'

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
    const asked = sql`select 1 from schema_migrations limit 1`.execute(db).then(
      () => null,
      (error: unknown) => {
        log.warn({ err: error }, 'not ready')
        return 'The database cannot be reached'
      },
    )
    const waited = new AbortController()
    const late = setTimeout(WITHIN, 'The database does not answer', { signal: waited.signal }).catch(() => null)
    return Promise.race([asked, late]).finally(() => waited.abort())
  }
