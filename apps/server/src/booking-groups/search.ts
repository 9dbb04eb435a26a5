import { counted } from '@ambit/domain'
import type { BookingGroupSearchInput, GroupRefusal } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { inSpan } from '../context/span.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { HttpError, invalid, noVehicleTakesAll } from '../http/errors.ts'
import { inSlices } from '../jobs/in-slices.ts'
import { at } from '../journeys/leg-errors.ts'
import type { PlanningContext } from '../planning/plan/context.ts'
import { clockTime } from '../planning/plan/format.ts'
import { toDate } from '../planning/plan/types.ts'
import type { Journey } from '../planning/search/journey.ts'
import type { Offer } from '../planning/search/offers.ts'
import { type GroupEnds, groupEnds, type GroupPlan, largestFree, placeGroup } from '../planning/search/place-group.ts'
import { ruleReason, underRules } from '../planning/search/rules.ts'
import { withWarnings } from '../searches/beside.ts'
import { contextsAsked, wishBeside } from '../searches/create.ts'
import type { Asker, SearchQuestion } from '../searches/question.ts'
import type { SearchRecord } from '../searches/queries.ts'
import { storeSearchIn } from '../searches/store.ts'

/** `wished_at`: of a group that leaves at another time than it asked for, as its times are agreed. */
export type GroupQuestion = z.output<typeof BookingGroupSearchInput> & Pick<SearchQuestion, 'wished_at'>

type Member = { question: SearchQuestion } & Awaited<ReturnType<typeof wishBeside>>
type Asked = { context: PlanningContext; members: readonly Member[]; wish: GroupQuestion }

/** Other times are looked for so far apart, and so many of them. Seconds */
const STEP_S = 15 * 60
const STEPS = 16
const NO_VEHICLE = 'no_vehicle_takes_all'

/** What is wrong with one member is said there: `/members/3/traveler_id`. */
export const ofMember = <T>(member: number, work: () => Promise<T>): Promise<T> => at(`/members/${member}`, work, [])

/**
 * How a group can travel: each member's own search and promise, stored in one transaction. Throws as a search does, at the
 * member; 422 `no_vehicle_takes_all` with what would work where the group cannot travel as it was asked for. Then each
 * member's search is stored as one without an offering, so that reports count these journeys as refused.
 */
export const searchGroup = async <T>(
  deps: Deps,
  wish: GroupQuestion,
  asker: Asker,
  told: (tx: Transaction<DB>, found: FoundGroup) => Promise<T>,
): Promise<T> => {
  const members: Member[] = []
  for (const [index, member] of wish.members.entries()) {
    const question = questionOf(wish, member)
    members.push(await ofMember(index, async () => ({ question, ...(await wishBeside(deps, question, asker)) })))
  }
  const contexts = await commonZones(deps, members, asker)
  const planned = await inSpan('search', {}, () => planInOne(deps, contexts, { members, wish }))
  return deps.db
    .transaction()
    .execute(async (tx) => {
      const found = await store(tx, deps, planned, asker)
      return 'refusal' in planned ? planned : { answer: await told(tx, found) }
    })
    .then((done) => {
      if ('refusal' in done) throw done.refusal
      return done.answer
    })
}

const questionOf = (wish: GroupQuestion, member: GroupQuestion['members'][number]): SearchQuestion => ({
  ...member,
  traveling_at: wish.traveling_at,
  departing: wish.departing,
  ...(wish.wished_at === undefined ? {} : { wished_at: wish.wished_at }),
  region_id: wish.region_id,
  zone_id: wish.zone_id,
  test_trips: false,
})

/** Zones that take all of them from door to door; 422 at the first member whom none takes besides those before. */
const commonZones = async (
  deps: Deps,
  members: readonly Member[],
  asker: Asker,
): Promise<readonly PlanningContext[]> => {
  let common: readonly PlanningContext[] | null = null
  for (const [index, { question, journey }] of members.entries()) {
    const own = await ofMember(index, () => contextsAsked(deps, question, journey, asker))
    const before: readonly PlanningContext[] = common ?? own
    common = before.filter(({ plan }) => own.some((one) => one.plan.settings.zone_id === plan.settings.zone_id))
    if (common.length > 0) continue
    const detail = index === 0 ? 'No zone in service takes this ride' : 'No zone takes this ride and those above'
    throw invalid([{ pointer: `/members/${index}/origin`, detail }])
  }
  return common ?? []
}

/** What is stored for a group: where each member rides, or why none does. */
type Planned = { asked: Asked } & ({ plan: GroupPlan } | { refusal: HttpError })

/** The first zone that can take the group; where none can, what one says that has stops for all of them, else throws the first. */
const planInOne = async (
  deps: Deps,
  contexts: readonly PlanningContext[],
  group: Omit<Asked, 'context'>,
): Promise<Planned> => {
  const refusals: { asked: Asked; refusal: HttpError }[] = []
  for (const context of contexts) {
    const asked = { ...group, context }
    try {
      return { asked, plan: await planFor(deps, asked) }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refusals.push({ asked, refusal: error })
    }
  }
  const full = refusals.find(({ refusal: { errors } }) => errors[0]?.code === NO_VEHICLE)
  if (full !== undefined) return full
  throw refusals[0]!.refusal
}

/** Each member's journey as the rules of the zone let it be booked; 422 at the member whom they refuse. */
const journeysUnderRules = ({ context, members }: Asked, time?: number): Journey[] | null => {
  const journeys: Journey[] = []
  for (const [index, { journey, rides }] of members.entries()) {
    const wanted = time === undefined ? journey : { ...journey, time, leave_now: false }
    const asked = underRules(context, wanted, rides)
    if (asked.journey !== null && asked.refused === null) journeys.push(asked.journey)
    else if (time !== undefined || asked.refused === null) return null
    else {
      const { text } = ruleReason(context.plan.settings, asked.refused, rides)
      throw invalid([{ pointer: `/members/${index}/traveling_at`, detail: text }])
    }
  }
  return journeys
}

const planFor = async (deps: Deps, asked: Asked): Promise<GroupPlan> => {
  const { context, wish } = asked
  const journeys = journeysUnderRules(asked) ?? []
  const ends = await inSlices(deps.clock, groupEnds(context, journeys))
  const nowhere = ends.indexOf(null)
  if (nowhere >= 0 && wish.all_or_none) {
    const detail = 'No suitable stop is within walking distance of both ends'
    throw invalid([{ pointer: `/members/${nowhere}/origin`, detail }])
  }
  const plan = await inSlices(deps.clock, placeGroup(context, journeys, ends, wish))
  if (plan !== null) return plan
  const refusal = await refusalOf(deps, asked, journeys, ends)
  throw noVehicleTakesAll(inWords(asked, refusal), refusal)
}

const vehiclesIn = (plan: GroupPlan): number[] => [...new Set(plan.flatMap((offer) => offer?.trip.id ?? []))]

const refusalOf = async (
  deps: Deps,
  asked: Asked,
  journeys: readonly Journey[],
  ends: GroupEnds,
): Promise<GroupRefusal> => {
  const { context, members, wish } = asked
  const [first] = journeys
  const wheelchairs = members.reduce((sum, { journey }) => sum + journey.wheelchairs, 0)
  const free = first === undefined ? null : largestFree(context, first)
  const few =
    wish.seating === 'fewest'
      ? null
      : await inSlices(deps.clock, placeGroup(context, journeys, ends, { seating: 'fewest', all_or_none: true }))
  return {
    seats: members.reduce((sum, { journey }) => sum + journey.passengers, 0) - wheelchairs,
    wheelchairs,
    largest: free && { seats: Math.max(0, free.seats), wheelchairs: Math.max(0, free.wheelchairs) },
    vehicles: few && vehiclesIn(few).length,
    next_at: await nextTime(deps, asked, ends),
  }
}

const nextTime = async (deps: Deps, asked: Asked, ends: GroupEnds): Promise<string | null> => {
  const from = asked.members[0]?.journey.time ?? 0
  for (let step = 1; step <= STEPS; step++) {
    const journeys = journeysUnderRules(asked, from + step * STEP_S)
    if (journeys === null) continue
    const plan = await inSlices(deps.clock, placeGroup(asked.context, journeys, ends, asked.wish))
    if (plan !== null) return toDate(from + step * STEP_S).toISOString()
  }
  return null
}

/** `11 seats and 2 wheelchair spaces` */
const room = (seats: number, wheelchairs: number): string =>
  wheelchairs === 0
    ? counted(seats, 'seat')
    : `${counted(seats, 'seat')} and ${counted(wheelchairs, 'wheelchair space')}`

const inWords = (
  { context, wish }: Asked,
  { seats, wheelchairs, largest, vehicles, next_at }: GroupRefusal,
): string => {
  const needed = room(seats, wheelchairs)
  const has = largest && (wheelchairs === 0 ? `${largest.seats}` : `${largest.seats} and ${largest.wheelchairs}`)
  const fits = largest !== null && largest.seats >= seats && largest.wheelchairs >= wheelchairs
  const why =
    has === null
      ? `${needed}; no vehicle is in service then`
      : fits
        ? `${needed}; no vehicle can fetch all of them in time`
        : `${needed}; the largest free vehicle has ${has}`
  const several = vehicles === null || wish.seating === 'fewest' ? [] : [`${counted(vehicles, 'vehicle')} would do`]
  const later = next_at === null ? [] : [`it works at ${clockTime(new Date(next_at), context.plan.settings.time_zone)}`]
  return [why, ...several, ...later]
    .join('. ')
    .replace(/\. (\p{L})/gu, (_, letter: string) => `. ${letter.toUpperCase()}`)
}

export type FoundGroup = {
  zone_id: number
  time_zone: string
  searches: SearchRecord[]
  vehicles: { trip_id: number; vehicle_number: string; traveler_ids: number[] }[]
  total_price: number
}

const LEFT_OUT = { code: 'left_out', text: 'There is no seat for this passenger' }

const store = async (
  tx: Transaction<DB>,
  deps: Deps,
  { asked: { context, members }, ...planned }: Planned,
  asker: Asker,
): Promise<FoundGroup> => {
  const plan = 'plan' in planned ? planned.plan : []
  const left = 'plan' in planned ? LEFT_OUT : { code: NO_VEHICLE, text: planned.refusal.errors[0]?.detail ?? '' }
  const { zone_id, time_zone } = context.plan.settings
  const searches: SearchRecord[] = []
  for (const [index, { question, journey, travelling, others }] of members.entries()) {
    const offer = plan[index] ?? null
    const answered = {
      input: question,
      journey,
      travelling,
      asker,
      offers: offer === null ? [] : withWarnings(deps, [offer], others),
      reasons: offer === null ? [left] : [],
      nearest_change: null,
      zone_id,
    }
    searches.push(await storeSearchIn(tx, deps.clock.now(), answered))
  }
  const offers = plan.flatMap((offer): Offer[] => (offer === null ? [] : [offer]))
  return {
    zone_id,
    time_zone,
    searches,
    vehicles: vehiclesIn(plan).map((trip_id) => ({
      trip_id,
      vehicle_number: offers.find(({ trip }) => trip.id === trip_id)?.trip.vehicle_number ?? '',
      traveler_ids: members.flatMap(({ question }, index) =>
        plan[index]?.trip.id === trip_id ? [question.traveler_id] : [],
      ),
    })),
    total_price:
      Math.round(100 * searches.reduce((sum, one) => sum + (one.service_offerings[0]?.meta.total_price ?? 0), 0)) / 100,
  }
}
