import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { fragmentOf, openBrowser } from '../testing/browser.ts'
import { KEY_CLIENT_ID, PUBLIC_URL, startProvider, type TestProvider } from '../testing/provider.ts'
import { exchange, startOf } from '../testing/sign-on.ts'
import { createTestUser, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider()
  server = await startTestServer({ now: new Date(), config: { publicUrl: PUBLIC_URL, environment: 'dev' } })
})
afterAll(() => Promise.all([server.close(), provider.stop()]))

// covers: OPS-01
test('a provider is spoken to by a private key and with the scopes that were set, and has its button once it is offered', async () => {
  const sam = server.client('superadmin')
  const user_id = await createTestUser(server.deps, 'dispatcher', 'ken')
  provider.people.set('ken', { email: 'ken@example.org' })
  const { data } = await sam.call(api.ssoProviders.create, {
    body: {
      name: 'By key',
      issuer: provider.issuer,
      client_id: KEY_CLIENT_ID,
      secret_kind: 'private key',
      secret: provider.clientKey,
      scopes: 'openid email',
    },
  })
  expect(data).toMatchObject({ group_claim: 'groups', offered: false })
  const params = { id: data.id }
  await sam.call(api.users.joinIdentity, { params: { id: user_id }, body: { provider_id: data.id, subject: 'ken' } })
  const buttons = async () => (await server.publicClient().call(api.settings.show)).data.signOn
  expect(await buttons()).toEqual([])
  await sam.call(api.ssoProviders.update, { params, body: { offered: true } })
  expect(await buttons()).toEqual([{ id: data.id, name: 'By key' }])
  const browser = openBrowser(server)
  const there = await startOf(browser, `/sso/${data.id}/start`)
  expect(new URL(there).searchParams.get('scope')).toBe('openid email')
  const { sso_code: code } = fragmentOf(await browser.follow(there, 'ken'))
  expect((await exchange(browser, code)).status).toBe(201)
})
