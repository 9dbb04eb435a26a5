import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type SchemaField, type SchemaStage, type VehicleNoteInput } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

// covers: PERM-60
test('a fleet manager creates a vehicle with a wheelchair space, and cannot register its plate twice', async () => {
  const grace = server.client('fleet_manager')
  const van = {
    license_plate: 'ABC 123',
    vehicle_number: 'V-07',
    capacity: 10,
    mobility_capacity: 1,
    seats_per_wheelchair: 2,
    body_type: 'van',
    transmission: 'electric/hydrogen',
    doors: 4,
    extra_attributes: { allocation: { functional_area: 'North' } },
  } as const
  const { data } = await grace.call(api.vehicles.create, { body: van })
  expect(data).toMatchObject({ ...van, make: null, status: 'active', version: 1 })
  const { data: changed } = await grace.call(api.vehicles.update, {
    params: { id: data.id },
    body: { mobility_capacity: 2, make: 'Fiat' },
    version: 1,
  })
  expect(changed).toMatchObject({ ...van, mobility_capacity: 2, make: 'Fiat', version: 2 })
  expect((await grace.call(api.vehicles.show, { params: { id: data.id } })).data).toEqual(changed)
  const again = await refusal(
    grace.call(api.vehicles.create, { body: { ...van, license_plate: 'abc 123', vehicle_number: 'v-07' } }),
  )
  expect(again.errors.map(({ source }) => source?.pointer)).toEqual(['/license_plate', '/vehicle_number'])
  const wrong = await refusal(grace.call(api.vehicles.create, { body: { ...van, doors: 11, capacity: -1 } }))
  expect(wrong.errors.map(({ source, detail }) => [source?.pointer, detail])).toEqual([
    ['/capacity', 'Please enter a capacity'],
    ['/doors', 'Doors are from 0 to 10'],
  ])
  expect((await refusal(server.client('dispatcher').call(api.vehicles.create, { body: van }))).status).toBe(403)
})

const buy = async (name: string, more: object = {}) =>
  (
    await server.client('fleet_manager').call(api.vehicles.create, {
      body: { license_plate: `P ${name}`, vehicle_number: `N ${name}`, capacity: 8, mobility_capacity: 0, ...more },
    })
  ).data

const field = (key: string, type: SchemaField['type'], more: Partial<SchemaField> = {}): SchemaField => ({
  key,
  label: key,
  type,
  options: [],
  fields: [],
  ...more,
})
const areas = ['north', 'south'].map((value) => ({ value, label: value }))
const allocation: SchemaStage = {
  key: 'allocation',
  label: 'Allocation',
  color: '#1f56b8',
  completable: true,
  fields: [
    field('service_allocation_details', 'group', { fields: [field('functional_area', 'select', { options: areas })] }),
  ],
}
const fitOut: SchemaStage = {
  key: 'fit_out',
  label: 'Fit-out',
  color: '#0b7a4b',
  completable: true,
  fields: [field('done_on', 'date'), field('extras', 'multiselect', { options: areas })],
}
const saveSchema = (stages: SchemaStage[]) =>
  server.client('administrator').call(api.schemas.create, { body: { entity: 'vehicle', stages } })
const inArea = (functional_area: string) => ({ allocation: { service_allocation_details: { functional_area } } })

// covers: VEH-20..23, VEH-73..77
test('the list of vehicles is searched, filtered by status, stages and area, and answers the requested stages', async () => {
  await saveSchema([allocation, fitOut])
  await buy('ann', { make: 'Finder', extra_attributes: { ...inArea('north'), allocation_completed: true } })
  await buy('bob', { make: 'Finder', status: 'inactive', extra_attributes: inArea('south') })
  await buy('cid', {
    make: 'Finder',
    extra_attributes: {
      ...inArea('north'),
      fit_out_completed: true,
      fit_out: { done_on: '2026-01-02', extras: ['north'] },
    },
  })
  const names = async (filter: { status?: string; vehicle_attributes?: string }, stages?: string) => {
    const query = { search: 'finder', sort: 'vehicle_number', page: 1, per_page: 10, filter }
    const { data } = await server
      .client('dispatcher')
      .call(api.vehicles.list, { query: { ...query, ...(stages === undefined ? {} : { stages }) } })
    return data
  }
  const of = async (filter: Parameters<typeof names>[0]) =>
    (await names(filter)).map(({ vehicle_number }) => vehicle_number)
  const area = 'allocation.service_allocation_details.functional_area'
  expect(await of({ status: 'inactive' })).toEqual(['N bob'])
  expect(await of({ status: 'active,inactive' })).toHaveLength(3)
  expect(await of({ vehicle_attributes: 'completed:allocation' })).toEqual(['N ann'])
  expect(await of({ vehicle_attributes: 'completed:allocation,completed:fit_out' })).toEqual(['N ann', 'N cid'])
  expect(await of({ vehicle_attributes: `${area}:north` })).toEqual(['N ann', 'N cid'])
  expect(await of({ vehicle_attributes: `${area}:north,completed:fit_out` })).toEqual(['N cid'])
  expect(await of({ vehicle_attributes: `${area}:south,${area}:north`, status: 'active' })).toEqual(['N ann', 'N cid'])
  expect(await of({ vehicle_attributes: 'fit_out.extras:north' })).toEqual(['N cid'])
  expect((await refusal(of({ vehicle_attributes: "x'; drop table vehicles" }))).status).toBe(422)
  expect((await names({ status: 'active' }, 'allocation')).map(({ extra_attributes }) => extra_attributes)).toEqual([
    { ...inArea('north'), allocation_completed: true },
    { ...inArea('north'), fit_out_completed: true },
  ])
})

// covers: VEH-46, VEH-47, VEH-80, VEH-81
test('custom fields follow the schema, and values of an earlier version are kept', async () => {
  const grace = server.client('fleet_manager')
  await saveSchema([allocation, fitOut])
  const wrong = await refusal(buy('wrong', { extra_attributes: { ...inArea('west'), fit_out: { done_on: 'soon' } } }))
  expect(wrong.errors.map(({ source }) => source?.pointer)).toEqual([
    '/extra_attributes/allocation/service_allocation_details/functional_area',
    '/extra_attributes/fit_out/done_on',
  ])
  const { id } = await buy('kept', { extra_attributes: inArea('south') })
  await saveSchema([
    {
      ...allocation,
      fields: [
        field('service_allocation_details', 'group', {
          fields: [field('functional_area', 'select', { options: areas.slice(0, 1) })],
        }),
      ],
    },
  ])
  const change = (extra_attributes: Record<string, unknown>) =>
    grace.call(api.vehicles.update, { params: { id }, body: { extra_attributes } })
  const { data } = await change({ ...inArea('south'), allocation_completed: true, fit_out: { done_on: '2026-01-02' } })
  expect(data.extra_attributes).toEqual({
    ...inArea('south'),
    allocation_completed: true,
    fit_out: { done_on: '2026-01-02' },
  })
  await change(inArea('north'))
  expect((await refusal(change(inArea('south')))).status).toBe(422)
  expect((await grace.call(api.vehicles.show, { params: { id } })).data.extra_attributes).toEqual(inArea('north'))
})

// covers: VEH-56..63, VEH-71, VEH-72, VEH-89
test('notes and incidents belong to a vehicle and are deleted with it', async () => {
  const dana = server.client('dispatcher')
  const { id } = await buy('noted')
  const write = (body: Omit<VehicleNoteInput, 'vehicle_id'>, vehicle_id = id) =>
    dana.call(api.vehicleNotes.create, { body: { ...body, vehicle_id } })
  await write({ category: 'comment', details: 'Smells of paint' })
  const { data: incident } = await write({
    category: 'incident',
    subcategory: 'windscreen_damage',
    details: 'A stone on the motorway',
    witness_details: 'Nobody',
    insurance_details: 'na',
  })
  expect(incident).toMatchObject({ vehicle_id: id, created_by_name: 'Test dispatcher', insurance_details: 'na' })
  const list = (category?: string) =>
    dana.call(api.vehicleNotes.list, {
      query: { filter: { vehicle: [id], ...(category === undefined ? {} : { category }) } },
    })
  expect((await list()).data.map(({ details }) => details)).toEqual(['A stone on the motorway', 'Smells of paint'])
  expect((await list('comment')).meta.total).toBe(1)
  const wrong = await refusal(write({ category: 'comment', details: ' ', insurance_details: 'yes' }))
  expect(wrong.errors.map(({ source, detail }) => [source?.pointer, detail])).toContainEqual([
    '/details',
    'Please enter a comment',
  ])
  const odd = await refusal(write({ category: 'comment', details: 'x', subcategory: 'accident' }))
  expect(odd.errors[0]?.source?.pointer).toBe('/subcategory')
  expect((await refusal(write({ category: 'comment', details: 'x' }, 999_999))).errors[0]?.source?.pointer).toBe(
    '/vehicle_id',
  )
  // @ts-expect-error -- the type is missing
  expect((await refusal(write({ details: 'x' }))).errors[0]?.detail).toBe('Please select a category')
  await server.client('fleet_manager').call(api.vehicles.destroy, { params: { id } })
  expect((await list()).meta.total).toBe(0)
})

test('refuses to delete a vehicle with a schedule', async () => {
  const { id } = await buy('busy')
  const sam = server.client('superadmin')
  const time_zone = 'Australia/Brisbane'
  const { data: region } = await sam.call(api.regions.create, { body: { name: 'Coast', time_zone } })
  const { data: zone } = await sam.call(api.zones.create, {
    body: { name: 'Bay', abbreviation: 'BAY', region_id: region.id, time_zone },
  })
  const now = server.deps.clock.now()
  await server.deps.db
    .insertInto('service_plans')
    .values({
      zone_id: zone.id,
      vehicle_id: id,
      start_time: now,
      end_time: new Date(now.getTime() + 3600_000),
      created_at: now,
      updated_at: now,
    })
    .execute()
  const refused = await refusal(server.client('fleet_manager').call(api.vehicles.destroy, { params: { id } }))
  expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'in_use'])
  const dana = server.client('dispatcher')
  expect((await refusal(dana.call(api.vehicles.destroy, { params: { id } }))).status).toBe(403)
})
