import { api, type ServiceException } from '@ambit/contract'
import { destination, type LngLat } from '@ambit/geo'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { judging } from './judging.ts'
import { startTestServer, type TestServer } from './server.ts'
import { type Booking, buildSmallTown, type Crew, type SmallTown, type StopName, stopPoint } from './small-town.ts'
import { straightStreets } from './straight-streets.ts'

/** The small town, which each test gets to itself, and the job that judges it. */
export const startWatching = () => {
  let server: TestServer
  let town: SmallTown
  let jobs: ReturnType<typeof judging>
  beforeAll(async () => {
    server = await startTestServer({ streets: straightStreets() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    town = await buildSmallTown(server)
    await server.deps.db.deleteFrom('exceptions').execute()
    await server.deps.db.updateTable('trips').set({ current_state: 'cancelled' }).execute()
    await server.deps.db.updateTable('service_requests').set({ status: 'cancelled' }).execute()
    await server.deps.db.deleteFrom('service_plans').execute()
    jobs = judging(server)
  })

  const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
  const watch = () => jobs.watch()
  /** Judged at a time, and what stands then. */
  const judged = async (time: string): Promise<ServiceException[]> => {
    at(time)
    await watch()
    return standing()
  }
  const standing = async () =>
    (await town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [town.zone_id] } } })).data
  const seen = (crew: Crew, place?: LngLat): Promise<void> => report(server, crew, place)
  /** It has signed on and is about to reach the first stop. */
  const setOut = async (crew: Crew): Promise<void> => {
    await signOn(crew)
    await seen(crew)
    server.deps.clock.set(new Date(server.deps.clock.now().getTime() + 1000).toISOString())
    await seen(crew, destination(stopPoint('Market'), 100, 270))
  }
  const book = async (name: string, from: StopName, to: StopName, time: string): Promise<Booking> =>
    town.book({ who: await town.passenger(name), from, to, at: time })
  const delay = ({ trip_id }: Crew, minutes: number): Promise<void> => delayStops(server, trip_id, minutes)
  const history = async (id: number) =>
    (await town.dispatcher.call(api.exceptions.history, { params: { id } })).data.map(
      ({ change, after }) => `${change} ${after.severity}`,
    )
  const setRule = (change: object) =>
    server.client('operations_manager').call(api.exceptionRules.update, {
      body: { zone_id: town.zone_id, enabled: true, watch: null, soon: null, urgent: null, ...change } as never,
    })
  return {
    at,
    watch,
    workOut: () => jobs.workOut(),
    judged,
    standing,
    signOn,
    seen,
    setOut,
    book,
    delay,
    history,
    setRule,
    get server() {
      return server
    },
    get town() {
      return town
    },
    /** As a process that has just started. */
    restart: () => {
      jobs = judging(server)
    },
  }
}

/** `promise_at_risk soon` of each. */
export const shown = (rows: readonly ServiceException[]) => rows.map(({ kind, severity }) => `${kind} ${severity}`)

/** All stops ahead are expected so many minutes after the window that was promised there. */
const delayStops = async ({ deps: { db } }: TestServer, tripId: number, minutes: number): Promise<void> => {
  const bookings = await db.selectFrom('service_requests').selectAll().where('trip_id', '=', tripId).execute()
  for (const booking of bookings)
    for (const [stop, until] of [
      [booking.pickup_trip_stop_id, booking.promised_pickup_upper_bound],
      [booking.dropoff_trip_stop_id, booking.promised_dropoff_upper_bound],
    ] as const)
      if (stop !== null)
        await db
          .updateTable('trip_stops')
          .set({ eta: new Date(until.getTime() + minutes * 60_000) })
          .where('id', '=', stop)
          .execute()
}

const signOn = ({ client, trip_id }: Crew) => client.call(api.driver.signOn, { params: { id: trip_id } })

/** Its vehicle is seen there, at the harbour unless a place is given. */
const report = async (
  { deps }: TestServer,
  { client, trip_id }: Crew,
  [longitude, latitude]: LngLat = stopPoint('Harbour'),
): Promise<void> => {
  const recorded_at = deps.clock.now().toISOString()
  const positions = [{ longitude, latitude, bearing: 0, speed: 0, recorded_at }]
  await client.call(api.driver.positions, { params: { id: trip_id }, body: { positions } })
}
