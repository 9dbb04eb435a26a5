import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AreaDraft, StopDraft } from '../design/design.ts'
import { newStop } from './stop-edits.ts'
import { readStopFile, stopsToCsv, stopsToGeoJson } from './stop-file.ts'

const harbour: AreaDraft = {
  id: 1,
  version: 1,
  name: 'Harbour',
  coordinates: [
    [
      [152, -28],
      [154, -28],
      [154, -26],
      [152, -26],
    ],
  ],
  travel_rule: null,
}
const mill: StopDraft = { ...newStop({ name: 'Mill', point: [153.01, -27.02] }), id: 12, version: 4 }
const known = { stops: [mill], areas: [harbour] }
const read = (name: string, text: string) => readStopFile(name, text, known)

const text = fc.string({ unit: 'binary', maxLength: 40 }).map((raw) => raw.replaceAll(/\p{C}/gu, '').trim())
const stops = fc.array(
  fc
    .record({
      name: fc.oneof(text, fc.constantFrom('=1+1', '+61 7', '-x', '@home', '"quoted", with comma', "'tick")),
      note: fc.option(
        text.map((note) => (note === '' ? null : note)),
        { nil: null },
      ),
      lng: fc.double({ min: 152.1, max: 153.9, noNaN: true }),
      lat: fc.double({ min: -27.9, max: -26.1, noNaN: true }),
      flags: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    })
    .filter(({ name, note }) => name !== '' && !/^'[=+\-@]/.test(name) && !/^'[=+\-@]/.test(note ?? ''))
    .map(({ name, note, lng, lat, flags }) => ({
      ...newStop({ name, note, point: [lng, lat] }),
      staging: flags[0]!,
      not_accessible: flags[1]!,
      medically_exempt: flags[2]!,
      hub_stop: flags[3]!,
      break: flags[4]!,
      passenger: flags[5]!,
    })),
  { minLength: 1, maxLength: 20 },
)

const plain = ({ id: _id, ...stop }: StopDraft) => stop

describe('a file of stops', () => {
  test('exported stops are read back unchanged from both kinds of file', () => {
    fc.assert(
      fc.property(stops, (list) => {
        for (const [name, file] of [
          ['stops.csv', stopsToCsv(list)],
          ['stops.geojson', stopsToGeoJson(list)],
        ] as const) {
          const rows = read(name, file)
          expect(rows.flatMap(({ problems }) => problems)).toEqual([])
          expect(rows.map(({ stop }) => stop && plain(stop))).toEqual(list.map(plain))
        }
      }),
    )
  })

  test('an exported file has no formulas, and numbers are still numbers', () => {
    const csv = stopsToCsv([{ ...mill, name: '=HYPERLINK("http://evil")', note: '@sum' }])
    const [, row] = csv.split('\r\n')
    expect(row).toBe(`12,"'=HYPERLINK(""http://evil"")",-27.02,153.01,,"'@sum",false,false,false,false,false,true`)
  })

  test('a row with an id changes that stop and keeps fields that the file does not have', () => {
    const [row] = read('stops.csv', 'ID,Name,Lat,Lon,Hub Stop\n12,Old Mill,-27.5,153.5,yes')
    expect(row).toMatchObject({
      line: 2,
      updates: true,
      problems: [],
      stop: { id: 12, version: 4, name: 'Old Mill', point: [153.5, -27.5], hub_stop: true, passenger: true },
    })
  })

  test('a second row with the id of a stop is left out and says which row has it already', () => {
    const rows = read('stops.csv', 'id,name,latitude,longitude\n12,Mill,-27,153\n12,Weir,-27.1,153.1\n,Quay,-27.2,153')
    expect(rows.map(({ problems }) => problems)).toEqual([[], ['Stop 12 is in row 2 as well.'], []])
    expect(rows.map(({ stop }) => stop?.name)).toEqual(['Mill', undefined, 'Quay'])
  })

  test('each invalid row is reported, and the others are still read', () => {
    const rows = read(
      'stops.csv',
      'id,name,latitude,longitude,break\n,,-27,153,\n,Quay,95,153,\n99,Pier,-27,153,\n,Park,-27,153,perhaps\n,Depot,-27,153,1\n,Far,-20,153,\n,Mill,-27.02,153.01,',
    )
    expect(rows.map(({ problems }) => problems)).toEqual([
      ['Please enter a zone stop name'],
      ['Latitude and longitude are not a valid place.'],
      ['This zone has no stop 99.'],
      ['break is neither yes nor no: perhaps'],
      [],
      [],
      [],
    ])
    expect(rows.map(({ warnings }) => warnings).slice(4)).toEqual([
      [],
      ['Outside of the service area.'],
      ['This stop already exists.'],
    ])
    expect(rows[4]).toMatchObject({ updates: false, stop: { name: 'Depot', break: true, passenger: true } })
  })

  test('a file without a list of stops is refused with a reason', () => {
    expect(() => read('stops.csv', 'name;lat\nMill;1')).toThrow('These columns are missing: longitude.')
    expect(() => read('stops.csv', '')).toThrow()
    expect(() => read('stops.geojson', '{')).toThrow('This file cannot be read as GeoJSON.')
    expect(() => read('stops.geojson', '{"type":"Feature"}')).toThrow('This is not a GeoJSON collection of points.')
    expect(
      read('a.geojson', '{"features":[{"geometry":{"type":"LineString","coordinates":[]}}]}')[0]?.problems,
    ).toEqual(['Latitude and longitude are not a valid place.', 'Please enter a zone stop name'])
  })
})
