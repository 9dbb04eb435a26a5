import { lastDayOf, openRequestStatuses, touch } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { conflict, invalid, overlappingRide } from '../http/errors.ts'
import type { Scope } from '../http/scope.ts'
import { holdsOnTraveler } from '../holds/queries.ts'
import { type OtherRide, ridesBeside } from '../other-rides/queries.ts'
import { dayAndTime } from '../planning/plan/format.ts'

const POINTER = '/traveler_id'

/** What is in the way of a merge, as sentences without a full stop. */
export type Obstacle = { kind: 'concession' | 'ride' | 'other'; detail: string }
type Asking = { scope: Scope; now: Date }
type Two = { kept: number; merged: number }

const other = (detail: string): Obstacle => ({ kind: 'other', detail })

export const obstaclesTo = async (db: Kysely<DB>, two: Two, asking: Asking): Promise<Obstacle[]> => [
  ...(await ofConcessions(db, two, asking.now)),
  ...(await ofRides(db, two, asking.scope)),
  ...(await ofCards(db, two)),
  ...(await ofPerson(db, two.kept, asking.now)),
  ...(await ofPerson(db, two.merged, asking.now)),
]

/** What of one passenger is in the way of moving anything to or from them. */
export const ofPerson = async (db: Kysely<DB>, id: number, now: Date): Promise<Obstacle[]> => {
  const person = await db
    .selectFrom('travelers')
    .select(['walk_on', 'restriction'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('privacy_requests')
            .select('id')
            .whereRef('traveler_id', '=', 'travelers.id')
            .where('state', '=', 'open'),
        )
        .as('asks'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [
    ...(person.walk_on ? [other(`Passenger ${id} stands for all who ride without having booked`)] : []),
    ...(person.restriction === null ? [] : [other(`The use of the data of passenger ${id} is restricted`)]),
    ...(person.asks ? [other(`Passenger ${id} has an open request about their data. Answer it first`)] : []),
    ...(await holdsOnTraveler(db, id, now)).map((words) => other(`Passenger ${id}: ${words}`)),
  ]
}

const ofConcessions = async (db: Kysely<DB>, { kept, merged }: Two, now: Date): Promise<Obstacle[]> => {
  const active = (id: number) =>
    db
      .selectFrom('traveler_concessions as c')
      .innerJoin('traveler_sets as s', 's.id', 'c.traveler_set_id')
      .innerJoin('regions as g', 'g.id', 'c.region_id')
      .select(['c.region_id', 'c.expires_at', 's.name', 'g.name as region', 'g.time_zone'])
      .where('c.traveler_id', '=', id)
      .where('c.expires_at', '>', now)
      .execute()
  const theirs = await active(merged)
  return (await active(kept)).flatMap((own) => {
    const second = theirs.find(({ region_id }) => region_id === own.region_id)
    if (second === undefined) return []
    const [a, b] = [own, second].map(
      ({ name, expires_at }) =>
        `${name} until ${lastDayOf(expires_at, own.time_zone).split('-').toReversed().join('/')}`,
    )
    return [
      {
        kind: 'concession',
        detail: `Both have an active concession in ${own.region}: passenger ${kept} ${a}, passenger ${merged} ${b}. Remove one of them first`,
      },
    ]
  })
}

const ofRides = async (db: Kysely<DB>, { kept, merged }: Two, regions: Scope): Promise<Obstacle[]> => {
  const open = await db
    .selectFrom('service_requests')
    .select(['id', 'pickup_lower_bound as at'])
    .where('traveler_id', '=', merged)
    .where('status', 'in', openRequestStatuses)
    .orderBy('id')
    .execute()
  const found: Obstacle[] = []
  for (const { id, at } of open) {
    const of = { at, changed: null, regions }
    const ride = (await ridesBeside(db, { traveler_id: merged, ...of })).find((one) => one.id === id)
    if (ride === undefined) continue
    for (const beside of await ridesBeside(db, { traveler_id: kept, ...of }))
      if (touch(ride, beside)) {
        const [a, b] = [beside, ride].map(rideWords)
        const detail = `Both ride at the same time: passenger ${kept} ${a}, passenger ${merged} ${b}. Cancel or move one of them first`
        found.push({ kind: 'ride', detail })
      }
  }
  return found
}

/** Rides out of the caller's sight are told of by their times alone. */
const rideWords = ({ id, seen, pickup_opens, time_zone }: OtherRide): string =>
  `${seen ? `with booking ${id}` : 'with another booking'} on ${dayAndTime(pickup_opens, time_zone)}`

const ofCards = async (db: Kysely<DB>, { kept, merged }: Two): Promise<Obstacle[]> => {
  const { rows } = await sql`
    select from payment_methods a join payment_methods b using (provider)
    where a.traveler_id = ${kept} and b.traveler_id = ${merged} and provider <> 'test' limit 1`.execute(db)
  return rows.length === 0
    ? []
    : [other('Both have cards, and the card provider keeps those of two people apart. Remove the cards of one first')]
}

/** Throws 422 for concessions and rides of both, 409 for all else. */
export const refuseObstacles = (obstacles: readonly Obstacle[]): void => {
  const details = (kind: Obstacle['kind']) => obstacles.filter((one) => one.kind === kind).map(({ detail }) => detail)
  const concessions = details('concession')
  if (concessions.length > 0) throw invalid(concessions.map((detail) => ({ pointer: POINTER, detail })))
  const [ride] = details('ride')
  if (ride !== undefined) throw overlappingRide(ride, POINTER)
  if (obstacles.length > 0) throw conflict(`They cannot be merged now. ${details('other').join('. ')}`)
}
