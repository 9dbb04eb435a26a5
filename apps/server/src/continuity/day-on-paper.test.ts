import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api, type PaperStop } from '@ambit/contract'
import { jobsFor } from '../boot/job-list.ts'
import { registerJobs, runDueJobs } from '../jobs/runner.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let folder: string
let server: TestServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-day-'))
  server = await startTestServer({
    streets: straightStreets(),
    config: { dataFolder: folder, continuityFolders: [join(folder, 'continuity')] },
  })
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What is read off a sheet: one line for each passenger at each stop. */
type Line = { Trip: string; Stop: string; Arrive: string; What: string; Booking: string }

/** The newest pack of a folder, by its CSV. */
const sheetIn = (copy: string): Line[] => {
  const [region = ''] = readdirSync(copy)
  const newest = readdirSync(join(copy, region)).toSorted().at(-1) ?? ''
  const [, ...lines] = readFileSync(join(copy, region, newest, 'trips.csv'), 'utf8').split('\r\n')
  return Papa.parse<Line>(lines.join('\n'), { header: true, skipEmptyLines: true }).data
}

const momentOf = (clock: string): Date => {
  const [, hours, minutes] = /^(\d+):(\d\d) am$/.exec(clock) ?? []
  return new Date(`2026-11-23T${hours?.padStart(2, '0')}:${minutes}:00+10:00`)
}
const later = (moment: Date, minutes: number): string => new Date(moment.getTime() + minutes * 60_000).toISOString()

// covers: OPS-113
test('a day whose server ended at eight is driven by a copied pack, caught up afterwards, and in the month’s figures', async () => {
  const { deps } = server
  const town = await buildSmallTown(server)
  deps.clock.set('2026-11-23T07:50:00+10:00')
  const booked = new Map<number, number>()
  for (const [name, at] of [
    ['Van 1', '08:30'],
    ['Van 2', '08:30'],
    ['Van 3', '08:30'],
  ] as const) {
    const van = await town.vehicle(name, { seats: 1 })
    const { id } = await town.book({ who: await town.passenger(`Rider ${name}`), from: 'Market', to: 'Hospital', at })
    booked.set(van.trip_id, id)
  }
  const jobs = jobsFor(deps.config)
  await registerJobs(deps, jobs)
  await runDueJobs(deps, jobs)
  deps.clock.set('2026-11-23T08:00:00+10:00')
  await runDueJobs(deps, jobs)
  cpSync(join(folder, 'continuity'), join(folder, 'elsewhere'), { recursive: true })

  // The server is away until noon; then its jobs go on.
  deps.clock.set('2026-11-23T12:00:00+10:00')
  await runDueJobs(deps, jobs)
  const sheet = Map.groupBy(sheetIn(join(folder, 'elsewhere')), ({ Trip }) => Trip)
  expect(sheet.size).toBe(3)
  const { data: late } = await town.dispatcher.call(api.continuityPacks.toCatchUp)
  expect(late.map(({ name }) => name).toSorted()).toEqual([...sheet.keys()].toSorted())
  for (const { id, name } of late) {
    const { data: trip } = await town.dispatcher.call(api.trips.show, { params: { id } })
    const stops = [...Map.groupBy(sheet.get(name) ?? [], ({ Stop }) => Stop)].map(([number, lines]): PaperStop => {
      const arrived = momentOf(lines[0]?.Arrive ?? '')
      return {
        trip_stop_id: trip.trip_stops[Number(number) - 1]?.id ?? 0,
        arrived_at: later(arrived, 2),
        departed_at: later(arrived, 3),
        bookings: lines.map(({ What, Booking }) => ({
          id: Number(Booking),
          mark: What === 'Board' ? ('boarded' as const) : ('set_down' as const),
          at: later(arrived, 2),
        })),
      }
    })
    await town.dispatcher.call(api.continuityPacks.catchUp, { body: { trip_id: id, written_by: 'Ann Lee', stops } })
  }
  const month = { from: '2026-11-01', to: '2026-11-30', region: [town.region_id] }
  const { data } = await town.dispatcher.call(api.bookingReports.summary, { query: { filter: month } })
  expect(data.totals).toMatchObject({ completed: 3, not_served: 0, open: 0, total: 3 })
  for (const id of booked.values()) {
    const { data: booking } = await town.dispatcher.call(api.serviceRequests.show, { params: { id } })
    expect([booking.status, clockOf(booking.pickup.actual)]).toEqual(['completed', '08:32'])
  }
  await nothingBroken(server)
})
