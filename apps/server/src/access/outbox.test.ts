import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, permissionKeys } from '@ambit/contract'
import { DEMO_MARK } from '../settings/demo.ts'
import { runJob } from '../testing/run-job.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { pruneAccess } from './prune.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.token('superadmin')
  await server.token('administrator')
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const alex = () => server.client('administrator')
type Reader = ReturnType<typeof sam>

const userOf = async (search: string) => (await sam().call(api.users.list, { query: { search } })).data[0]!
/** Asks for a link without signing in, and waits until the mail is written. */
const forget = async (email: string): Promise<void> => {
  const before = await server.deps.db.selectFrom('outbox_mails').select('id').where('to', '=', email).execute()
  await server.publicClient().call(api.passwords.forgot, { body: { email } })
  await expect
    .poll(() => server.deps.db.selectFrom('outbox_mails').select('id').where('to', '=', email).execute())
    .toHaveLength(before.length + 1)
}
const mailsTo = async (reader: Reader, search: string) =>
  (await reader.call(api.outbox.list, { query: { search } })).data
const hire = async (name: string, domain: string, groups: number[] = []) => {
  const fields = { first_name: name, last_name: 'Rao', username: name.toLowerCase() }
  const email = `${fields.username}@${domain}`
  await sam().call(api.sessions.prove, { body: { password: TEST_PASSWORD } })
  return (await sam().call(api.users.create, { body: { ...fields, email, groups } })).data
}

test('an administrator cannot read a link that was sent to a superadmin', async () => {
  await forget('superadmin@example.org')
  const [mail] = await mailsTo(alex(), 'superadmin@example.org')
  expect(mail).toMatchObject({ subject: 'Reset your password', text: null })
  expect((await mailsTo(sam(), 'superadmin@example.org'))[0]?.text).toBeNull()
  const { id } = await userOf('superadmin')
  const asked = await refusal(alex().call(api.users.forgotPassword, { params: { id } }))
  expect([asked.status, asked.errors[0]?.detail]).toEqual([
    403,
    'You cannot change a user who has permissions that you do not have',
  ])
})

test('the text of a mail is deleted when its link expires', async () => {
  await createTestUser(server.deps, 'analyst', 'lena')
  await forget('lena@example.org')
  const texts = () =>
    server.deps.db.selectFrom('outbox_mails').select(['text']).where('to', '=', 'lena@example.org').execute()
  await runJob(server.deps, pruneAccess)
  expect((await texts())[0]?.text).toContain('/Admin/ResetPassword/')
  server.deps.clock.advance(3600_000)
  await runJob(server.deps, pruneAccess)
  expect(await texts()).toEqual([{ text: null }])
})

test('a reader who is limited to a region sees only mail to users of that region', async () => {
  const { data: hills } = await sam().call(api.regions.create, {
    body: { name: 'Hills', time_zone: 'Australia/Brisbane' },
  })
  const near = await hire('Nia', 'example.org')
  const far = await hire('Fay', 'example.org')
  await sam().call(api.users.update, {
    params: { id: near.id },
    body: { region_ids: [hills.id] },
    reason: 'The board decided so',
  })
  const kai = server.client({ permissions: permissionKeys, region_ids: [hills.id] })
  expect((await mailsTo(kai, 'example.org')).map(({ to }) => to)).toEqual([near.email])
  expect((await mailsTo(sam(), far.email)).map(({ to }) => to)).toEqual([far.email])
  const blind = server.client({ permissions: ['Settings:mail:canRead'] })
  expect(await mailsTo(blind, 'example.org')).toEqual([])
})

test('in the demo, links of its own accounts can be read by users with the same permissions', async () => {
  await server.deps.db.insertInto('settings').values({ key: DEMO_MARK, value: 'true' }).execute()
  const asha = await hire('Asha', 'ambit.example', (await userOf('lena')).groups)
  const real = await hire('Rita', 'example.org')
  const boss = await hire('Bea', 'ambit.example', (await userOf('superadmin')).groups)
  const text = async (reader: Reader, email: string) => (await mailsTo(reader, email))[0]?.text ?? null
  expect(await text(alex(), asha.email)).toMatch(/\/Admin\/ResetPassword\/[\w-]{20}/)
  expect(await text(alex(), real.email)).toBeNull()
  expect(await text(sam(), real.email)).toBeNull()
  expect(await text(sam(), boss.email)).toMatch(/\/Admin\/ResetPassword\//)
  expect(await text(alex(), boss.email)).toBeNull()
})
