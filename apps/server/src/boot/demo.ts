import { anyUser } from '../access/queries.ts'
import type { Deps } from '../deps.ts'
import { DEMO_MARK, isDemo } from '../settings/demo.ts'

const HISTORY_DAYS = 60
const DAYS_AHEAD = 14

export type SignIn = { role: string; username: string; password: string }

/**
 * Fills an installation that nobody has used with the demo town. Answers who can sign in, or null where there is no
 * demo: it was asked to be empty, there are no streets, or people of its own have moved in.
 */
export const prepareDemo = async (deps: Deps, report: (text: string) => void): Promise<SignIn[] | null> => {
  if (deps.config.empty) return null
  // Imported here: an installation without a demo never loads it.
  const { DEMO_PASSWORD, demoUsers, seedDemo } = await import('../demo/seed.ts')
  if (!(await anyUser(deps.db))) {
    const streets = deps.streets.current()
    if (streets === null) return null
    await deps.db
      .insertInto('settings')
      .values({ key: DEMO_MARK, value: 'true' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Its users come last: a seed that was cut off has none, and starts over.
    await seedDemo(deps, streets, { historyDays: HISTORY_DAYS, daysAhead: DAYS_AHEAD, report })
  }
  if (!(await isDemo(deps.db))) return null
  return demoUsers.map(({ role, username }) => ({ role, username, password: DEMO_PASSWORD }))
}
