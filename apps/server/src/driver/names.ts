import { type Kysely, sql } from 'kysely'
import type { StrategyConfiguration } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { strategyOf } from './strategy.ts'

/** First name and initial: enough to ask for a passenger at a stop (DAPP-122). Nobody asks for those who did not book. */
const SHORT_NAME = sql<string>`case when t.walk_on then '' when t.last_name = '' then t.first_name
  else t.first_name || ' ' || left(t.last_name, 1) || '.' end`

const FULL_NAME = sql<string>`case when t.walk_on then '' else trim(t.first_name || ' ' || t.last_name) end`

/** SQL: a passenger as the drivers of a strategy see them. */
export const nameFor = (driver_sees: StrategyConfiguration['driver_sees']) =>
  driver_sees === 'full_name' ? FULL_NAME : SHORT_NAME

type Rider = { id: number; traveler_name: string }
type WithRiders = { id: number; trip_stops: readonly { boardings: readonly Rider[]; alightings: readonly Rider[] }[] }

/** The trip with these names of its bookings' passengers. */
export const withNames = <T extends WithRiders>(trip: T, bookings: readonly { id: number; name: string }[]): T => {
  const names = new Map(bookings.map(({ id, name }) => [id, name]))
  const named = <R extends Rider>(one: R): R => ({ ...one, traveler_name: names.get(one.id) ?? '' })
  return {
    ...trip,
    trip_stops: trip.trip_stops.map((stop) => ({
      ...stop,
      boardings: stop.boardings.map(named),
      alightings: stop.alightings.map(named),
    })),
  }
}

/** The trip with its passengers as its driver sees them. */
export const asDriverSees = async <T extends WithRiders>(db: Kysely<DB>, trip: T): Promise<T> => {
  const { configuration } = await strategyOf(db, trip.id)
  const bookings = await db
    .selectFrom('service_requests as r')
    .innerJoin('travelers as t', 't.id', 'r.traveler_id')
    .where('r.trip_id', '=', trip.id)
    .select(['r.id', nameFor(configuration.driver_sees).as('name')])
    .execute()
  return withNames(trip, bookings)
}
