import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { notReady } from '../http/errors.ts'

/** `/healthz`: the process answers. `/readyz`: it can work, that is, its database answers too. */
export const reportHealth = (app: FastifyInstance, { db, log, streets }: Deps): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    try {
      await sql`select 1 from schema_migrations limit 1`.execute(db)
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      throw notReady('The database cannot be reached')
    }
    return { status: 'ready', streets: streets.current() !== null }
  })
}
