import type { Transaction } from 'kysely'
import type { Disruption, DisruptionPreview } from '@ambit/contract'
import { refuseTripTransition } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { toSeconds } from '../planning/plan/types.ts'
import { lockPlan, raisePlanVersion } from '../planning/plan/queries.ts'
import { readOwnTrip, refuse } from '../driver/action.ts'
import type { Actor } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { cancelTrip, planCancel } from '../planning/disrupt/cancel-trip.ts'
import type { Frame } from '../planning/disrupt/cancel-trip.ts'
import { acceptClosure, previewClosure } from './close-road.ts'
import { later } from '../planning/disrupt/later.ts'
import { outcomes } from '../planning/disrupt/outcomes.ts'
import { planShorter, shortenTrip } from '../planning/disrupt/shorten-trip.ts'
import type { Span } from '../planning/disrupt/shorten-trip.ts'
import { requireShown, tokenOf } from './token.ts'

type OfTrip = Exclude<Disruption, { kind: 'road_closed' }>

/**
 * What a disruption does to everybody: planned as one problem, within what was promised as far as that goes. Nothing
 * is changed. 404 for what the caller may not see, 422 for what cannot happen any more.
 */
export const previewDisruption = (deps: Deps, disruption: Disruption, actor: Actor): Promise<DisruptionPreview> =>
  disruption.kind === 'road_closed' ? previewClosure(deps, disruption, actor) : inTurn(deps, disruption, actor, answer)

/**
 * Carries a disruption out as it was shown. A preview is not kept: its token says what came out, and it is asked again
 * in the zone's turn. 409 with a fresh preview when somebody would fare worse, or go with another vehicle, by now.
 */
export const acceptDisruption = (
  deps: Deps,
  { disruption, token }: { disruption: Disruption; token: string },
  actor: Actor,
): Promise<DisruptionPreview> =>
  disruption.kind === 'road_closed'
    ? acceptClosure(deps, { disruption, token }, actor)
    : acceptOfTrip(deps, { disruption, token }, actor)

const acceptOfTrip = (
  deps: Deps,
  { disruption, token }: { disruption: OfTrip; token: string },
  actor: Actor,
): Promise<DisruptionPreview> =>
  inTurn(deps, disruption, actor, async (frame, what) => {
    const fresh = await answer(frame, what)
    requireShown(token, fresh)
    const message = what.disruption.message ?? null
    if (what.kind === 'shorter') await shortenTrip(frame, { ...what, message }, later)
    else await cancelTrip(frame, message, later)
    await raisePlanVersion(frame.tx, frame.trip.zone_id, { by: 'disruption', at: frame.now })
    return fresh
  })

type What = { disruption: OfTrip } & ({ kind: 'gone' } | { kind: 'shorter'; planId: number; span: Span })

const inTurn = async <T>(
  deps: Deps,
  disruption: OfTrip,
  actor: Actor,
  work: (frame: Frame, what: What) => Promise<T>,
): Promise<T> => {
  const at = await findTripOf(deps, disruption, regionScope(actor))
  return deps.db.transaction().execute(async (tx) => {
    const version = await lockPlan(tx, at.zone_id)
    const trip = await readOwnTrip(tx, at.trip_id)
    if (trip === undefined) throw notFound()
    const frame: Frame = { deps, tx, version, trip, now: deps.clock.now(), actor }
    const refused = refuseTripTransition(trip, 'cancelled')
    if (refused !== null) throw refuse(refused)
    return work(
      frame,
      disruption.kind === 'schedule_shortened'
        ? {
            kind: 'shorter',
            disruption,
            planId: disruption.service_plan_id,
            span: await spanOf(tx, disruption, frame.now),
          }
        : { kind: 'gone', disruption },
    )
  })
}

const findTripOf = async ({ db }: Deps, disruption: OfTrip, regions: readonly number[] | null) => {
  const row = await db
    .selectFrom('trips')
    .innerJoin('zones', 'zones.id', 'trips.zone_id')
    .where('current_state', '<>', 'cancelled')
    .where(
      disruption.kind === 'schedule_shortened' ? 'service_plan_id' : 'trips.id',
      '=',
      disruption.kind === 'schedule_shortened' ? disruption.service_plan_id : disruption.trip_id,
    )
    .select(['trips.id as trip_id', 'trips.zone_id', 'zones.region_id'])
    .executeTakeFirst()
  if (row === undefined || (regions !== null && !regions.includes(row.region_id))) throw notFound()
  return row
}

/** The shorter window: within the schedule's own, and not over before now. */
const spanOf = async (
  tx: Transaction<DB>,
  change: Extract<Disruption, { kind: 'schedule_shortened' }>,
  now: Date,
): Promise<Span> => {
  const plan = await tx
    .selectFrom('service_plans')
    .select(['start_time', 'end_time'])
    .where('id', '=', change.service_plan_id)
    .executeTakeFirstOrThrow()
  const start = change.start_time == null ? plan.start_time : new Date(change.start_time)
  const end = change.end_time == null ? plan.end_time : new Date(change.end_time)
  if (start < plan.start_time)
    throw invalid([{ pointer: '/start_time', detail: 'The schedule begins later than that' }])
  if (end > plan.end_time) throw invalid([{ pointer: '/end_time', detail: 'The schedule ends sooner than that' }])
  if (end < now) throw invalid([{ pointer: '/end_time', detail: 'A schedule cannot end in the past' }])
  if (end.getTime() - start.getTime() < 15 * 60_000)
    throw invalid([
      {
        pointer: '/end_time',
        detail: 'Your time window needs to be at least 15 Minutes. Please adjust start and end time.',
      },
    ])
  return { start: toSeconds(start), end: toSeconds(end) }
}

const answer = async (frame: Frame, what: What): Promise<DisruptionPreview> => {
  const { context, affected, found } =
    what.kind === 'gone' ? await planCancel(frame, later) : await planShorter(frame, what.span, later)
  const service_requests = found === null ? [] : outcomes(context, affected, found)
  return {
    disruption: what.disruption,
    zones: [{ zone_id: frame.trip.zone_id, plan_version: frame.version.version }],
    closed: null,
    service_requests,
    token: tokenOf(service_requests),
  }
}
