import type { Transaction } from 'kysely'
import type { Disruption, DisruptionPreview } from '@ambit/contract'
import { refuseTripTransition } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid, notFound, notPossible } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlan, previewChange } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { readTrip } from '../planning/change/trips.ts'
import type { OpenTrip } from '../planning/change/trips.ts'
import { cancelTrip, planTripLoss } from '../planning/disrupt/cancel-trip.ts'
import type { TripLoss } from '../planning/disrupt/cancel-trip.ts'
import { later } from '../planning/disrupt/later.ts'
import { outcomes } from '../planning/disrupt/outcomes.ts'
import { planShorter, shortenTrip } from '../planning/disrupt/shorten-trip.ts'
import type { ShorterTrip, Span } from '../planning/disrupt/shorten-trip.ts'
import { asAction } from '../planning/effects/as-action.ts'
import { toSeconds } from '../planning/plan/types.ts'
import { acceptClosure, previewClosure } from './close-road.ts'
import { tellLeft } from './tell-left.ts'
import { requireShown, tokenOf } from './token.ts'

type OfTrip = Exclude<Disruption, { kind: 'road_closed' }>

/**
 * What a disruption does to every booking: planned as one problem, within what was promised as far as that goes. Nothing
 * is changed. 404 for what the caller may not see, 422 for what cannot happen any more.
 */
export const previewDisruption = async (
  deps: Deps,
  disruption: Disruption,
  actor: Actor,
): Promise<DisruptionPreview> => {
  if (disruption.kind === 'road_closed') return previewClosure(deps, disruption, actor)
  const { trip_id, zone_id } = await findTripOf(deps, disruption, regionScope(actor))
  return previewChange(deps, zone_id, async (change) => answer(change, await planned(change, disruption, trip_id)))
}

/**
 * Carries a disruption out as it was shown. A preview is not kept: its token says what came out, and it is worked out
 * again while the zone is locked. 409 with a fresh preview when a booking would fare worse, or change to another
 * vehicle, by now.
 */
export const acceptDisruption = async (
  deps: Deps,
  { disruption, token }: { disruption: Disruption; token: string },
  actor: Actor,
  keep: Keep,
): Promise<{ data: DisruptionPreview }> => {
  if (disruption.kind === 'road_closed') return acceptClosure(deps, { disruption, token }, actor, keep)
  const { trip_id, zone_id } = await findTripOf(deps, disruption, regionScope(actor))
  return changePlan(deps, zone_id, 'disruption', async (change) => {
    const plan = await planned(change, disruption, trip_id)
    const fresh = answer(change, plan)
    requireShown(token, fresh)
    const why = { message: disruption.message ?? null, by: byActor(actor) }
    const recorded = { action: disruption, title: titleOf(disruption.kind), by: why.by, reason: why.message }
    await asAction(change, recorded, async () => {
      if ('shorter' in plan) await shortenTrip(change, trip_id, plan.shorter, { ...why, planId: plan.planId })
      else await cancelTrip(change, plan.trip, plan.loss, { ...why, takenOut: disruption.kind === 'vehicle_lost' })
    })
    await tellLeft(change.tx, fresh.service_requests, { subject: `trip:${trip_id}`, trip_id, at: deps.clock.now() })
    return keep(change.tx, { data: fresh })
  })
}

const titles = {
  vehicle_lost: 'Vehicle out of service',
  trip_cancelled: 'Trip cancelled',
  schedule_shortened: 'Schedule shortened',
} as const

const titleOf = (kind: OfTrip['kind']): string => titles[kind]

type Planned = { disruption: OfTrip; trip: OpenTrip } & ({ loss: TripLoss } | { shorter: ShorterTrip; planId: number })

const planned = async (change: PlanChange, disruption: OfTrip, tripId: number): Promise<Planned> => {
  const trip = await readTrip(change.tx, tripId)
  if (trip === undefined) throw notFound()
  const refused = refuseTripTransition(trip, 'cancelled')
  if (refused !== null) throw notPossible(refused)
  if (disruption.kind !== 'schedule_shortened')
    return { disruption, trip, loss: await planTripLoss(change, tripId, later) }
  const span = await spanOf(change.tx, disruption, change.now)
  const shorter = await planShorter(change, tripId, span, later)
  return { disruption, trip, shorter, planId: disruption.service_plan_id }
}

const answer = ({ zone }: PlanChange, plan: Planned): DisruptionPreview => {
  const { context, affected, found } = 'shorter' in plan ? plan.shorter : plan.loss
  const service_requests = found === null ? [] : outcomes(context, affected, found)
  return {
    disruption: plan.disruption,
    zones: [{ zone_id: zone.zone_id, plan_version: zone.version }],
    closed: null,
    service_requests,
    token: tokenOf(service_requests),
  }
}

export const findTripOf = async ({ db }: Deps, disruption: OfTrip, regions: readonly number[] | null) => {
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
export const spanOf = async (
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
    throw invalid([{ pointer: '/start_time', detail: 'The new start cannot be before the current start' }])
  if (start > plan.start_time && plan.start_time < now)
    throw invalid([{ pointer: '/start_time', detail: 'This schedule has begun: its start cannot change' }])
  if (end > plan.end_time)
    throw invalid([{ pointer: '/end_time', detail: 'The new end cannot be after the current end' }])
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
