import { api, type BookingSeriesInput, type Client, createClient, type OccurrenceLeg } from '@ambit/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { RoleName } from '../access/roles.ts'
import { makeSeries } from '../booking-series/run.ts'
import { createServicePlan } from '../service-plans/create.ts'
import { byId, type Change, change, fresh, type World } from './changes.ts'
import { people } from './groups.ts'
import { runJob } from './run-job.ts'
import type { TestServer } from './server.ts'
import { type SmallTown, type StopName, stopPoint } from './small-town.ts'

export type SeriesInput = z.input<typeof BookingSeriesInput>

/** Makes the rides that are due at once. */
export const makeNow = ({ deps }: TestServer): Promise<void> => runJob(deps, makeSeries)

export const legAt = (from: StopName, to: StopName, time: string, more: object = {}): SeriesInput['legs'][number] => ({
  time,
  departing: true,
  passengers: [{ fare_type: 'adult' }],
  origin: { name: from, point: stopPoint(from) },
  destination: { name: to, point: stopPoint(to) },
  ...more,
})

/** Every Monday from the town's own on, from Market to Station at ten. */
export const seriesOf = (traveler_id: number, more: Partial<SeriesInput> = {}): SeriesInput => ({
  traveler_id,
  pattern: { repeat: 'weekly', every: 1, weekdays: ['MO'] },
  starts_on: '2026-11-23',
  legs: [legAt('Market', 'Station', '10:00')],
  payment_method: 'cash',
  ...more,
})

export const makeSeriesOf = async (client: Client, traveler_id: number, more: Partial<SeriesInput> = {}) =>
  (await client.call(api.bookingSeries.create, { body: seriesOf(traveler_id, more) })).data

export type SeriesGroupInput = z.input<typeof api.bookingSeries.createGroup.body>

/** A choir that rides together every Monday from Market to Station at ten. */
export const seriesGroupOf = (who: readonly number[], more: Partial<SeriesGroupInput> = {}): SeriesGroupInput => {
  const { pattern, starts_on, legs, payment_method } = seriesOf(0)
  const { time, departing, ...way } = legs[0]! // one way
  return {
    name: 'Harbour choir',
    seating: 'together',
    all_or_none: true,
    pattern,
    starts_on,
    ways: [{ time, departing }],
    members: who.map((traveler_id) => ({ traveler_id, payment_method, ...way })),
    ...more,
  }
}

export const makeGroupOf = async (client: Client, who: readonly number[], more: Partial<SeriesGroupInput> = {}) =>
  (await client.call(api.bookingSeries.createGroup, { body: seriesGroupOf(who, more) })).data

/** A vehicle with a driver on each of these dates. */
export const vehicleOn = async (
  server: TestServer,
  town: SmallTown,
  name: string,
  dates: readonly string[],
  { seats = 8, from = '06:00', until = '20:00' } = {},
): Promise<void> => {
  const { vehicle_id, driver_id } = await town.vehicle(name, { seats, from, until })
  for (const date of dates)
    if (date !== '2026-11-23')
      await createServicePlan(server.deps, {
        zone_id: town.zone_id,
        vehicle_id,
        driver_id,
        start_time: `${date}T${from}:00+10:00`,
        end_time: `${date}T${until}:00+10:00`,
        minimum_capacity: seats,
        metadata: {},
      })
}

/** Its dates with what became of each way: `2026-11-23 booked`. */
export const datesOfSeries = async (client: Client, id: number, from = '2026-11-20', until?: string) => {
  const { data } = await client.call(api.bookingSeries.occurrences, {
    params: { id },
    query: { from, ...(until === undefined ? {} : { until }) },
  })
  return data
}
export const statesOf = async (client: Client, id: number, until = '2026-12-31') =>
  (await datesOfSeries(client, id, '2026-11-20', until)).map(({ date, legs }) => [
    date,
    ...legs.map(({ state }) => state),
  ])
export const legsOn = async (client: Client, id: number, date: string): Promise<OccurrenceLeg[]> =>
  (await datesOfSeries(client, id, date, date))[0]?.legs ?? []

/** Sets the clock, with clients that have signed in since: sessions end by it too. */
export const later = async (
  { deps, url, token }: TestServer,
  moment: string,
  ...roles: RoleName[]
): Promise<Client[]> => {
  deps.clock.set(moment)
  const tokens = await Promise.all(roles.map(token))
  return tokens.map((one) => createClient({ origin: url, token: () => one }))
}

/** No series of an earlier town is due any more. */
export const endAllSeries = async ({ deps: { db } }: TestServer): Promise<void> => {
  await sql`update booking_series set ended_at = now() where ended_at is null`.execute(db)
}

const one = async ({ server, town }: World) =>
  (await makeSeriesOf(server.client('superadmin'), await town.passenger(fresh('Regular ')))).id
const inPause = { from: '2026-12-07', to: '2026-12-14' }

/** Every change of a series. */
export const seriesChanges: readonly Change[] = [
  change(api.bookingSeries.create, async ({ town }) => ({ body: seriesOf(await town.passenger(fresh('Regular '))) })),
  change(api.bookingSeries.createGroup, async ({ town }) => ({ body: seriesGroupOf(await people(town, 2)) })),
  change(api.bookingSeries.import, async ({ town }) => {
    const [from, to] = [stopPoint('Market'), stopPoint('Station')]
    const row = {
      'Passenger number': String(await town.passenger(fresh('Regular '))),
      Days: 'Monday',
      'First date': '2026-11-23',
      'There from latitude': String(from[1]),
      'There from longitude': String(from[0]),
      'There to latitude': String(to[1]),
      'There to longitude': String(to[0]),
      'There time': '10:00',
    }
    return { body: { rows: [row] } }
  }),
  change(api.bookingSeries.setDate, async (world) => ({
    ...(await byId(one)(world)),
    body: { date: '2026-11-30', is: 'left_out' as const },
  })),
  change(api.bookingSeries.pause, async (world) => ({ ...(await byId(one)(world)), body: inPause })),
  change(api.bookingSeries.endPause, async (world) => {
    const id = await one(world)
    const { data } = await world.server
      .client('superadmin')
      .call(api.bookingSeries.pause, { params: { id }, body: inPause })
    return { params: { id, pause_id: data.pauses[0]?.id ?? 0 } }
  }),
  change(api.bookingSeries.end, async (world) => ({ ...(await byId(one)(world)), body: {} })),
  change(api.bookingSeries.change, async (world) => ({
    ...(await byId(one)(world)),
    body: { scope: 'all' as const, legs: [legAt('Market', 'Station', '11:00')] },
  })),
]
