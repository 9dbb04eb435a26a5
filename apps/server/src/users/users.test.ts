import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, ApiError, type Client, createClient, permissionKeys, type UserInput } from '@ambit/contract'
import type { RoleName } from '../access/roles.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const reason = 'The board decided so'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const alex = () => server.client('administrator')
const groupOf = async (name: string): Promise<number> =>
  (await sam().call(api.userGroups.list, { query: { search: name } })).data[0]?.id ?? 0
const idOf = async (role: RoleName): Promise<number> => {
  await server.token(role)
  return (await sam().call(api.users.list, { query: { search: role } })).data[0]?.id ?? 0
}

const person = (first_name: string, last_name: string, more: Partial<UserInput> = {}): UserInput => {
  const username = `${first_name}.${last_name}`.toLowerCase()
  return { first_name, last_name, username, email: `${username}@example.org`, ...more }
}
const hire = async (first_name: string, last_name: string, more: Partial<UserInput> = {}) =>
  (await alex().call(api.users.create, { body: person(first_name, last_name, more) })).data

const PASSWORD = 'a quiet harbour at dawn'
/** As if the user had chosen the same one since. */
const setPassword = async (id: number, by: Client = alex(), password = PASSWORD, password_confirm = password) => {
  const answer = await by.fetch(api.users.changePassword, { params: { id }, body: { password, password_confirm } })
  await server.deps.db.updateTable('users').set({ must_change_password: false }).where('id', '=', id).execute()
  return answer
}
const signIn = async (email: string, password = PASSWORD): Promise<Client> => {
  const { data } = await server.publicClient().call(api.sessions.create, { body: { email, password } })
  return createClient({ origin: server.url, token: () => data.token })
}
const told = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}

describe('an administrator manages the users', () => {
  // covers: USER-01, USER-16, USER-17, USER-48, USER-49, USER-50
  test('creates, changes and deletes a user with groups', async () => {
    const [dispatchers, analysts] = [await groupOf('Dispatchers'), await groupOf('Analysts')]
    const dita = await hire('Dita', 'Novak', { groups: [dispatchers], phone_number: '+61 400 000 000' })
    expect(dita).toEqual({
      id: expect.any(Number),
      first_name: 'Dita',
      last_name: 'Novak',
      full_name: 'Dita Novak',
      username: 'dita.novak',
      email: 'dita.novak@example.org',
      phone_number: '+61 400 000 000',
      status: 'active',
      groups: [dispatchers],
      UserGroups: [{ id: dispatchers, name: 'Dispatchers' }],
      region_ids: null,
      organisation_id: null,
      organisation_name: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      version: 1,
    })
    const { data: changed } = await alex().call(api.users.update, {
      params: { id: dita.id },
      body: { last_name: 'Nováková', groups: [analysts, dispatchers] },
      version: 1,
      reason,
    })
    expect(changed).toMatchObject({ last_name: 'Nováková', username: 'dita.novak', version: 2 })
    expect(changed.UserGroups.map(({ name }) => name)).toEqual(['Analysts', 'Dispatchers'])
    expect((await alex().call(api.users.show, { params: { id: dita.id } })).data).toEqual(changed)
    const stale = alex().call(api.users.update, { params: { id: dita.id }, body: { last_name: 'N' }, version: 1 })
    expect((await refusal(stale)).status).toBe(409)
    await alex().call(api.users.destroy, { params: { id: dita.id }, version: 2 })
    expect((await refusal(alex().call(api.users.show, { params: { id: dita.id } }))).status).toBe(404)
    const { data: group } = await alex().call(api.userGroups.show, { params: { id: dispatchers } })
    expect(group.users).not.toContain(dita.id)
  })

  // covers: USER-55
  test('finds users by name, username and address, page by page, and by group', async () => {
    const group = (await alex().call(api.userGroups.create, { body: { name: 'Night watch' } })).data
    for (const name of ['Ines', 'Inga', 'Idris']) await hire(name, 'Marr', { groups: [group.id] })
    const names = async (query: object) =>
      (await alex().call(api.users.list, { query })).data.map(({ first_name }) => first_name)
    expect(await names({ search: 'in MARR', sort: 'first_name' })).toEqual(['Ines', 'Inga'])
    expect(await names({ search: 'idris.marr@' })).toEqual(['Idris'])
    expect(await names({ search: 'marr', sort: '-first_name', page: 2, per_page: 2 })).toEqual(['Idris'])
    expect(await names({ filter: { user_group: [group.id] }, sort: 'first_name' })).toEqual(['Idris', 'Ines', 'Inga'])
    expect(await names({ search: "'; drop table users; --" })).toEqual([])
  })

  // covers: USER-18..22
  test('refuses missing, wrong and taken values beside their fields', async () => {
    await hire('Tom', 'Taken')
    const told = async (body: UserInput) =>
      Object.fromEntries(
        (await refusal(alex().call(api.users.create, { body }))).errors.map(({ source, detail }) => [
          source?.pointer,
          detail,
        ]),
      )
    expect(await told({ first_name: '', last_name: ' ', username: '', email: '' })).toEqual({
      '/first_name': 'Please enter first name',
      '/last_name': 'Please enter last name',
      '/username': 'Please enter a username',
      '/email': 'Please enter email address',
    })
    expect(await told(person('A', 'B', { email: 'nowhere' }))).toEqual({
      '/email': 'Please enter a valid email address',
    })
    expect(await told(person('Tim', 'Taken', { username: 'TOM.taken', email: 'Tom.Taken@example.org' }))).toEqual({
      '/username': 'This username is already taken',
      '/email': 'This email is already taken',
    })
    expect(await told(person('C', 'D', { groups: [4711] }))).toEqual({ '/groups': 'There is no such user group' })
    expect(await told(person('C', 'D', { region_ids: [4711] }))).toEqual({ '/region_ids': 'There is no such region' })
    expect(Object.keys(await told(person('C', 'D', { region_ids: [] })))).toEqual(['/region_ids'])
  })
})

describe('access for a user', () => {
  const mails = (to: string) =>
    server.deps.db.selectFrom('outbox_mails').selectAll().where('to', '=', to).orderBy('id', 'desc').execute()
  const linkOf = (text: string | null = ''): string => /ResetPassword\/(\S+)/.exec(text ?? '')?.[1] ?? ''

  test('a new user is sent a link, chooses a password and has the group’s permissions', async () => {
    const nora = await hire('Nora', 'New', { groups: [await groupOf('Fleet managers')] })
    const [mail] = await mails(nora.email)
    expect(mail?.subject).toBe('Your new account')
    const later = 8 * 3600_000 // a reset link would be over by then
    server.deps.clock.advance(later)
    const body = { reset_password_token: linkOf(mail?.text), password: PASSWORD, password_confirmation: PASSWORD }
    await server.publicClient().call(api.passwords.reset, { body })
    server.deps.clock.advance(-later)
    const client = await signIn('nora.new')
    await client.call(api.drivers.list)
    expect((await refusal(client.call(api.users.list))).status).toBe(403)
  })

  // covers: USER-53, USER-54
  test('an administrator has a link sent to a user who forgot the password, but not to a blocked one', async () => {
    const finn = await hire('Finn', 'Forgetful')
    const answer = await alex().fetch(api.users.forgotPassword, { params: { id: finn.id } })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      data: { message: 'The password for Finn Forgetful has been successfully reset.' },
    })
    expect((await mails(finn.email)).map(({ subject }) => subject)).toEqual(['Reset your password', 'Your new account'])
    await alex().call(api.users.update, { params: { id: finn.id }, body: { status: 'blocked' }, reason })
    expect((await refusal(alex().call(api.users.forgotPassword, { params: { id: finn.id } }))).status).toBe(409)
    const unknown = refusal(alex().call(api.users.forgotPassword, { params: { id: 4711 } }))
    expect((await unknown).status).toBe(404)
  })

  // covers: USER-27, USER-28, USER-51, USER-52
  test('an administrator sets a password, which is stored only as a hash and ends open sessions', async () => {
    const pia = await hire('Pia', 'Nkosi')
    expect((await setPassword(pia.id)).status).toBe(200)
    const open = await signIn(pia.email)
    const bad = async (password: string, password_confirm = password) =>
      told(setPassword(pia.id, alex(), password, password_confirm))
    expect(await bad('')).toEqual([422, '/password', 'Please enter a password'])
    expect(await bad(PASSWORD, '')).toEqual([422, '/password_confirm', 'Please enter a password'])
    expect((await bad('short'))[1]).toBe('/password')
    expect(await bad(PASSWORD, 'another one')).toEqual([422, '/password_confirm', "The two passwords don't match."])
    await open.call(api.sessions.current)
    await setPassword(pia.id, alex(), 'a new one altogether')
    expect((await refusal(open.call(api.sessions.current))).status).toBe(401)
    await signIn(pia.email, 'a new one altogether')
    const { password_hash } = await server.deps.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', pia.id)
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$/)
  })

  test('links that were sent before a new password do not change it', async () => {
    const lea = await hire('Lea', 'Linked')
    const [invitation] = await mails(lea.email)
    await setPassword(lea.id)
    const body = {
      reset_password_token: linkOf(invitation?.text),
      password: 'by the old link',
      password_confirmation: 'by the old link',
    }
    expect((await refusal(server.publicClient().call(api.passwords.reset, { body }))).status).toBe(422)
    await signIn(lea.email)
  })

  test('changing one’s own password ends all other sessions', async () => {
    const olga = await hire('Olga', 'Own', { groups: [await groupOf('Administrators')] })
    await setPassword(olga.id)
    const [here, elsewhere] = [await signIn(olga.email), await signIn(olga.email)]
    await setPassword(olga.id, here, 'a new one altogether')
    await here.call(api.sessions.current)
    expect((await refusal(elsewhere.call(api.sessions.current))).status).toBe(401)
  })

  test('blocking a user ends their sessions and open stream at once and refuses their sign-in', async () => {
    const bo = await hire('Bo', 'Gone', { groups: [await groupOf('Dispatchers')] })
    await setPassword(bo.id)
    const { data } = await server
      .publicClient()
      .call(api.sessions.create, { body: { email: bo.email, password: PASSWORD } })
    const stream = await fetch(`${server.url}/api/v2/ops/live`, { headers: { authorization: `Bearer ${data.token}` } })
    expect(stream.status).toBe(200)
    const ended = stream.text()
    await alex().call(api.users.update, { params: { id: bo.id }, body: { status: 'blocked' }, reason })
    expect(await ended).toContain('ready')
    const client = createClient({ origin: server.url, token: () => data.token })
    expect((await refusal(client.call(api.sessions.current))).status).toBe(401)
    expect((await refusal(signIn(bo.email))).status).toBe(401)
    await alex().call(api.users.update, { params: { id: bo.id }, body: { status: 'active' } })
    await signIn(bo.email)
  })
})

describe('permissions that the caller does not have', () => {
  test('an administrator cannot add users to the superadmins or take over a superadmin’s account', async () => {
    const superadmins = await groupOf('Superadmins')
    const refused = [
      422,
      '/groups',
      'The group Superadmins has permissions that you do not have. Ask a user who has them to add people to it',
    ]
    const id = await idOf('administrator')
    const { data: self } = await alex().call(api.users.show, { params: { id } })
    const groups = [...self.groups, superadmins]
    expect(await told(alex().call(api.users.update, { params: { id }, body: { groups }, reason }))).toEqual(refused)
    const made = alex().call(api.users.create, { body: person('Eve', 'Up', { groups: [superadmins] }) })
    expect(await told(made)).toEqual(refused)
    expect((await alex().call(api.users.list, { query: { search: 'Eve Up' } })).data).toEqual([])
    const { data: eve } = await sam().call(api.users.create, { body: person('Eve', 'Up', { groups: [superadmins] }) })
    // Nor take over a user who may do more.
    const detail = 'You cannot change a user who has permissions that you do not have'
    const params = { id: eve.id }
    for (const call of [
      () => alex().call(api.users.update, { params, body: { email: 'alex@example.org' } }),
      () => alex().call(api.users.destroy, { params }),
      () => setPassword(eve.id),
      () => alex().call(api.users.forgotPassword, { params }),
    ])
      expect(await told(call())).toEqual([403, undefined, detail])
    await sam().call(api.users.destroy, { params })
  })

  test('an administrator who is limited to a region can give users no other region', async () => {
    const place = { time_zone: 'Australia/Brisbane' }
    const { data: coast } = await sam().call(api.regions.create, { body: { name: 'Coast', ...place } })
    const { data: hills } = await sam().call(api.regions.create, { body: { name: 'Hills', ...place } })
    const kai = server.client({ permissions: permissionKeys, region_ids: [hills.id] })
    const make = (region_ids: number[] | null, name: string) =>
      kai.call(api.users.create, { body: person(name, 'Local', { region_ids }) })
    expect(await told(make(null, 'A'))).toEqual([422, '/region_ids', 'Choose at least one of your own regions'])
    expect(await told(make([hills.id, coast.id], 'B'))).toEqual([422, '/region_ids', 'There is no such region'])
    const { data: lou } = await make([hills.id], 'Lou')
    expect(lou.region_ids).toEqual([hills.id])
    await kai.call(api.users.update, { params: { id: lou.id }, body: { first_name: 'Louise' } })
    const wide = await hire('Wanda', 'Wide', { region_ids: [coast.id, hills.id] })
    expect((await refusal(kai.call(api.users.update, { params: { id: wide.id }, body: {} }))).status).toBe(403)
  })

  test('users cannot delete or block themselves', async () => {
    const id = await idOf('administrator')
    expect(await told(alex().call(api.users.destroy, { params: { id } }))).toEqual([
      403,
      undefined,
      'You cannot delete yourself',
    ])
    expect(await told(alex().call(api.users.update, { params: { id }, body: { status: 'blocked' }, reason }))).toEqual([
      422,
      '/status',
      'You cannot block yourself',
    ])
  })

  test('the last superadmin cannot be removed, blocked or limited in any way', async () => {
    const id = await idOf('superadmin')
    const region = (await sam().call(api.regions.list)).data[0]?.id ?? 0
    const sue = server.client({ permissions: permissionKeys })
    const words = 'This is the last active superadmin. Make another user superadmin first'
    const change = (body: Partial<UserInput>) => told(sue.call(api.users.update, { params: { id }, body, reason }))
    expect(await change({ status: 'blocked' })).toEqual([422, '/status', words])
    expect(await change({ groups: [] })).toEqual([422, '/groups', words])
    expect(await change({ region_ids: [region] })).toEqual([422, '/region_ids', words])
    expect(await told(sue.call(api.users.destroy, { params: { id } }))).toEqual([409, undefined, words])
    const superadmins = await groupOf('Superadmins')
    const empty = sue.call(api.userGroups.update, { params: { id: superadmins }, body: { users: [] }, reason })
    expect(await told(empty)).toEqual([422, '/users', words])
    const bare = sue.call(api.userGroups.update, { params: { id: superadmins }, body: { roles: [] }, reason })
    expect(await told(bare)).toEqual([422, '/roles', words])
    expect(await told(sue.call(api.userGroups.destroy, { params: { id: superadmins }, reason }))).toEqual([
      409,
      undefined,
      words,
    ])
    const { data: second } = await sam().call(api.users.create, {
      body: person('Second', 'Superadmin', { groups: [superadmins] }),
    })
    await sue.call(api.users.destroy, { params: { id: second.id } })
    expect((await refusal(sue.call(api.users.show, { params: { id: second.id } }))).status).toBe(404)
  })
})

describe('a right that is taken away from one user', () => {
  const shows = (enabled: boolean) =>
    sam().call(api.settings.update, {
      body: { featureFlags: { 'UserManagement:userRoles': { enabled, disabled_in: [] } } },
    })
  const take = (id: number, switches: Record<string, boolean | null>, by: Client = sam()) =>
    by.call(api.users.updatePermissions, { params: { id }, body: { switches }, reason })
  const statusOf = (call: Promise<unknown>) =>
    call.then(
      () => 200,
      (error: unknown) => (error instanceof ApiError ? error.status : error),
    )
  const drive = (client: Client) => statusOf(client.call(api.drivers.list))

  test('is refused by the server until it is given back, and groups alone give rights', async () => {
    await shows(true)
    const fleet = await hire('Flora', 'Fleet', { groups: [await groupOf('Fleet managers')] })
    await setPassword(fleet.id)
    const flora = await signIn(fleet.email)
    expect(await drive(flora)).toBe(200)
    const { data } = await take(fleet.id, { 'DriverManagement.view': false, 'ZoneManagement.edit': true })
    expect(await drive(flora)).toBe(403)
    expect(data.given_by['DriverManagement.view']).toEqual(['Fleet managers'])
    expect(data.given_by['ZoneManagement.edit']).toEqual([])
    // On gives nothing that no group gives.
    const own = (await flora.call(api.sessions.current)).data.permissions
    expect([own['ZoneManagement:zone:canUpdate'], own['DriverManagement:driver:canRead']]).toEqual([false, false])
    await take(fleet.id, { 'DriverManagement.view': null })
    expect(await drive(flora)).toBe(200)
    await take(fleet.id, { 'DriverManagement.access': false })
    expect(await drive(flora)).toBe(403)
    expect((await told(take(fleet.id, { 'No.such': false })))[0]).toBe(422)
  })

  test('may be resetting PINs of drivers or the status of vehicles alone', async () => {
    await shows(true)
    const fleet = await hire('Finn', 'Fleet', { groups: [await groupOf('Fleet managers')] })
    await setPassword(fleet.id)
    const finn = await signIn(fleet.email)
    const driver = (await finn.call(api.drivers.create, { body: { ...person('Pia', 'Pin'), status: 'approved' } })).data
    const body = { license_plate: 'TAKEN-1', vehicle_number: 'Taken 1', capacity: 8, mobility_capacity: 0 }
    const vehicle = (await finn.call(api.vehicles.create, { body })).data
    await take(fleet.id, { resetDriverPassword: false, editVehicleStatus: false })
    const pin = { password: '482913', password_confirmation: '482913' }
    const reset = () => statusOf(finn.call(api.drivers.resetPin, { params: { id: driver.id }, body: pin }))
    const change = (change: { status?: typeof vehicle.status; capacity?: number }) =>
      statusOf(finn.call(api.vehicles.update, { params: { id: vehicle.id }, body: change }))
    const stopped = vehicle.status === 'active' ? 'inactive' : 'active'
    expect([await reset(), await change({ status: stopped })]).toEqual([403, 403])
    expect(await change({ capacity: 9, status: vehicle.status })).toBe(200)
    await take(fleet.id, {})
    expect([await reset(), await change({ status: stopped })]).toEqual([200, 200])
  })

  test('is given back only by users who hold it, and never by the user concerned', async () => {
    await shows(true)
    const { id } = await hire('Lena', 'Lower', { groups: [await groupOf('Administrators')] })
    await setPassword(id)
    const lena = await signIn('lena.lower@example.org')
    const other = await hire('Otto', 'Other', { groups: [await groupOf('Fleet managers')] })
    await take(id, { 'DriverManagement.edit': false })
    await take(other.id, { 'DriverManagement.edit': false, 'VehicleManagement.edit': false })
    expect(await told(take(other.id, { 'VehicleManagement.edit': false }, lena))).toEqual([
      403,
      undefined,
      'You cannot give back permissions that you do not have: Can edit',
    ])
    await take(other.id, { 'DriverManagement.edit': false }, lena)
    expect((await told(take(id, {}, lena)))[2]).toBe('You cannot change your own permissions')
    // A superior's rights stay as they are.
    expect((await told(take(await idOf('superadmin'), { 'DriverManagement.edit': false }, alex())))[0]).toBe(403)
  })

  test('cannot be read or changed while the feature is hidden, as it ships', async () => {
    await shows(false)
    const { id } = await hire('Hedda', 'Hidden')
    expect((await told(take(id, {})))[0]).toBe(403)
    expect((await told(sam().call(api.users.permissions, { params: { id } })))[0]).toBe(403)
  })
})
