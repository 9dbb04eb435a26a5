import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { environmentValues } from '../boot/variables.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const env = {
  AMBIT_PORT: '9090',
  AMBIT_PUBLIC_URL: 'https://ops.example.org',
  DATABASE_URL: 'postgresql://ambit:hunter2-db@database/ambit?sslkey=hunter2-key',
  STRIPE_SECRET_KEY_FILE: '/run/secrets/hunter2-file',
  AMBIT_METRICS_TOKEN: 'hunter2-token',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://robot:hunter2-otel@collector.example.org',
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    config: { publicUrl: 'https://ops.example.org', environmentValues: environmentValues(env) },
  })
})
afterAll(() => server.close())

const values = async () => (await server.client('administrator').call(api.settings.environment)).data
const rename = (as: 'administrator' | 'superadmin', name: 'uat' | 'demo' | null) =>
  server.client(as).call(api.settings.update, { body: { environment: { name } } })
const shown = async () => (await server.publicClient().call(api.settings.show)).data.environment

// covers: OPS-40
test('each value that the environment sets is told with its source, and of a secret only that it is set', async () => {
  const all = await values()
  const of = (name: string) => all.find((one) => one.name === name)
  expect(of('AMBIT_PORT')).toEqual({ name: 'AMBIT_PORT', value: '9090', secret: false, source: 'environment' })
  expect(of('DATABASE_URL')).toEqual({ name: 'DATABASE_URL', value: null, secret: true, source: 'environment' })
  expect(of('STRIPE_SECRET_KEY')).toEqual({ name: 'STRIPE_SECRET_KEY', value: null, secret: true, source: 'file' })
  expect(of('OTEL_EXPORTER_OTLP_ENDPOINT')).toMatchObject({ value: null, secret: true, source: 'environment' })
  expect(of('AMBIT_HOST')).toEqual({ name: 'AMBIT_HOST', value: null, secret: false, source: 'default' })
  expect(JSON.stringify(all)).not.toContain('hunter2')
  for (const as of ['dispatcher', { permissions: ['Settings:signIn:canRead'] }] as const)
    expect((await refusal(server.client(as).call(api.settings.environment))).status).toBe(403)
})

// covers: OPS-40
test('who may change environments chooses the name, and it decides about features at once', async () => {
  expect(await shown()).toBe('prod')
  const refused = await refusal(rename('administrator', 'uat'))
  expect([refused.status, refused.errors[0]?.detail]).toEqual([
    403,
    'You need the permission Settings:environment:canUpdate',
  ])
  // Discounts are off in prod.
  expect((await refusal(server.client('superadmin').call(api.discounts.list))).status).toBe(403)
  await rename('superadmin', 'uat')
  expect(await shown()).toBe('uat')
  await server.client('superadmin').call(api.discounts.list)
  expect((await values()).find(({ name }) => name === 'AMBIT_ENVIRONMENT')).toMatchObject({
    value: 'uat',
    source: 'settings',
  })
  const { data } = await server.client('superadmin').call(api.recordVersions.list, {
    query: { record_kind: 'settings', record_id: 'environment', per_page: 50 },
  })
  expect(data[0]?.changes).toMatchObject({ name: { after: 'uat' } })
  await rename('superadmin', null)
  expect(await shown()).toBe('prod')
})

// covers: OPS-41
test('a name that the environment sets wins over the one that was chosen, which is refused beside its field', async () => {
  await rename('superadmin', 'demo')
  const { config } = server.deps
  config.environment = 'staging'
  try {
    expect(await shown()).toBe('staging')
    const refused = await refusal(rename('superadmin', 'uat'))
    expect([refused.errors[0]?.source?.pointer, refused.errors[0]?.detail]).toEqual([
      '/environment/name',
      'Set by AMBIT_ENVIRONMENT in the environment.',
    ])
  } finally {
    config.environment = null
    await rename('superadmin', null)
  }
})
