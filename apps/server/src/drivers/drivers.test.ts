import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, ApiError } from '@ambit/contract'
import { checkPassword } from '../access/passwords.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const grace = () => server.client('fleet_manager')
const hire = async (first_name: string, last_name: string, status: 'approved' | 'blocked' | null = 'approved') => {
  const username = `${first_name}.${last_name}`.toLowerCase()
  const body = {
    first_name,
    last_name,
    username,
    email: `${username}@example.org`,
    status,
    phone_number: '+61 400 000 000',
  }
  return (await grace().call(api.drivers.create, { body })).data
}

describe('drivers', () => {
  // covers: PERM-59
  test('a fleet manager creates, renames and deletes a driver', async () => {
    const oscar = await hire('Oscar', 'Lindqvist')
    expect(oscar).toMatchObject({ full_name: 'Oscar Lindqvist', version: 1, phone_number: '+61 400 000 000' })
    server.deps.clock.advance(60_000)
    const { data: renamed } = await grace().call(api.drivers.update, {
      params: { id: oscar.id },
      body: { last_name: 'Lindqvist-Bauer', phone_number: null },
      version: 1,
    })
    expect(renamed).toMatchObject({
      last_name: 'Lindqvist-Bauer',
      username: 'oscar.lindqvist',
      phone_number: null,
      version: 2,
    })
    expect(Date.parse(renamed.updated_at) - Date.parse(renamed.created_at)).toBe(60_000)
    expect((await grace().call(api.drivers.show, { params: { id: oscar.id } })).data).toEqual(renamed)
    await grace().call(api.drivers.destroy, { params: { id: oscar.id }, version: 2 })
    expect((await refusal(grace().call(api.drivers.show, { params: { id: oscar.id } }))).status).toBe(404)
  })

  test('the list of drivers is searched by name, username and address, and filtered by approval', async () => {
    await hire('Ines', 'Marchetti')
    await hire('Inga', 'Marlow', 'blocked')
    await hire('Idris', 'Marr', null)
    const names = async (query: Parameters<typeof search>[0]) =>
      (await search(query)).data.map(({ first_name }) => first_name)
    const search = (query: { search?: string; sort?: string; filter?: { approved?: string; id?: number[] } }) =>
      grace().call(api.drivers.list, { query })
    expect(await names({ search: 'mar', sort: 'first_name' })).toEqual(['Idris', 'Ines', 'Inga'])
    expect(await names({ search: 'in MARCH' })).toEqual(['Ines'])
    expect(await names({ search: 'inga.marlow@' })).toEqual(['Inga'])
    expect(await names({ search: 'mar', sort: '-last_name', filter: { approved: 'false' } })).toEqual(['Idris', 'Inga'])
    expect(await names({ search: 'mar', filter: { approved: 'true' } })).toEqual(['Ines'])
    expect(await names({ search: "'; drop table drivers; --" })).toEqual([])
  })

  test('refuses to delete a driver with a schedule', async () => {
    const driver = await hire('Busy', 'Bee')
    const now = server.deps.clock.now()
    const stamps = { created_at: now, updated_at: now }
    const { data: region } = await server
      .client('superadmin')
      .call(api.regions.create, { body: { name: 'Coast', time_zone: 'Australia/Brisbane' } })
    const { data: zone } = await server.client('superadmin').call(api.zones.create, {
      body: { name: 'Bay', abbreviation: 'BAY', region_id: region.id, time_zone: 'Australia/Brisbane' },
    })
    await server.deps.db
      .insertInto('service_plans')
      .values({
        zone_id: zone.id,
        driver_id: driver.id,
        start_time: now,
        end_time: new Date(now.getTime() + 3600_000),
        ...stamps,
      })
      .execute()
    const refused = await refusal(grace().call(api.drivers.destroy, { params: { id: driver.id } }))
    expect(refused.status).toBe(409)
    expect(refused.errors[0]).toMatchObject({ code: 'in_use', detail: 'It is still used by service plans' })
  })
})

describe('a driver’s PIN and session', () => {
  // covers: PERM-47
  test('a new PIN has six digits, is stored as a hash, and ends open sessions', async () => {
    const driver = await hire('Pia', 'Nkosi')
    const setPin = (password: string, password_confirmation = password) =>
      grace().call(api.drivers.resetPin, { params: { id: driver.id }, body: { password, password_confirmation } })
    for (const pin of ['12345', '1234567', '12345a', '１２３４５６']) {
      expect((await refusal(setPin(pin))).errors[0]?.source?.pointer).toBe('/password')
    }
    expect((await refusal(setPin('123456', '123457'))).errors[0]?.source?.pointer).toBe('/password_confirmation')
    const session = server.driverClient(driver.id)
    await session.call(api.driver.trips)
    await setPin('123456')
    const { pin_hash } = await server.deps.db
      .selectFrom('drivers')
      .select('pin_hash')
      .where('id', '=', driver.id)
      .executeTakeFirstOrThrow()
    expect(pin_hash).toMatch(/^\$argon2id\$/)
    expect(await checkPassword(pin_hash, '123456')).toBe(true)
    expect((await refusal(session.call(api.driver.trips))).status).toBe(401)
    const analyst = server.client('analyst').call(api.drivers.resetPin, {
      params: { id: driver.id },
      body: { password: '123456', password_confirmation: '123456' },
    })
    expect((await refusal(analyst)).status).toBe(403)
  })

  test('blocking a driver ends the driver’s session at once', async () => {
    const driver = await hire('Bo', 'Gone')
    const session = server.driverClient(driver.id)
    await session.call(api.driver.trips)
    await grace().call(api.drivers.update, {
      params: { id: driver.id },
      body: { status: 'blocked' },
      reason: 'The board decided so',
    })
    expect(await refusal(session.call(api.driver.trips))).toBeInstanceOf(ApiError)
  })
})
