import { api, createClient, type Settings } from '@ambit/contract'
import { openAppUsers } from './access/app-users.ts'
import { type Desks, openCab, openDesks } from './access/people.ts'
import { type Line, plainly } from './access/line.ts'
import { Trouble } from './access/trouble.ts'
import { noAbsences } from './fleet/absences.ts'
import type { Beat, FleetWorld } from './fleet/cab.ts'
import { exactClocks } from './fleet/devices.ts'
import { ordinaryRates } from './fleet/habits.ts'
import { noMishaps, noOutages } from './fleet/mishaps.ts'
import { createRoads } from './fleet/roads.ts'
import type { DriverLife } from './fleet/shift.ts'
import type { RosterDriver } from './planner/roster.ts'
import { createLedger } from './riders/ledger.ts'
import { leaveFeedback, type RiderWorld } from './riders/rider.ts'
import type { Actor } from './timeline/timeline.ts'
import { createAddresses, type Addresses } from './town/addresses.ts'
import { readTown, type Town } from './town/town.ts'

/** What drivers and riders share, in real or simulated time. */
export type Service = { desks: Desks; town: Town; addresses: Addresses; fleet: FleetWorld; riders: RiderWorld }

export const readSettings = async (line: Line): Promise<Settings> => {
  const stranger = createClient({ origin: line.origin, token: () => null, fetch: plainly })
  return (await stranger.call(api.settings.show)).data
}

export const openService = async (line: Line, seed: number, beat: Beat): Promise<Service> => {
  const settings = await readSettings(line)
  if (settings.setup_needed) throw new Trouble('This installation is empty: it has no drivers and no passengers.')
  if (!settings.streets.available) throw new Trouble('There is no street data to drive on.')
  const desks = openDesks(line)
  const town = await readTown(desks)
  const ledger = createLedger()
  const shared = { seed, desk: desks.desk, ledger, log: line.log }
  return {
    desks,
    town,
    addresses: createAddresses(desks.desk),
    fleet: {
      ...shared,
      roads: createRoads(desks.desk),
      town,
      beat,
      rates: ordinaryRates,
      mishaps: noMishaps,
      outages: noOutages,
      absences: noAbsences,
      clocks: exactClocks,
      gaps: 0,
      untold: new Set(),
      odometers: new Map(),
    },
    riders: { ...shared, apps: openAppUsers(line, seed, desks.postroom) },
  }
}

/** Passengers who were set down may leave feedback. */
export const listenToPassengers = ({ riders }: Service, spawn: Actor['spawn']): void => {
  riders.ledger.onEnded = (booking, status) => {
    if (status !== 'completed') return
    spawn(`feedback ${booking}`, async (actor) => {
      const facts = riders.ledger.bookings.get(booking)
      const late = facts === undefined ? 0 : (actor.now() - facts.dropoff_upper) / 1000
      await leaveFeedback(actor, riders, booking, late)
      riders.ledger.bookings.delete(booking)
    })
  }
}

export const lifeOf = (line: Line, { id, username }: RosterDriver, lastStart: number | null): DriverLife => ({
  id,
  username,
  session: openCab(line, username),
  lastStart,
})
