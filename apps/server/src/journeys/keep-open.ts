import type { OpenReturnWish, PaymentMethodName } from '@ambit/contract'
import { reach, unreachable } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { clockTime } from '../planning/plan/format.ts'
import { zonesInService } from '../planning/plan/context.ts'
import { travellingOf } from '../searches/people.ts'
import { findTraveler } from '../searches/queries.ts'
import type { Asker, SearchQuestion } from '../searches/question.ts'

type Wish = z.output<typeof OpenReturnWish>

/** The way there, as it was asked for and is promised. */
export type WayThere = {
  question: Pick<
    SearchQuestion,
    'aids' | 'destination' | 'mobility_support' | 'origin' | 'own_times' | 'passengers' | 'traveler_id'
  >
  zone_id: number
  time_zone: string
  dropoff_upper_bound: Date
  dropoff_walk_s: number
  payment_method: PaymentMethodName
}

/** A way back to be kept until its passenger calls. */
export type KeptOpen = Awaited<ReturnType<typeof openReturnOf>>

/**
 * What is kept of a way back: what is not said is as on the way there. 422 at the field for places that no zone serves,
 * people who may not travel, and a time before the way there ends.
 */
export const openReturnOf = async (deps: Deps, wish: Wish, there: WayThere, asker: Asker) => {
  requireAfter(wish, there)
  const people = wish.passengers === undefined ? there.question : wish
  const asked: SearchQuestion = {
    ...there.question,
    origin: wish.origin ?? there.question.destination,
    destination: wish.destination ?? there.question.origin,
    passengers: people.passengers ?? there.question.passengers,
    mobility_support: people.mobility_support,
    aids: people.aids,
    own_times: people.own_times,
    traveling_at: wish.not_before,
    departing: true,
    test_trips: false,
  }
  const traveler = await findTraveler(deps.db, asker.regions, asked.traveler_id, null)
  if (traveler === undefined) throw invalid([{ pointer: '/traveler_id', detail: 'There is no such passenger' }])
  const travelling = await travellingOf(deps.db, asked, traveler, asker.regions)
  const not_before = new Date(wish.not_before)
  const { zone_id, rules } = await zoneOf(deps, asked, there, asker)
  return {
    traveler_id: asked.traveler_id,
    zone_id,
    passengers: JSON.stringify(asked.passengers),
    mobility_support: travelling.wheelchairs,
    aids: JSON.stringify(travelling.aids),
    own_times: travelling.own_times && JSON.stringify(travelling.own_times),
    origin_name: asked.origin.name,
    origin_longitude: asked.origin.point[0],
    origin_latitude: asked.origin.point[1],
    destination_name: asked.destination.name,
    destination_longitude: asked.destination.point[0],
    destination_latitude: asked.destination.point[1],
    payment_method: there.payment_method,
    day: rules.days.at(not_before.getTime()).date,
    not_before,
  }
}

const requireAfter = ({ not_before }: Wish, there: WayThere): void => {
  const missed = unreachable(
    { closes: there.dropoff_upper_bound.getTime(), walk_s: there.dropoff_walk_s },
    { opens: Date.parse(not_before), walk_s: 0 },
  )
  if (missed === null) return
  const [ends, from] = [missed.ends, missed.from].map((time) => clockTime(new Date(time), there.time_zone))
  throw invalid([
    { pointer: '/not_before', detail: `The way there ends at ${ends}; a return is possible from ${from}` },
  ])
}

/** The zone of the way there, or else the first that takes passengers from the one place to the other. */
const zoneOf = async (deps: Deps, { origin, destination }: SearchQuestion, there: WayThere, { regions }: Asker) => {
  const zones = (await zonesInService(deps, { zone_id: null, regions })).filter(
    ({ areas }) => reach(areas, origin.point, destination.point) === 'reachable',
  )
  const zone = zones.find(({ zone_id }) => zone_id === there.zone_id) ?? zones[0]
  if (zone === undefined)
    throw invalid([{ pointer: '/destination', detail: 'No zone in service takes passengers between these places' }])
  return zone
}

type Keeping = { journey_id: number; by: number | null; now: Date }

/** Its id. */
export const keepOpen = async (
  tx: Transaction<DB>,
  kept: KeptOpen,
  { journey_id, by, now }: Keeping,
): Promise<number> => {
  const { id } = await tx
    .insertInto('open_returns')
    .values({
      ...kept,
      journey_id,
      reason: null,
      waitlist_entry_id: null,
      service_request_id: null,
      created_by: by,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChanged(tx, 'open_returns', id)
  return id
}
