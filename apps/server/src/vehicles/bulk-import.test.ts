import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inflateRawSync } from 'node:zlib'
import { api, IMPORT_ROWS_PER_CALL, urlOf, VEHICLE_IMPORT_TEMPLATE } from '@ambit/contract'
import { csvLines } from '../http/csv.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const grace = () => server.client('fleet_manager')
const send = (body: Record<string, unknown>[], idempotencyKey?: string) =>
  grace().call(api.vehicles.bulkImport, { body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })
const van = (name: string) => ({
  license_plate: `P ${name}`,
  vehicle_number: `N ${name}`,
  capacity: 8,
  mobility_capacity: 1,
})
const found = async (search: string) => (await grace().call(api.vehicles.list, { query: { search } })).data

describe('importing vehicles', () => {
  // covers: VEH-84..88, VEH-98, VEH-105, VEH-106, PERM-50
  test('an import stores valid rows and lists the others by plate and number with every reason', async () => {
    await send([van('known')])
    const { data, errors } = await send([
      { ...van('one'), make: 'Toyota', body_type: 'van', year: 2024, doors: 4 },
      { ...van('two'), doors: 11, fuel_type: 'steam', capacity: 'many' },
      { license_plate: 'P solo', capacity: 4, mobility_capacity: 0 },
      { vehicle_number: 'N lone', capacity: 4, mobility_capacity: 0 },
      { make: 'Nameless', capacity: 4, mobility_capacity: 0 },
      { ...van('KNOWN'), vehicle_number: 'N new' },
      { ...van('ONE'), license_plate: 'P fresh' },
    ])
    expect(data.imported).toBe(3)
    expect(errors).toEqual([
      {
        row: 1,
        license_plate: 'P two',
        vehicle_number: 'N two',
        message: expect.stringContaining('Please enter a capacity'),
        detail: expect.arrayContaining([
          'Please enter a capacity',
          'Doors are from 0 to 10',
          'The fuel type is one of: diesel, electric, hybrid, hydrogen, petrol, other',
        ]),
      },
      {
        row: 4,
        license_plate: null,
        vehicle_number: null,
        message: expect.stringContaining('Please enter a vehicle registration number'),
        detail: expect.arrayContaining(['Please enter a vehicle number']),
      },
      {
        row: 5,
        license_plate: 'P KNOWN',
        vehicle_number: 'N new',
        message: 'This license plate is already taken',
        detail: ['This license plate is already taken'],
      },
      {
        row: 6,
        license_plate: 'P fresh',
        vehicle_number: 'N ONE',
        message: 'This vehicle number is already taken',
        detail: ['This vehicle number is already taken'],
      },
    ])
    expect(await found('P one')).toMatchObject([{ make: 'Toyota', year: 2024, doors: 4, status: 'active', version: 1 }])
    expect(await found('P solo')).toMatchObject([{ license_plate: 'P solo', vehicle_number: 'P solo' }])
    expect(await found('N lone')).toMatchObject([{ license_plate: 'N lone', vehicle_number: 'N lone' }])
  })

  test('an import call that is sent again gives the same answer and stores nothing twice', async () => {
    const first = await send([van('again'), van('again')], 'chunk-1')
    expect(await send([van('again'), van('again')], 'chunk-1')).toEqual(first)
    expect(first).toMatchObject({ data: { imported: 1 }, errors: [{ row: 1 }] })
    expect(await found('P again')).toHaveLength(1)
  })

  test('refuses an import without rows, with too many, or by a user who may only read', async () => {
    expect((await refusal(send([]))).status).toBe(422)
    const many = Array.from({ length: IMPORT_ROWS_PER_CALL + 1 }, (_, at) => van(`many ${at}`))
    expect((await refusal(send(many))).status).toBe(422)
    expect(await found('P many')).toEqual([])
    const dana = server.client('dispatcher')
    expect((await refusal(dana.call(api.vehicles.bulkImport, { body: [van('dana')] }))).status).toBe(403)
  })

  // covers: VEH-31
  test('the import template is a workbook with the import’s columns, served to a plain link', async () => {
    const response = await fetch(server.url + urlOf(api.vehicles.importTemplate, {}))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain(VEHICLE_IMPORT_TEMPLATE)
    const words = textOfZip(Buffer.from(await response.arrayBuffer()))
    for (const word of ['Registration Number', 'Vehicle ID', 'Supplier Name', 'electric/hydrogen', 'How to fill in'])
      expect(words).toContain(word)
  })
})

describe('exporting vehicles', () => {
  const exported = async (query: { search?: string; filter?: { status: string } } = {}) => {
    const response = await grace().fetch(api.vehicles.export, { query })
    return { response, lines: (await response.text()).split('\r\n') }
  }

  // covers: VEH-82
  // @test-tag long
  test('the CSV export holds all pages of a search and filter under the import’s column names', async () => {
    const fleet = Array.from({ length: 2500 }, (_, at) => ({ ...van(`walk ${at}`), make: 'Walker' }))
    for (let from = 0; from < fleet.length; from += IMPORT_ROWS_PER_CALL)
      await send(fleet.slice(from, from + IMPORT_ROWS_PER_CALL))
    const { response, lines } = await exported({ search: 'walker' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('vehicles.csv')
    expect(lines[0]).toMatch(/^\uFEFF?Registration Number,Vehicle ID,Make,Model,VIN,.*Status$/)
    expect(lines).toHaveLength(1 + 2500 + 1)
    expect(new Set(lines).size).toBe(lines.length)
    expect((await exported({ search: 'walker', filter: { status: 'inactive' } })).lines).toHaveLength(2)
  })

  test('the CSV export keeps cells that a spreadsheet would run as formulas as text', async () => {
    await send([
      { ...van('trick'), make: '=HYPERLINK("http://evil.example")', model: '+1', vendor: '@sum', color: '-2' },
    ])
    const { lines } = await exported({ search: 'P trick' })
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")","'+1"`)
    expect(lines[1]).toContain(`'@sum`)
    expect(lines[1]).toContain(`'-2`)
    expect(csvLines([['a,b', 'two\nlines', ' led', -5, null]])).toBe(`"a,b","two\nlines"," led",-5,\r\n`)
  })
})

/** The text of every entry of a zip, enough to look for words in a workbook. */
const textOfZip = (zip: Buffer): string => {
  let text = ''
  for (
    let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = zip.indexOf('PK\u0001\u0002', at + 1, 'latin1')
  ) {
    const [method, size, start] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const bytes = zip.subarray(from, from + size)
    text += (method === 0 ? bytes : inflateRawSync(bytes)).toString('utf8')
  }
  return text
}
