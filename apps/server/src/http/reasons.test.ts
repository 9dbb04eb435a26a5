import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { enrol } from '../testing/enrol.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let group: number
let role: number
let bo: number
beforeAll(async () => {
  server = await startTestServer()
  const shown = { 'UserManagement:userRoles': { enabled: true, disabled_in: [] } }
  await sam().call(api.settings.update, { body: { featureFlags: shown } })
  bo = (await sam().call(api.users.create, { body: person('bo') })).data.id
  role = (await sam().call(api.userRoles.create, { body: { name: 'Night', permissions: {} } })).data.id
  group = (await sam().call(api.userGroups.create, { body: { name: 'Nights' } })).data.id
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const person = (username: string) => ({
  first_name: username,
  last_name: 'Lund',
  username,
  email: `${username}@example.org`,
})
const blocked = { status: 'blocked' as const }
type Ask = (who: Client, reason?: string) => Promise<unknown>
const given = (reason?: string) => (reason === undefined ? {} : { reason })

const blocking = async (): Promise<Record<string, Ask>> => {
  const driver = (await sam().call(api.drivers.create, { body: person('dan') })).data.id
  const passenger = (await enrol(server, 'Pia')).id
  const update = { drivers: driver, travelers: passenger, users: bo } as const
  return {
    driver: (who, reason) =>
      who.call(api.drivers.update, { params: { id: update.drivers }, body: blocked, ...given(reason) }),
    passenger: (who, reason) =>
      who.call(api.travelers.update, { params: { id: update.travelers }, body: blocked, ...given(reason) }),
    user: (who, reason) =>
      who.call(api.users.update, { params: { id: update.users }, body: blocked, ...given(reason) }),
  }
}
const rights: Record<string, Ask> = {
  'the groups of a user': (who, reason) =>
    who.call(api.users.update, { params: { id: bo }, body: { groups: [group] }, ...given(reason) }),
  'what is taken away from one user': (_who, reason) =>
    server.client('administrator').call(api.users.updatePermissions, {
      params: { id: bo },
      body: { switches: { 'DriverManagement.edit': false } },
      ...given(reason),
    }),
  'the roles of a group': (who, reason) =>
    who.call(api.userGroups.update, { params: { id: group }, body: { roles: [role] }, ...given(reason) }),
  'the permissions of a role': (who, reason) =>
    who.call(api.userRoles.update, {
      params: { id: role },
      body: { permissions: { 'DriverManagement:driver:canRead': true } },
      ...given(reason),
    }),
  'the members of a group': (who, reason) =>
    who.call(api.userGroups.update, { params: { id: group }, body: { users: [] }, ...given(reason) }),
}

const asks = async (call: Ask, question: string): Promise<void> => {
  const { status, errors } = await refusal(call(sam()))
  expect([status, errors]).toMatchObject([422, [{ code: 'reason_needed', detail: question }]])
  for (const reason of ['no', 'x'.repeat(251)])
    expect((await refusal(call(sam(), reason))).errors).toMatchObject([{ source: { pointer: '/x-reason' } }])
  await call(sam(), 'Müller & Söhne asked for it')
  const { data } = await sam().call(api.auditEvents.list, { query: { per_page: 1, filter: { kind: ['change'] } } })
  expect(data[0]?.reason).toBe('Müller & Söhne asked for it')
}

describe('a reason of 5 to 250 characters is asked for, and kept in the audit', () => {
  // covers: AUD-07
  test('when a passenger is erased', async () => {
    const { id } = await enrol(server, 'Ute')
    for (const reason of ['', 'no', 'x'.repeat(251)]) {
      const refused = await refusal(sam().call(api.travelers.erase, { params: { id }, body: { reason } }))
      expect(refused.errors).toMatchObject([{ source: { pointer: '/reason' } }])
    }
  })

  // covers: AUD-07
  test('when a driver, a passenger or a user is blocked', async () => {
    for (const call of Object.values(await blocking())) await asks(call, 'Please say why this person is blocked')
  })

  // covers: AUD-07
  test.each(Object.entries(rights))('when %s changes', async (_what, call) => {
    await asks(call, 'Please say why these rights are changed')
  })
})

test('nothing is asked where a form sends the rights and the status as they are', async () => {
  const { data: user } = await sam().call(api.users.show, { params: { id: bo } })
  const { first_name, status, groups, region_ids } = user
  await sam().call(api.users.update, {
    params: { id: bo },
    body: { first_name: `${first_name}b`, status, groups, region_ids },
  })
  const { data: shown } = await sam().call(api.userRoles.show, { params: { id: role } })
  await sam().call(api.userRoles.update, {
    params: { id: role },
    body: { name: 'Late', permissions: shown.permissions, pseudonymous: shown.pseudonymous },
  })
})

test('a group that nobody is in is made and deleted without a reason', async () => {
  const { data } = await sam().call(api.userGroups.create, { body: { name: 'Empty', roles: [role] } })
  await sam().call(api.userGroups.destroy, { params: { id: data.id } })
})
