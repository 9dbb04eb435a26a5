import { api, permissionKeys, seriesImportColumns, SERIES_IMPORT_ROWS_PER_CALL } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import { people } from '../testing/groups.ts'
import { refusal } from '../testing/refusal.ts'
import { makeGroupOf, makeNow, makeSeriesOf, statesOf, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'
import { buildSmallTown, stopPoint } from '../testing/small-town.ts'

const w = startSeriesTown()

type Row = Record<string, string>
const at = (way: string, end: string, stop: Parameters<typeof stopPoint>[0]): Row => ({
  [`${way} ${end}`]: stop,
  [`${way} ${end} latitude`]: String(stopPoint(stop)[1]),
  [`${way} ${end} longitude`]: String(stopPoint(stop)[0]),
})
const row = (more: Row = {}): Row => ({
  'Passenger number': String(w.maria),
  Days: 'Mon',
  'First date': '2026-11-23',
  'Last date': '2026-11-30',
  ...at('There', 'from', 'Market'),
  ...at('There', 'to', 'Station'),
  'There time': '10:00',
  ...more,
})
const send = async (rows: Row[], client = w.chris) =>
  (await client.call(api.bookingSeries.import, { body: { rows } })).data
const show = async (id: number | null) => (await w.chris.call(api.bookingSeries.show, { params: { id: id ?? 0 } })).data
const problemsOf = async (more: Row) => (await send([row(more)]))[0]?.problems

describe('a file of recurring journeys', () => {
  // covers: JRN-32
  test('is imported row by row: the right rows become series whose rides are booked, each other says why it is not', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', ['2026-11-23', '2026-11-30'])
    const other = await w.town.passenger('Ana Costa')
    const outcomes = await send([
      row({ 'There meant': 'arrive by', 'There people': '2', 'Back time': '2:30 pm', Comment: 'Rings twice' }),
      row({ Days: 'Funday', 'There time': 'noon' }),
      row({
        'Passenger number': '',
        passenger: 'ana  COSTA',
        Days: 'tue',
        Weeks: '2',
        'Last date': '',
        'Number of rides': '3',
      }),
      row({ 'Passenger number': '99999999' }),
    ])
    expect(outcomes.map(({ row: place, id, problems }) => [place, id === null ? problems : 'made'])).toEqual([
      [0, 'made'],
      [
        1,
        [
          'Days: please write daily, weekdays such as Monday, Thursday, or one of the month such as last Friday',
          'There time: please write times such as 09:30',
        ],
      ],
      [2, 'made'],
      [3, ['Passenger: there is no such passenger']],
    ])
    expect(outcomes[0]?.name).toBe('Maria Silva: Every Monday, 10:00, Market → Station')
    expect(await show(outcomes[0]?.id ?? null)).toMatchObject({
      traveler_id: w.maria,
      words: 'Every Monday',
      starts_on: '2026-11-23',
      ends_on: '2026-11-30',
      payment_method: 'cash',
      comment: 'Rings twice',
      legs: [
        { time: '10:00', departing: false, passengers: [{}, {}], origin: { name: 'Market' } },
        {
          time: '14:30',
          departing: true,
          passengers: [{}, {}],
          origin: { name: 'Station' },
          destination: { name: 'Market' },
        },
      ],
    })
    expect(await show(outcomes[2]?.id ?? null)).toMatchObject({
      traveler_id: other,
      words: 'Every 2 weeks on Tuesday',
      ride_count: 3,
    })
    await makeNow(w.server)
    expect(await statesOf(w.chris, outcomes[0]?.id ?? 0)).toEqual([
      ['2026-11-23', 'booked', 'booked'],
      ['2026-11-30', 'booked', 'booked'],
    ])
  })

  test('says at its column what a series is refused for', async () => {
    expect(await problemsOf({ 'First date': '23/11/2026' })).toEqual([
      'First date: please write dates such as 2026-11-30',
    ])
    expect(await problemsOf({ 'First date': '2026-11-01' })).toEqual([
      'First date: Please choose a first date that has not passed',
    ])
    expect(await problemsOf({ 'Last date': '2026-11-22' })).toEqual(['Last date: The last date comes after the first'])
    expect(await problemsOf({ Weeks: '5' })).toEqual(['Weeks: please enter 1 to 4 weeks'])
    expect(await problemsOf({ 'Payment method': 'gold' })).toEqual([expect.stringMatching(/^Payment method: /)])
    expect(await problemsOf({ 'There people': '900' })).toEqual([expect.stringMatching(/^There: /)])
    expect(await problemsOf({ 'There to latitude': '', 'There to longitude': '', 'There to': 'Zzyzx 999' })).toEqual([
      'There to: it was not found. Please enter latitude and longitude',
    ])
    expect(await problemsOf({ 'There to latitude': '1' })).toEqual([
      expect.stringMatching(/^There: No zone in service/),
    ])
    expect(await problemsOf({ 'There to latitude': '91' })).toEqual([
      expect.stringMatching(/^There to latitude: please enter degrees/),
    ])
    expect(await problemsOf({ 'Back people': '1' })).toEqual(['Back time: please enter a time'])
    expect(await problemsOf({ Zone: 'Nowhere' })).toEqual(['Zone: there is no such zone'])
  })

  test('finds a place by its name in the place book', async () => {
    const { data: place } = await w.server.client('administrator').call(api.places.create, {
      body: {
        region_id: w.town.region_id,
        name: `Club ${w.town.zone_id}`,
        address: '1 Main Street',
        point: stopPoint('Station'),
      },
    })
    const [outcome] = await send([
      row({ 'There to': place.name.toUpperCase(), 'There to latitude': '', 'There to longitude': '' }),
    ])
    expect(outcome?.problems).toEqual([])
    expect((await show(outcome?.id ?? null)).legs[0]?.destination).toEqual({ name: place.name, point: place.target })
  })

  test('makes no journey a second time, also not of two calls at once', async () => {
    const [first, again] = await Promise.all([send([row()]), send([row()])])
    const [made, refused] = first[0]?.id == null ? [again, first] : [first, again]
    expect(refused).toMatchObject([
      { id: null, problems: [`This passenger makes this journey already: series ${made[0]?.id}`] },
    ])
    expect(await send([row(), row({ 'There time': '10:30' }), row({ 'There time': '10:30' })])).toMatchObject([
      { id: null },
      { problems: [] },
      { id: null },
    ])
  })

  // covers: JRN-32
  test('comes out of the export as it goes into the import', async () => {
    const zone = `Bayside ${w.town.zone_id}`
    await w.server.deps.db.updateTable('zones').set({ name: zone }).where('id', '=', w.town.zone_id).execute()
    const series = await makeSeriesOf(w.chris, w.maria, {
      zone_id: w.town.zone_id,
      ends_on: '2026-12-28',
      left_out: ['2026-11-30'],
      added: ['2026-11-25'],
      comment: 'Says "hi", waits',
    })
    const answer = await w.chris.fetch(api.bookingSeries.export, {
      query: { filter: { id: [series.id] }, format: 'csv' },
    })
    const [headings = [], cells = []] = table(await answer.text())
    for (const column of seriesImportColumns) expect(headings).toContain(column)
    const exported = Object.fromEntries(headings.map((heading, index) => [heading, cells[index] ?? '']))
    const [outcome] = await send([{ ...exported, 'There time': '11:00' }])
    expect(outcome?.problems).toEqual([])
    const { id, time_zone, zone_id, legs, pattern, starts_on, ends_on, left_out, added, comment } = await show(
      outcome?.id ?? null,
    )
    expect(id).not.toBe(series.id)
    expect({ time_zone, zone_id, pattern, starts_on, ends_on, left_out, added, comment }).toEqual({
      time_zone: series.time_zone,
      zone_id: series.zone_id,
      pattern: series.pattern,
      starts_on: series.starts_on,
      ends_on: series.ends_on,
      left_out: series.left_out,
      added: series.added,
      comment: series.comment,
    })
    expect(legs).toEqual(series.legs.map((leg) => ({ ...leg, time: '11:00' })))
  })

  // covers: JRN-32, JRN-47
  test('makes the rows that name a group one again, as it came out of the export', async () => {
    const who = await people(w.town, 3)
    const made = await makeGroupOf(w.chris, who, {
      seating: 'fewest',
      all_or_none: false,
      ends_on: '2026-12-28',
      ways: [
        { time: '10:00', departing: true },
        { time: '14:00', departing: false },
      ],
    })
    const answer = await w.chris.fetch(api.bookingSeries.export, {
      query: { filter: { id: made.map(({ id }) => id) }, format: 'csv' },
    })
    const [headings = [], ...lines] = table(await answer.text())
    // Other towns of this file have zones of this name.
    const rows: Row[] = lines.map((cells) => ({
      ...Object.fromEntries(headings.map((heading, index) => [heading, cells[index] ?? ''])),
      Zone: '',
    }))
    expect(rows[0]).toMatchObject({
      Group: 'Harbour choir',
      'Group vehicles': 'as few as possible',
      'All or none': 'no',
    })
    const again = (await send(rows)).map(({ problems }) => problems)
    expect(again).toEqual(made.map(({ id }) => [`This passenger makes this journey already: series ${id}`]))
    const later = rows.map((one) => ({ ...one, 'There time': '10:30' }))
    const outcomes = await send([row({ 'There time': '09:00' }), ...later])
    expect(outcomes.flatMap(({ problems }) => problems)).toEqual([])
    const [alone, ...members] = await Promise.all(outcomes.map(({ id }) => show(id)))
    expect(alone?.group).toBeNull()
    expect(new Set(members.map(({ group }) => group?.id)).size).toBe(1)
    const { id } = members[0]?.group ?? {}
    expect(members.map(({ group, traveler_id }) => [group, traveler_id])).toEqual(
      who.map((traveler_id) => [{ id, name: 'Harbour choir', seating: 'fewest', all_or_none: false }, traveler_id]),
    )
    expect(id).not.toBe(made[0]?.group?.id)
  })

  test('adds all rows of a group or none, and says in each why', async () => {
    const [one, other, third] = (await people(w.town, 3)).map(String)
    const member = (number: string | undefined, more: Row = {}) =>
      row({ 'Passenger number': number ?? '', Group: 'Chess club', ...more })
    const problems = async (...rows: Row[]) => (await send(rows)).map((outcome) => outcome.problems)
    expect(await problems(member(one))).toEqual([['Group: A group has 2 members at least']])
    const another = ['Group: another row of this group was not added']
    expect(await problems(member(one), member(other, { Days: 'Funday' }), row())).toMatchObject([
      another,
      [expect.stringMatching(/^Days: /)],
      [],
    ])
    expect(await problems(member(one), member('99999999'), member(third))).toEqual([
      another,
      ['Passenger: there is no such passenger'],
      another,
    ])
    const differs = ['Group: all of its rows need the same zone, days, dates, times and vehicles']
    const others: Row[] = [{ Days: 'Tue' }, { 'There time': '11:00' }, { 'Group vehicles': 'as few as possible' }]
    for (const more of others) expect(await problems(member(one), member(other, more))).toEqual([differs, differs])
    const places = { ...at('There', 'from', 'School'), ...at('There', 'to', 'Hospital') }
    expect(await problems(member(one), member(other, places))).toMatchObject([
      ['Group: A group begins at one place, or ends at one'],
      ['Group: A group begins at one place, or ends at one'],
    ])
    expect(await problems(member(one, { 'All or none': 'perhaps' }), member(other))).toEqual([
      ['All or none: please write yes or no'],
      another,
    ])
    expect(await problems(member(one), member(other, { Group: 'chess  CLUB' }))).toEqual([[], []])
    const mayNot = w.server.client({ permissions: ['TravellerManagement:series:canCreate'] })
    const refused = ['Group: you may not make groups']
    const rows = [member(one, { 'There time': '12:00' }), member(other, { 'There time': '12:00' })]
    expect((await send(rows, mayNot)).map((outcome) => outcome.problems)).toEqual([refused, refused])
  })

  test('needs the right to make recurring journeys, takes 100 rows at once, and finds no passenger of another region', async () => {
    expect(await refusal(send([row()], w.server.client('analyst')))).toMatchObject({ status: 403 })
    const rows = Array.from({ length: SERIES_IMPORT_ROWS_PER_CALL + 1 }, () => row())
    expect(await refusal(send(rows))).toMatchObject({ status: 422 })
    const elsewhere = await buildSmallTown(w.server)
    const theirs = w.server.client({ permissions: permissionKeys, region_ids: [elsewhere.region_id] })
    const unknown = { id: null, problems: ['Passenger: there is no such passenger'] }
    const byName = row({ 'Passenger number': '', Passenger: 'Maria Silva' })
    expect(await send([row(), byName], theirs)).toMatchObject([unknown, unknown])
  })
})

/** The lines of a CSV file whose cells may be quoted. */
const table = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    )
