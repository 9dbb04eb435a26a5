import { afterEach, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { api } from '@ambit/contract'
import { DEMO_MARK, DEMO_PASSWORD, demoUsers } from '../settings/demo.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, type TestServer } from '../testing/server.ts'
import { prepareDemo } from './demo.ts'

let server: TestServer
afterEach(() => server.close())

const startWith = async (config: Partial<Config>): Promise<TestServer> =>
  (server = await startTestServer({ config: { empty: false, ...config } }))

const refusals: [string, Partial<Config>][] = [
  ['staging', { environment: 'staging' }],
  ['prod', { environment: 'prod' }],
  ['prod', { publicUrl: 'https://ops.example.org' }],
]
const takers: Partial<Config>[] = [
  { environment: null },
  { environment: 'demo' },
  { environment: 'uat', publicUrl: 'https://ops.example.org' },
]

// covers: API-46, API-47, OPS-33
describe('demo data stays out of staging and production', () => {
  test.each(refusals)('refuses to write demo data in %s', async (environment, config) => {
    const { deps } = await startWith(config)
    await expect(prepareDemo(deps, () => {})).rejects.toThrow(
      `The environment ${environment} accepts no demo data: start it with --empty, or set AMBIT_ENVIRONMENT to what it is.`,
    )
    expect(await deps.db.selectFrom('settings').select('key').where('key', '=', DEMO_MARK).execute()).toEqual([])
    expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  test.each(refusals)(
    'refuses to start in %s on a database with demo data, even with --empty',
    async (environment, config) => {
      const { deps } = await startWith({ ...config, empty: true })
      expect(await prepareDemo(deps, () => {})).toBeNull()
      await deps.db.insertInto('settings').values({ key: DEMO_MARK, value: 'true' }).execute()
      await expect(prepareDemo(deps, () => {})).rejects.toThrow(
        `The environment ${environment} accepts no demo data, and this database holds the demo town: choose another one.`,
      )
    },
  )

  test('leaves an installation without any account until its first administrator is made', async () => {
    const server = await startWith({ environment: 'prod', empty: true })
    expect(await prepareDemo(server.deps, () => {})).toBeNull()
    expect(await server.deps.db.selectFrom('users').select('id').execute()).toEqual([])
    const names = [...demoUsers.map(({ username }) => username), 'admin', 'administrator', 'root', 'superadmin']
    for (const email of names)
      expect(
        await refusal(server.publicClient().call(api.sessions.create, { body: { email, password: DEMO_PASSWORD } })),
      ).toMatchObject({ status: 401, errors: [{ code: 'wrong_credentials' }] })
  })

  test.each(takers)('accepts demo data with %o', async (config) => {
    const { deps } = await startWith(config)
    await deps.db.insertInto('settings').values({ key: DEMO_MARK, value: 'true' }).execute()
    await createTestUser(deps, 'superadmin')
    expect(await prepareDemo(deps, () => {})).not.toBeNull()
  })
})
