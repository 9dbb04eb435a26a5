import { z } from 'zod'
import { demoSpeeds, type Settings } from '@ambit/contract'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { DEMO_MAIL_DOMAIN, DEMO_MORNING, DEMO_PASSWORD, DEMO_PIN, demoDrivers, demoUsers, isDemo } from './demo.ts'

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** Only users of this machine reach it: bound to the loopback address, behind no proxy, with its own database. */
export const isLocalByConfig = ({ host, publicUrl, trustProxy, databaseUrl }: Config): boolean =>
  loopback.has(host) && publicUrl === null && !trustProxy && databaseUrl === null

/**
 * What a demo offers on its user's own machine: signing in with one click and a clock that can be hurried. Null where
 * others may reach it, and as soon as it has an account besides the demo's own: then it is in use. Only for callers on this
 * machine.
 */
export const localDemo = async ({ db, config, clock }: Deps): Promise<Settings['local_demo']> => {
  if (!isLocalByConfig(config) || !(await isDemo(db))) return null
  const users = await db.selectFrom('users').select(['username', 'email', 'status']).execute()
  if (users.some(({ email }) => !email.endsWith(`@${DEMO_MAIL_DOMAIN}`))) return null
  const active = new Set(users.flatMap(({ username, status }) => (status === 'active' ? [username] : [])))
  return {
    sign_ins: demoUsers
      .filter(({ username }) => active.has(username))
      .map(({ role, first_name, last_name, username }) => ({
        role,
        name: `${first_name} ${last_name}`,
        username,
        password: DEMO_PASSWORD,
      })),
    drivers: await driversLeftAlone(db),
    clock: clock.setSpeed === undefined ? null : await morningOf(db),
  }
}

/** Those of them who can sign in; a demo that was made before they had their names has none. */
export const driversLeftAlone = async (db: Deps['db']) => {
  const found = await db
    .selectFrom('drivers')
    .select(['username', 'first_name', 'last_name'])
    .where(
      'username',
      'in',
      demoDrivers.map(({ username }) => username),
    )
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute()
  return found.map(({ username, first_name, last_name }) => ({
    name: `${first_name} ${last_name}`,
    username,
    pin: DEMO_PIN,
  }))
}

const Morning = z.object({ opens_at: z.string(), time_zone: z.string() })

const morningOf = async (db: Deps['db']) => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', DEMO_MORNING).executeTakeFirst()
  const { success, data } = Morning.safeParse(row?.value)
  return success ? { ...data, speeds: [...demoSpeeds] } : null
}
