import { addDays, momentAt } from '@ambit/domain'
import type { Random } from '@ambit/random'

/** One vehicle's shift: minutes after local midnight; above 1440 is the next morning. */
type Shift = { from: number; to: number }
const early: Shift = { from: 5 * 60 + 30, to: 13 * 60 + 30 }
const day: Shift = { from: 8 * 60, to: 16 * 60 + 30 }
const late: Shift = { from: 13 * 60 + 30, to: 22 * 60 }
const night: Shift = { from: 21 * 60 + 30, to: 24 * 60 + 6 * 60 }

const models = [
  {
    make: 'Toyota',
    model: 'HiAce Commuter',
    body_type: 'van',
    fuel_type: 'diesel',
    capacity: 11,
    mobility_capacity: 1,
    seats_per_wheelchair: 2,
  },
  {
    make: 'Ford',
    model: 'Transit Jumbo',
    body_type: 'van',
    fuel_type: 'diesel',
    capacity: 13,
    mobility_capacity: 2,
    seats_per_wheelchair: 2,
  },
  {
    make: 'Mercedes-Benz',
    model: 'Sprinter City',
    body_type: 'van',
    fuel_type: 'electric',
    capacity: 12,
    mobility_capacity: 2,
    seats_per_wheelchair: 3,
  },
  {
    make: 'Fuso',
    model: 'Rosa',
    body_type: 'other',
    fuel_type: 'diesel',
    capacity: 22,
    mobility_capacity: 1,
    seats_per_wheelchair: 3,
  },
  {
    make: 'LDV',
    model: 'eDeliver 9',
    body_type: 'van',
    fuel_type: 'electric',
    capacity: 8,
    mobility_capacity: 0,
    seats_per_wheelchair: 0,
  },
] as const

export const FLEET_SIZE = 25
export const DRIVER_COUNT = 34

export const drawVehicles = (random: Random) =>
  Array.from({ length: FLEET_SIZE }, (_, at) => {
    const model = models[at % models.length]!
    const letters = Array.from({ length: 3 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ'[random.below(24)]).join('')
    return {
      ...model,
      vehicle_number: `BUS ${101 + at}`,
      license_plate: `${100 + random.below(900)} ${letters}`,
      color: random.pick(['White', 'White', 'Silver', 'Blue', 'Teal']),
      year: 2017 + random.below(9),
      doors: random.pick([3, 4, 5]),
      transmission: model.fuel_type === 'electric' ? ('electric/hydrogen' as const) : ('automatic' as const),
      vendor: random.pick(['Coastline Fleet', 'Harbour Leasing', 'Council depot']),
      max_capacity: model.capacity + model.mobility_capacity,
    }
  })

/** How the fleet is divided; the zone over the whole town comes first. */
const shares = [0.36, 0.24, 0.22, 0.18]

/** The vehicle with an early and a late shift drives its zone's route, if there is one: all day, to a timetable. */
export const ROUTE_LANE = 2

export type RosterEntry = { zone: number; vehicle: number; driver: number; shift: Shift; lane: number }

/**
 * The roster of an ordinary day: early, day and late shifts in each zone and one vehicle through the night, so that
 * there is service at any hour. No vehicle or driver has two shifts at once, across midnight either.
 */
export const drawRoster = (zones: number): RosterEntry[] => {
  const counts = shares.slice(0, zones).map((share) => Math.max(3, Math.round(share * FLEET_SIZE)))
  counts[0] = FLEET_SIZE - counts.slice(1).reduce((sum, count) => sum + count, 0)
  const entries: RosterEntry[] = []
  let vehicle = 0
  let driver = 0
  counts.forEach((count, zone) => {
    let lane = 1
    for (let at = 0; at < count; at++) {
      const turns = at === 0 ? [night] : at === 1 ? [early, late] : [[day], [early], [late], [day]][at % 4]!
      for (const shift of turns) entries.push({ zone, vehicle, driver: driver++ % DRIVER_COUNT, shift, lane })
      vehicle++
      lane++
    }
  })
  return entries
}

/** Day shifts are the ones without a quiet hour. */
export const hasBreak = ({ shift }: RosterEntry): boolean => shift === day

export const windowOf = (entry: RosterEntry, timeZone: string, date: string): { start: Date; end: Date } => ({
  start: momentAt(timeZone, date, entry.shift.from),
  end: momentAt(timeZone, date, entry.shift.to),
})

/** Dates from the first to the last, both included. */
export const datesBetween = (first: string, last: string): string[] => {
  const dates: string[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
  return dates
}
