import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { readMigrations } from '../database/migrate.ts'
import { notReady } from '../http/errors.ts'
import { hangingJobs } from '../jobs/runner.ts'
import { askDatabase, createReadiness } from './readiness.ts'

/** What else keeps this process from its work. */
const otherReasons = ({ jobs, clockWatch, ending }: Deps): (string | null)[] => {
  const names = hangingJobs(jobs)
  return [
    ending.announced.signal.aborted ? 'This process is going down' : null,
    names.length === 0 ? null : `Jobs have missed their deadline and still run: ${names.join(', ')}`,
    clockWatch.trouble(),
  ]
}

/**
 * `/healthz`: the process answers. `/readyz`: it can work; where it cannot, 503 with every reason. A damaged table is
 * named; what does not need it keeps working, so the answer stays 200. Both answer at once.
 */
export const reportHealth = (app: FastifyInstance, deps: Deps): void => {
  const newest = readMigrations().at(-1)?.name ?? null
  const database = createReadiness(() => askDatabase(deps, newest), deps.clock)
  app.addHook('onReady', async () => void (await database()))
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const reasons = [await database(), ...otherReasons(deps)].filter((sentence) => sentence !== null)
    if (reasons.length > 0) throw notReady(reasons.join('. '))
    const damage = deps.damage.sentence()
    return { status: 'ready', streets: deps.streets.current() !== null, ...(damage === null ? {} : { damage }) }
  })
}
