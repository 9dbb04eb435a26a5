import { sql } from 'kysely'
import { anyUser } from '../access/queries.ts'
import { migrate } from '../database/migrate.ts'
import type { Deps } from '../deps.ts'
import { DEMO_MARK, isDemo } from '../settings/demo.ts'

const HISTORY_DAYS = 60
const DAYS_AHEAD = 14
/** Stands while the demo is being made. */
const SEEDING = 'demo_seeding'

export type SignIn = { role: string; username: string; password: string }

/**
 * Fills an installation that nobody has used with the demo town. Answers who can sign in, or null where there is no
 * demo: it was asked to be empty, there are no streets, or people of its own have moved in.
 */
export const prepareDemo = async (deps: Deps, report: (text: string) => void): Promise<SignIn[] | null> => {
  const streets = deps.streets.current()
  if (deps.config.empty) return null
  await clearHalfSeeded(deps, report)
  const demo = await import('../demo/seed.ts')
  if (!(await anyUser(deps.db))) {
    if (streets === null) return null
    await mark(deps, SEEDING)
    await demo.seedDemo(deps, streets, { historyDays: HISTORY_DAYS, daysAhead: DAYS_AHEAD, report })
    await deps.db.transaction().execute(async (tx) => {
      await mark({ db: tx }, DEMO_MARK)
      await tx.deleteFrom('settings').where('key', '=', SEEDING).execute()
    })
  }
  if (!(await isDemo(deps.db))) return null
  return demo.demoUsers.map(({ role, username }) => ({ role, username, password: demo.DEMO_PASSWORD }))
}

const mark = ({ db }: Pick<Deps, 'db'>, key: string): Promise<unknown> =>
  db
    .insertInto('settings')
    .values({ key, value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A demo that was cut off while it was made is made anew; only ever in the embedded database, which is all ours. */
const clearHalfSeeded = async ({ db, config, clock }: Deps, report: (text: string) => void): Promise<void> => {
  if (config.databaseUrl !== null) return
  const seeding = await db.selectFrom('settings').select('key').where('key', '=', SEEDING).executeTakeFirst()
  if (seeding === undefined) return
  report('starting the demo town anew')
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(db, clock.now())
}
