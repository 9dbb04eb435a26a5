import { type Random, seededRandom } from '@ambit/random'
import tzLookup from '@photostructure/tz-lookup'
import { sql } from 'kysely'
import { addDays, dateIn } from '@ambit/domain'
import type { Streets } from '@ambit/streets'
import { createUser, ensureBuiltInRoles } from '../access/accounts.ts'
import { hashPassword } from '../access/passwords.ts'
import type { Deps } from '../deps.ts'
import { environmentFor } from '../http/authenticate.ts'
import { DEMO_MAIL_DOMAIN, DEMO_PASSWORD, DEMO_PIN, demoDrivers, demoUsers } from '../settings/demo.ts'
import { learnTravelFactors } from '../travel-factors/learn.ts'
import { storeDiscounts } from './discounts.ts'
import { drawAttributes } from './fleet-details.ts'
import { DRIVER_COUNT, drawRoster, drawVehicles, type RosterEntry, windowOf } from './fleet.ts'
import { type HistoryTraveler, liveThroughDay, pastDates } from './history.ts'
import { layOutService } from './layout.ts'
import { createPeople, type Person } from './people.ts'
import {
  regionOn,
  storeFleet,
  storeHomes,
  storeTravelers,
  storeUpcoming,
  storeZones,
  type StoredZone,
} from './store.ts'
import { storeFleetDetails } from './store-fleet-details.ts'
import { storePassengerDetails } from './store-passenger-details.ts'
import { storeReports } from './reports.ts'
import { storeHistory } from './store-history.ts'

const TRAVELERS = 600
/** Of the approved drivers the last ones are on no roster. */
const FIRST_LEFT_ALONE = DRIVER_COUNT - 4

export type DemoOptions = {
  /** past days to generate */
  historyDays: number
  /** days from today on that get schedules */
  daysAhead: number
  report: (text: string) => void
}

/**
 * Fills an empty installation with a service on its streets: people, fleet, zones, past days,
 * schedules for the days to come. Only ever called on a database without users.
 */
export const seedDemo = async (
  deps: Deps,
  streets: Streets,
  { historyDays, daysAhead, report }: DemoOptions,
): Promise<void> => {
  const random = seededRandom(deps.config.seed)
  const now = deps.clock.now()
  report('laying out zones and stops')
  const { name, zones: sketches } = layOutService(streets, random)
  const centre = sketches[0]?.centre
  if (centre === undefined) throw new Error('The street data hold too few addresses to lay a service on.')
  const timeZone = tzLookup(centre[1], centre[0])
  await sweep(deps)
  const zones = await storeZones(deps.db, name, timeZone, sketches, now)
  const person = createPeople(random, DEMO_MAIL_DOMAIN)
  // Its own sequence: what a vehicle carries changes nothing about the days it drives.
  const details = seededRandom(deps.config.seed + 1)
  const lastYear = now.getUTCFullYear() - 1
  const roster = drawRoster(zones.length)
  const crew = await storeFleet(
    deps.db,
    drawVehicles(random).map((vehicle, at) => ({
      ...vehicle,
      extra_attributes: JSON.stringify(drawAttributes(details, at, lastYear)),
      region_id: regionOn(roster, zones, 'vehicle', at),
    })),
    people(DRIVER_COUNT, person).map((driver, at) => ({
      ...driver,
      ...demoDrivers[at - FIRST_LEFT_ALONE],
      region_id: regionOn(roster, zones, 'driver', at),
    })),
    await hashPassword(DEMO_PIN),
    now,
  )
  await storeFleetDetails(deps.db, crew.vehicles, details, now)
  const travelers = await storeTravelers(deps.db, drawTravelers(random, person), now)
  await storePassengerDetails(deps.db, seededRandom(deps.config.seed + 2), now)
  const today = dateIn(timeZone, now)
  await storePast(
    deps,
    streets,
    zones,
    crew,
    travelers,
    roster,
    timeZone,
    [...pastDates(today, historyDays), today],
    now,
    report,
  )
  report('learning how slow the streets are at which hour')
  for (const region of await deps.db.selectFrom('regions').select(['id', 'time_zone']).orderBy('id').execute())
    await learnTravelFactors(deps, streets, region)
  report('planning the days to come')
  for (let day = -1; day < daysAhead; day++) {
    const date = addDays(today, day)
    const open = roster.filter((entry) => windowOf(entry, timeZone, date).end.getTime() > now.getTime())
    await storeUpcoming(deps, zones, crew, open, timeZone, date)
  }
  await storeHomes(deps.db)
  await storeReports(deps.db)
  await storeDiscounts(deps.db, now)
  await storeUsers(deps, now)
}

/**
 * Removes what an interrupted first start left behind. Users are written last: without one the installation is unused.
 */
const sweep = async ({ db }: Deps): Promise<void> => {
  await sql`truncate regions, locations, drivers, vehicles, schemas, travelers, discounts restart identity cascade`.execute(
    db,
  )
}

const people = (count: number, person: () => Person): Person[] => Array.from({ length: count }, person)

const storeUsers = async ({ db, config }: Deps, now: Date): Promise<void> => {
  await ensureBuiltInRoles(db, now, environmentFor(config))
  const password_hash = await hashPassword(DEMO_PASSWORD)
  await db.transaction().execute(async (tx) => {
    for (const user of demoUsers)
      await createUser(tx, { ...user, email: `${user.username}@${DEMO_MAIL_DOMAIN}`, password_hash }, now)
  })
}

const drawTravelers = (random: Random, person: () => Person) =>
  people(TRAVELERS, person).map((who) => ({
    ...who,
    low_tech: random.chance(0.18),
    handicapped: random.chance(0.07),
    medically_exempt: random.chance(0.03),
    status: random.chance(0.98) ? ('active' as const) : ('blocked' as const),
  }))

/** Generates the past zone by zone and day by day; a shift that has not ended yet is left out. */
const storePast = async (
  deps: Deps,
  streets: Streets,
  zones: readonly StoredZone[],
  crew: {
    vehicles: {
      id: number
      vehicle_number: string
      capacity: number
      mobility_capacity: number
      seats_per_wheelchair: number
    }[]
    drivers: { id: number }[]
  },
  travelers: readonly HistoryTraveler[],
  roster: readonly RosterEntry[],
  timeZone: string,
  dates: readonly string[],
  now: Date,
  report: (text: string) => void,
): Promise<void> => {
  const present = now.getTime() / 1000
  for (const [at, zone] of zones.entries()) {
    const points = zone.stops.map(({ longitude, latitude }) => [longitude, latitude] as const)
    const travel = streets.table('car', points, points)
    const entries = roster.filter((entry) => entry.zone === at)
    for (const [index, date] of dates.entries()) {
      report(`living through the past: ${zone.name}, ${date}`)
      const trips = liveThroughDay(
        { stops: zone.stops, travel },
        entries,
        crew.vehicles,
        travelers,
        timeZone,
        date,
        deps.config.seed * 1000 + at * 100_000 + index,
      )
      await storeHistory(
        deps.db,
        zone,
        crew,
        trips.filter(({ end }) => end <= present),
      )
    }
  }
}
