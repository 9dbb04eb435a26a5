import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type CheckItem, type Deed, type VehicleChecklistInput } from '@ambit/contract'
import { createDevice, type Device, resultsOf } from '../testing/device.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let device: Device
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  device = createDevice(van.client, van.trip_id)
  await server.deps.db.deleteFrom('vehicle_checklists').where('name', '<>', 'Before driving').execute()
  await server.deps.db.updateTable('vehicle_checklists').set({ enabled: false }).execute()
})

const item = (id: string, change: Partial<CheckItem> = {}): CheckItem => ({
  id,
  label: { en: id[0]!.toUpperCase() + id.slice(1), de: '', es: '' },
  kind: 'pass_fail',
  required: true,
  critical: false,
  choices: [],
  ...change,
})
const ITEMS = [
  item('brakes', { critical: true }),
  item('mileage', { kind: 'number' }),
  item('remarks', { kind: 'text', required: false }),
  item('fuel', {
    kind: 'choice',
    choices: [
      { label: { en: 'Full', de: '', es: '' }, fails: false },
      { label: { en: 'Empty', de: '', es: '' }, fails: true },
    ],
  }),
]
const manager = () => server.client('fleet_manager')
const checklist = async (change: Partial<VehicleChecklistInput> = {}) => {
  const body = { name: 'Start of shift', moment: 'before', enabled: true, vehicle_ids: null, items: ITEMS, ...change }
  return (await manager().call(api.vehicleChecklists.create, { body } as never)).data // the body is spread above
}
const taken = async () => (await van.client.call(api.driver.manifest, { params: { id: van.trip_id } })).data.trip
const checks = async () =>
  (await town.dispatcher.call(api.vehicleChecks.list)).data.filter(({ trip_id }) => trip_id === van.trip_id)
type Answers = Extract<Deed, { kind: 'check' }>['answers']
const PASSED: Answers = [
  { item: 'brakes', value: 'pass' },
  { item: 'mileage', value: 120_400 },
  { item: 'fuel', value: 0 },
]
const BRAKES = { item: 'brakes', value: 'fail', note: 'The pedal gives way' } as const
const send = (time = '08:45:00') => {
  server.deps.clock.set(`2026-11-23T${time}+10:00`)
  return device.send(time)
}
const tell = (checklist_id: number, answers: Answers): void =>
  void device.did('08:40:00', { kind: 'check', checklist_id, answers })

describe('checklists', () => {
  // covers: DAPP-20
  test('are read, created, changed and deleted by who holds the key for it', async () => {
    const made = await checklist()
    const reader = server.client({ permissions: ['VehicleManagement:checklist:canRead'] })
    expect((await reader.call(api.vehicleChecklists.show, { params: { id: made.id } })).data).toEqual(made)
    const { id, version } = made
    const tries = [
      () => reader.call(api.vehicleChecklists.create, { body: { name: 'X', moment: 'after', items: ITEMS } }),
      () => reader.call(api.vehicleChecklists.update, { params: { id }, body: { name: 'X' }, version }),
      () => reader.call(api.vehicleChecklists.destroy, { params: { id }, version }),
    ]
    for (const tried of tries) await expect(tried()).rejects.toMatchObject({ status: 403 })
    const { data } = await manager().call(api.vehicleChecklists.update, {
      params: { id },
      body: { name: 'Shift' },
      version,
    })
    expect(data).toMatchObject({ name: 'Shift', items: ITEMS })
    await manager().call(api.vehicleChecklists.destroy, { params: { id }, version: data.version })
    await expect(reader.call(api.vehicleChecklists.show, { params: { id } })).rejects.toMatchObject({ status: 404 })
  })

  // covers: DAPP-21
  test.each([
    [{ name: ' ' }, 'Please enter a name'],
    [{ moment: 'during' }, 'Please select when it is asked'],
    [{ items: [] }, 'Please enter at least 1 item'],
    [{ items: Array.from({ length: 61 }, (_, at) => item(`item-${at}`)) }, 'Please enter at most 60 items'],
    [{ items: [item('same'), item('same')] }, 'Each item needs an id of its own'],
    [{ items: [item('fuel', { kind: 'choice' })] }, 'Please enter at least 2 choices'],
    [{ vehicle_ids: [] }, 'Please select a vehicle'],
    [{ vehicle_ids: [999_999] }, 'There is no such vehicle'],
  ])('with %o are refused: %s', async (change, words) => {
    await expect(checklist(change as never)).rejects.toMatchObject({ status: 422, message: words })
  })

  // covers: DAPP-23
  test('ship with 12 items to look at before driving, which are off', async () => {
    const { data } = await manager().call(api.vehicleChecklists.list, { query: { search: 'Before driving' } })
    expect(data).toMatchObject([{ moment: 'before', enabled: false, vehicle_ids: null }])
    expect(data[0]?.items.map(({ label }) => label.en)).toEqual([
      'Lights',
      'Tyres',
      'Brakes',
      'Mirrors',
      'Windscreen',
      'Doors',
      'Ramp or lift',
      'Wheelchair restraints',
      'Seat belts',
      'First-aid kit',
      'Extinguisher',
      'Cleanliness',
    ])
    expect(data[0]?.items.every(({ label, kind }) => label.de !== '' && label.es !== '' && kind === 'pass_fail')).toBe(
      true,
    )
    expect((await taken()).checklists).toEqual([])
  })

  test('are taken along for the vehicles that they are for, while they are on', async () => {
    const all = await checklist()
    const own = await checklist({ vehicle_ids: [van.vehicle_id], moment: 'after' })
    const other = await town.vehicle('Van 2')
    await checklist({ vehicle_ids: [other.vehicle_id] })
    await checklist({ enabled: false })
    expect((await taken()).checklists?.map(({ id }) => id)).toEqual([all.id, own.id])
  })
})

describe('a check of a vehicle', () => {
  // covers: DAPP-27
  test('that passes lets the driver sign on, is kept with its answers in words, and shown newest first', async () => {
    const { id } = await checklist()
    tell(id, PASSED)
    device.did('08:41:00', { kind: 'sign_on' })
    expect(resultsOf(await send())).toEqual(['check applied', 'sign_on applied'])
    expect(await checks()).toMatchObject([
      {
        checklist_name: 'Start of shift',
        moment: 'before',
        result: 'passed',
        vehicle_number: 'Van 1',
        driver_name: 'Driver Van 1',
        answers: [
          { label: 'Brakes', value: 'OK', failed: false, critical: true },
          { label: 'Mileage', value: '120400' },
          { label: 'Remarks', value: null },
          { label: 'Fuel', value: 'Full', failed: false },
        ],
        done_at: '2026-11-22T22:40:00.000Z',
      },
    ])
    await nothingBroken(server)
  })

  test('that is sent twice is kept once', async () => {
    const { id } = await checklist()
    tell(id, PASSED)
    const told = [...device.queue]
    await send()
    await device.send('08:46:00', told)
    expect(await checks()).toHaveLength(1)
  })

  test('with a failed item needs a note, and writes one on the vehicle with check, item and driver', async () => {
    const { id: checklist_id } = await checklist()
    const params = { id: van.trip_id }
    const fuel = { item: 'fuel', value: 1 }
    const asked = van.client.call(api.driver.vehicleCheck, {
      params,
      body: { checklist_id, answers: [...PASSED.slice(0, 2), fuel] },
    })
    await expect(asked).rejects.toMatchObject({ status: 422, message: 'Please write what is wrong: Fuel' })
    await expect(
      van.client.call(api.driver.vehicleCheck, { params, body: { checklist_id, answers: PASSED.slice(1) } }),
    ).rejects.toMatchObject({ status: 422, message: 'Please answer: Brakes' })
    const note = 'Nearly empty'
    await van.client.call(api.driver.vehicleCheck, {
      params,
      body: { checklist_id, answers: [...PASSED.slice(0, 2), { ...fuel, note }] },
    })
    const { data } = await manager().call(api.vehicleNotes.list, { query: { filter: { vehicle: [van.vehicle_id] } } })
    expect(data).toMatchObject([{ category: 'comment', details: 'Start of shift: Fuel: Nearly empty (Driver Van 1)' }])
    expect(await checks()).toMatchObject([{ result: 'failed' }])
    await van.client.call(api.driver.signOn, { params })
  })

  // covers: DAPP-25
  test('with a failed critical item refuses signing on, until a later check passes', async () => {
    const { id } = await checklist()
    tell(id, [BRAKES, ...PASSED.slice(1)])
    await send()
    await expect(van.client.call(api.driver.signOn, { params: { id: van.trip_id } })).rejects.toMatchObject({
      status: 422,
      message: 'This vehicle may not be driven: Brakes. Call dispatch.',
      errors: [{ code: 'vehicle_check_failed' }],
    })
    tell(id, PASSED)
    device.did('08:50:00', { kind: 'sign_on' })
    expect(resultsOf(await send('08:51:00'))).toEqual(['check applied', 'sign_on applied'])
  })

  // covers: DAPP-26
  test('is released for this trip by who may, with a reason of 3 to 300 characters', async () => {
    const { id: list } = await checklist()
    tell(list, [BRAKES, ...PASSED.slice(1)])
    await send()
    const [check] = await checks()
    const params = { id: check!.id }
    const release = (reason: string, client = town.dispatcher) =>
      client.call(api.vehicleChecks.release, { params, body: { reason } })
    const reader = server.client({ permissions: ['VehicleManagement:vehicleCheck:canRead'] })
    await expect(release('Looked at by the workshop', reader)).rejects.toMatchObject({ status: 403 })
    await expect(release('ok')).rejects.toMatchObject({ status: 422 })
    await expect(release('x'.repeat(301))).rejects.toMatchObject({ status: 422 })
    const { data } = await release('Looked at by the workshop')
    expect(data).toMatchObject({ released_reason: 'Looked at by the workshop', released_by: expect.any(String) })
    await expect(release('Once more')).rejects.toMatchObject({ status: 409 })
    expect((await taken()).checks).toMatchObject([{ released: true, failed: { en: 'Brakes' } }])
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const other = await town.vehicle('Van 3')
    const again = createDevice(other.client, other.trip_id)
    again.did('08:50:00', { kind: 'check', checklist_id: list, answers: [BRAKES, ...PASSED.slice(1)] })
    await again.send('08:51:00')
    await expect(other.client.call(api.driver.signOn, { params: { id: other.trip_id } })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('is out of sight for staff of other regions', async () => {
    const { id } = await checklist()
    tell(id, PASSED)
    await send()
    const [check] = await checks()
    const away = server.client({
      permissions: ['VehicleManagement:vehicleCheck:canRead'],
      region_ids: [town.region_id + 1],
    })
    expect((await away.call(api.vehicleChecks.list)).data).toEqual([])
    await expect(away.call(api.vehicleChecks.show, { params: { id: check!.id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  // covers: DAPP-27
  test('stays as it was answered when its checklist is changed or deleted, and is exported with a line for each item', async () => {
    const { id, version } = await checklist()
    tell(id, [BRAKES, ...PASSED.slice(1)])
    await send()
    await manager().call(api.vehicleChecklists.destroy, { params: { id }, version })
    const [check] = await checks()
    expect(check).toMatchObject({ checklist_id: null, checklist_name: 'Start of shift', result: 'not_to_be_driven' })
    const answer = await manager().fetch(api.vehicleChecks.export, { query: { filter: { trip: [van.trip_id] } } })
    const lines = (await answer.text()).trim().split(/\r?\n/)
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain('Brakes,Not OK,yes,yes,The pedal gives way')
  })

  test('by a checklist that is gone by then changes nothing', async () => {
    const { id, version } = await checklist()
    tell(id, PASSED)
    await manager().call(api.vehicleChecklists.destroy, { params: { id }, version })
    expect(resultsOf(await send())).toEqual(['check superseded'])
    expect(await checks()).toEqual([])
  })
})
