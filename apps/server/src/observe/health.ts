import type { FastifyInstance } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { isDiskFull } from '../database/disk.ts'
import { notReady } from '../http/errors.ts'
import { DISK_FULL } from '../http/failures.ts'
import { hangingJobs } from '../jobs/runner.ts'

/** What keeps this process from its work, in one plain sentence without its full stop; null when nothing does. */
type ReadinessCheck = (deps: Deps) => Promise<string | null>

/** How long an answer about readiness may take, in milliseconds. */
const WITHIN = 3000

const databaseAnswers: ReadinessCheck = async ({ db, log }) => {
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

const jobsEnd: ReadinessCheck = async ({ jobs }) => {
  const names = hangingJobs(jobs)
  return names.length === 0 ? null : `Jobs have missed their deadline and still run: ${names.join(', ')}`
}

const clockGoesOn: ReadinessCheck = async ({ clockWatch }) => clockWatch.trouble()

const checks: readonly ReadinessCheck[] = [databaseAnswers, jobsEnd, clockGoesOn]

/**
 * `/healthz`: the process answers. `/readyz`: it can work; where it cannot, 503 with every reason. A damaged table is
 * named; what does not need it keeps working, so the answer stays 200.
 */
export const reportHealth = (app: FastifyInstance, deps: Deps): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const found = await Promise.all(checks.map((check) => check(deps)))
    const reasons = found.filter((sentence) => sentence !== null)
    if (reasons.length > 0) throw notReady(reasons.join('. '))
    const damage = deps.damage.sentence()
    return { status: 'ready', streets: deps.streets.current() !== null, ...(damage === null ? {} : { damage }) }
  })
}
