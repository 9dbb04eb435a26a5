import type { Environment } from '@ambit/contract'
import { environmentOf } from '@ambit/domain'
import { anyUser } from '../sessions/queries.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { seeding } from '../context/context.ts'
import { DEMO_MARK, DEMO_MORNING, DEMO_PASSWORD, demoUsers, isDemo } from '../settings/demo.ts'
import { morningOf } from '../settings/demo-morning.ts'
import { WrongSetting } from './read-settings.ts'

const DAYS_AHEAD = 14

export type SignIn = { role: string; username: string; password: string }

/**
 * Fills an unused installation with the demo town. Answers who can sign in, or null where there is no
 * demo: `--empty` was set, there is no street data, or the installation has users of its own.
 */
export const prepareDemo = (deps: Deps, report: (text: string) => void): Promise<SignIn[] | null> =>
  seeding(() => fillDemo(deps, report))

const fillDemo = async (deps: Deps, report: (text: string) => void): Promise<SignIn[] | null> => {
  const serious = seriousEnvironment(deps.config)
  if (serious !== null && (await isDemo(deps.db)))
    throw new WrongSetting(
      `The environment ${serious} accepts no demo data, and this database holds the demo town: choose another one.`,
    )
  if (deps.config.empty) return null
  if (serious !== null && !(await anyUser(deps.db)))
    throw new WrongSetting(
      `The environment ${serious} accepts no demo data: start it with --empty, or set AMBIT_ENVIRONMENT to what it is.`,
    )
  // Imported here, so that an installation without a demo never loads it.
  const { seedDemo } = await import('../demo/seed.ts')
  if (!(await anyUser(deps.db))) {
    const streets = deps.streets.current()
    if (streets === null) return null
    await deps.db
      .insertInto('settings')
      .values({ key: DEMO_MARK, value: 'true' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (deps.clock.setSpeed !== undefined)
      await beginInTheMorning(deps, morningOf(streets.manifest.bbox, deps.clock.wall()))
    // Users are written last: an interrupted seed has none and starts over.
    await seedDemo(deps, streets, { historyDays: deps.config.demoDays, daysAhead: DAYS_AHEAD, report })
  }
  if (!(await isDemo(deps.db))) return null
  return demoUsers.map(({ role, username }) => ({ role, username, password: DEMO_PASSWORD }))
}

/** Until the morning is under way the simulation makes up for the calls and rides of the hours before it. */
const beginInTheMorning = async ({ db }: Deps, morning: ReturnType<typeof morningOf>): Promise<void> => {
  const rows = [
    { key: DEMO_MORNING, value: JSON.stringify(morning) },
    { key: 'feature_flags', value: JSON.stringify({ 'Dashboard:statistics': { enabled: true, disabled_in: [] } }) },
  ]
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: (row) => row.ref('excluded.value') }))
    .execute()
}

/** Whether demo data would mix with real data: staging or prod, by the setting or by the public address. */
const seriousEnvironment = ({ environment, publicUrl }: Config): Environment | null => {
  const known = environment ?? (publicUrl === null ? null : environmentOf(new URL(publicUrl).host))
  return known === 'staging' || known === 'prod' ? known : null
}
