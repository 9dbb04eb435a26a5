import { api } from '@ambit/contract'
import { buildSmallTown, type Crew, type SmallTown, stopPoint } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, within } from '@testing-library/dom'
import { beforeEach } from 'vitest'
import { NOW, startPortal } from './start-portal.ts'
import { timers } from './timers.ts'

/** Service Monitoring of the small town, which each test gets to itself, without vehicles. */
export const startMonitoring = () => {
  const portal = startPortal({ streets: straightStreets() })
  let town: SmallTown
  beforeEach(async () => {
    town = await buildSmallTown(portal.server)
    timers.go(new Date(NOW))
  })
  /** The clocks of server and page show this time. */
  const at = (time: string): void => {
    const moment = new Date(`2026-11-23T${time}:00+10:00`)
    portal.server.deps.clock.set(moment)
    timers.go(moment)
  }
  /** A vehicle whose driver has signed on, and says that it is at the harbour. */
  const onDuty = async (name: string, more: Parameters<SmallTown['vehicle']>[1] = {}): Promise<Crew> => {
    const crew = await town.vehicle(name, more)
    await crew.client.call(api.driver.signOn, { params: { id: crew.trip_id } })
    await report(crew)
    return crew
  }
  const report = async (crew: Crew, [longitude, latitude] = stopPoint('Harbour')): Promise<void> => {
    const recorded_at = portal.server.deps.clock.now().toISOString()
    await crew.client.call(api.driver.positions, {
      params: { id: crew.trip_id },
      body: { positions: [{ longitude, latitude, bearing: 0, speed: 0, recorded_at }] },
    })
  }
  /** Maria Silva rides from Market to Hospital at nine. */
  const maria = async () => {
    const who = await town.passenger('Maria Silva')
    return town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  }
  /** Its stops ahead are expected so many minutes later than planned. */
  const delay = async (crew: Crew, minutes: number): Promise<void> => {
    const { db } = portal.server.deps
    const stops = await db
      .selectFrom('trip_stops')
      .where('trip_id', '=', crew.trip_id)
      .select(['id', 'scheduled_at'])
      .execute()
    for (const { id, scheduled_at } of stops) {
      const eta = new Date(scheduled_at.getTime() + minutes * 60_000)
      await db.updateTable('trip_stops').set({ eta }).where('id', '=', id).execute()
    }
  }
  const stopsOf = async (crew: Crew) =>
    (await crew.client.call(api.driver.trip, { params: { id: crew.trip_id } })).data.trip_stops
  const list = () => `/VehicleMonitoring/region/${town.region_id}`
  const row = async (vehicle: string): Promise<HTMLElement> => {
    const link = await screen.findByRole('link', { name: new RegExp(`^${vehicle}`) })
    const found = link.closest('li')
    if (found === null) throw new Error(`${vehicle} is not in a list`)
    return found
  }
  const panel = async () => within(await screen.findByRole('complementary', { name: 'Trips' }))
  return { portal, town: () => town, at, onDuty, report, delay, maria, stopsOf, list, row, panel }
}
