import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
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
  const reasons = async (): Promise<string[]> =>
    [await database(), ...otherReasons(deps)].filter((sentence) => sentence !== null)
  const gauge = new Gauge({
    name: 'ready',
    help: '1 while /readyz says so',
    registers: [deps.registry],
    async collect() {
      gauge.set((await reasons()).length === 0 ? 1 : 0)
    },
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const found = await reasons()
    if (found.length > 0) throw notReady(found.join('. '))
    const damage = deps.damage.sentence()
    return { status: 'ready', streets: deps.streets.current() !== null, ...(damage === null ? {} : { damage }) }
  })
}
