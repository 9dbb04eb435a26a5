import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type SchemaField, type SchemaStage } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const field = (key: string, type: SchemaField['type'], more: Partial<SchemaField> = {}): SchemaField => ({
  key,
  label: key,
  type,
  options: [],
  fields: [],
  ...more,
})
const stage = (key: string, fields: SchemaField[]): SchemaStage => ({
  key,
  label: key,
  color: '#1f56b8',
  completable: true,
  fields,
})
const save = (stages: SchemaStage[], version?: number) =>
  server
    .client('administrator')
    .call(api.schemas.create, { body: { entity: 'vehicle', stages }, ...(version === undefined ? {} : { version }) })

// covers: VEH-51..55, API-31
test('an administrator defines custom fields, and each save adds a version to those that can be read', async () => {
  const fitOut = stage('fit_out', [
    field('ramp', 'boolean'),
    field('seats', 'group', { fields: [field('rows', 'number')] }),
  ])
  const { data: first } = await save([fitOut])
  expect(first).toMatchObject({ version: 1, stages: [fitOut], created_by_name: 'Test administrator' })
  const { data: second } = await save([{ ...fitOut, label: 'Fit-out', completable: false }], 1)
  expect(second.version).toBe(2)
  const { data, meta } = await server
    .client('dispatcher')
    .call(api.schemas.list, { query: { filter: { entity: 'vehicle' } } })
  expect(meta.total).toBe(2)
  expect(data.map(({ version, stages }) => [version, stages[0]?.label, stages[0]?.completable])).toEqual([
    [2, 'Fit-out', false],
    [1, 'fit_out', true],
  ])
  const stale = await refusal(save([], 1))
  expect([stale.status, stale.meta?.['current']]).toMatchObject([409, { version: 2 }])
  expect(
    (await refusal(server.client('dispatcher').call(api.schemas.create, { body: { entity: 'vehicle', stages: [] } })))
      .status,
  ).toBe(403)
})

test('a key always keeps its type, because vehicles still have its values', async () => {
  await save([stage('fit_out', [field('ramp', 'text')])]).catch(() => undefined)
  await save([])
  const back = await refusal(save([stage('other', []), stage('fit_out', [field('ramp', 'number')])]))
  expect(back.errors[0]?.source?.pointer).toBe('/stages/1/fields/0/label')
  expect(back.errors[0]?.detail).toMatch(/In version \d this was a field of the type boolean/)
})

test('an invalid schema is refused at the fault', async () => {
  const wrong = await refusal(
    save([
      stage('a', [field('one', 'select'), field('one', 'text'), field('Bad', 'text'), field('g', 'group')]),
      stage('a_completed', []),
      stage('a', []),
      { ...stage('deep', []), color: 'red' },
    ]),
  )
  expect(wrong.status).toBe(422)
  expect(wrong.errors.map(({ source, detail }) => `${source?.pointer} ${detail}`)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('/stages/0/fields/0/options Please enter at least one option'),
      expect.stringContaining('/stages/0/fields/2/key'),
      expect.stringContaining('/stages/0/fields/3/fields Please add a field to the group'),
      expect.stringContaining('/stages/3/color Please choose a colour'),
    ]),
  )
  const twice = await refusal(save([stage('a', []), stage('a', []), stage('a_completed', [])]))
  expect(twice.errors.map(({ source }) => source?.pointer)).toEqual(['/stages/1/label', '/stages/2/label'])
  // Other keys do not make equal names different: users could not tell them apart.
  const seats = { ...field('seats_2', 'number'), label: ' Seats' }
  const group = field('g', 'group', { fields: [field('seats', 'number'), seats] })
  const alike = await refusal(
    save([stage('a', [field('seats', 'number'), seats, group]), { ...stage('b', []), label: 'A' }]),
  )
  expect(alike.errors.map(({ source, detail }) => [source?.pointer, detail])).toEqual(
    ['/stages/0/fields/1/label', '/stages/0/fields/2/fields/1/label', '/stages/1/label'].map((at) => [
      at,
      'This name appears twice',
    ]),
  )
})

test('two simultaneous saves do not both become the next version', async () => {
  const { data } = await server.client('administrator').call(api.schemas.list, { query: { per_page: 1 } })
  const newest = data[0]?.version ?? 0
  const both = await Promise.allSettled([save([], newest), save([], newest)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an answer holds five versions at most, as each may be large', async () => {
  const office = server.client('administrator')
  const newest = async () => (await office.call(api.schemas.list, { query: { sort: '-version' } })).data
  for (let times = 0; times < 6; times += 1) await save([], (await newest())[0]?.version)
  expect(await newest()).toHaveLength(5)
  expect((await refusal(office.call(api.schemas.list, { query: { per_page: 6 } }))).status).toBe(422)
})
