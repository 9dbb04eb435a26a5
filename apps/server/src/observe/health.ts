import type { FastifyInstance } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { notReady } from '../http/errors.ts'

/** What keeps the server from working, in one sentence; null: nothing. */
type ReadyCheck = () => Promise<string | null>

/** Whoever asks whether the server is ready is answered within this many milliseconds. */
const WITHIN = 3000

/** `/healthz`: the process answers. `/readyz`: it can work, that is, its database answers too. */
export const reportHealth = (app: FastifyInstance, deps: Deps): void => {
  const checks: readonly ReadyCheck[] = [databaseAnswers(deps)]
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const found = await Promise.all(checks.map((check) => check()))
    const wrong = found.filter((sentence) => sentence !== null)
    if (wrong.length > 0) throw notReady(wrong.join('. '))
    return { status: 'ready', streets: deps.streets.current() !== null }
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
