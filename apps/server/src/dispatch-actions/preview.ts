import type { DispatchAction, EffectOption, EffectPreview, Reason } from '@ambit/contract'
import { keyedHashes } from '../access/secrets.ts'
import type { KeyedHash } from '../access/secrets.ts'
import type { Deps } from '../deps.ts'
import { holds, requireAccess } from '../http/authenticate.ts'
import type { Actor } from '../http/bind.ts'
import { notPossible } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { previewChanges } from '../planning/change/change-plan.ts'
import { requireStreets } from '../streets/source.ts'
import { carryOut } from './carry-out.ts'
import type { Outcome } from './carry-out.ts'
import { describe } from './describe.ts'
import { kindOf } from './kinds/by-name.ts'
import { NoWay } from '../planning/reassign/no-way.ts'
import type { Kind, Place, Way } from './kinds/kind.ts'
import { byObjective, changeNothing, confirmationOf, isNearCopy, MOST_OPTIONS, noOtherWay, whyOf } from './options.ts'
import { fingerprint, shownOf, tokenOf } from './token.ts'

/** One way as it would come out, or why it is none. */
type Tried =
  | { outcome: Outcome; option: Omit<EffectOption, 'why' | 'token'>; zones: EffectPreview['zones'] }
  | { reasons: readonly Reason[]; outcome: null; zones: EffectPreview['zones'] }

type Asking = {
  deps: Deps
  action: DispatchAction
  actor: Actor
  kind: Kind<DispatchAction>
  place: Place
  mayOverride: boolean
}

const tryWay = ({ deps, action, actor, kind, place, mayOverride }: Asking, way: Way<DispatchAction>): Promise<Tried> =>
  previewChanges(deps, place.zone_ids, async (changes) => {
    const zones = changes.map(({ zone }) => ({ zone_id: zone.zone_id, plan_version: zone.version }))
    try {
      const outcome = await carryOut(deps, kind, way, action, { actor, reason: null }, changes)
      const { effect, violations, run, title, key } = outcome
      requireWithinLimit(outcome, await limitOf(outcome))
      return {
        outcome,
        zones,
        option: {
          key,
          title,
          effect: await describe(outcome),
          violations,
          needs_confirmation: confirmationOf(effect.totals),
          needs_approval: violations.length > 0 && !mayOverride,
          acceptable: true,
          found: run.found,
        },
      }
    } catch (error) {
      if (error instanceof NoWay) return { reasons: error.reasons, outcome: null, zones }
      throw error
    }
  })

/** Minutes that an override may make somebody late, in the zone of the action. */
export const limitOf = async ({ sides }: Outcome): Promise<number> =>
  sides[0]?.before.context.plan.settings.strategy.override_limit_minutes ?? 0

/** A schedule is ended later by so much at most. Minutes */
const END_LIMIT = 30

/** Throws 422 for more lateness than an override may accept. */
export const requireWithinLimit = ({ violations }: Outcome, limit: number): void => {
  const over = violations.find(
    ({ kind, minutes }) => minutes > (kind === 'schedule_end' ? Math.min(limit, END_LIMIT) : limit),
  )
  if (over !== undefined)
    throw notPossible(
      `${over.text}: ${over.kind === 'schedule_end' ? `a schedule may end ${Math.min(limit, END_LIMIT)}` : `an override may be ${limit}`} min late at most`,
    )
}

/** Who asks, with the keys of the action. Throws 403, 404 and 422 as the action has it, and 503 without street data. */
export const askFor = async (
  deps: Deps,
  asked: DispatchAction,
  actor: Actor,
  what: 'reads' | 'changes',
): Promise<Asking> => {
  const kind = kindOf(asked)
  await requireAccess(deps, kind[what], actor)
  requireStreets(deps)
  const place = await kind.place(deps, asked, actor)
  const action = (await kind.prepare?.(deps, asked)) ?? asked
  return {
    deps,
    action,
    actor,
    kind,
    place,
    mayOverride: await holds(deps, 'DispatchManagement:override:canUpdate', actor),
  }
}

/** The options of an action with what each would do to everybody. Nothing changes. */
export const previewAction = async (
  deps: Deps,
  wanted: DispatchAction,
  actor: Actor,
  only: 'first' | 'all' = 'all',
): Promise<EffectPreview> => {
  const asking = await askFor(deps, wanted, actor, 'reads')
  const { action } = asking
  const [first, ...others] = asking.kind.ways
  const asked = await tryWay(asking, first)
  const tried: Tried[] = []
  const complete = only === 'all' || asked.outcome === null || others.length === 0
  if (complete) for (const way of others) tried.push(await tryWay(asking, way))
  const hash = await keyedHashes(deps)
  const found = tried
    .flatMap((one) => (one.outcome === null ? [] : [one]))
    .toSorted((a, b) => byObjective(a.outcome, b.outcome))
  const shown = [...(asked.outcome === null ? [] : [asked]), ...found]
    .filter((one, index, all) => !all.slice(0, index).some((before) => isNearCopy(one.outcome, before.outcome)))
    .slice(0, MOST_OPTIONS - 1)
  const top = shown[0]?.outcome ?? null
  const signing = { deps, hash, action, actor }
  const missing = tried.flatMap((one) => (one.outcome === null ? one.reasons : []))
  return {
    action,
    zones: asked.zones,
    worked_out_at: deps.clock.now().toISOString(),
    options: [
      ...shown.map(({ option, outcome }, index) => ({
        ...option,
        why: whyOf(outcome, index === 0 ? null : top),
        token: sign(signing, outcome),
      })),
      changeNothing(top),
    ],
    refused: asked.outcome === null ? [...asked.reasons] : [],
    changed_since: [],
    complete,
    touches_nobody_else:
      asked.outcome !== null &&
      !asked.outcome.touchesOthers &&
      asked.option.needs_confirmation === null &&
      asked.outcome.violations.length === 0,
    no_other_way: others.length > 0 && complete && shown.length < 2 ? noOtherWay(missing) : null,
    not_chosen: notChosenIn(top),
    left_out: leftOutIn(asked.outcome ?? top),
    override_reasons: await reasonsIn(deps, asking.place),
  }
}

const reasonsIn = async ({ db }: Deps, { region_id }: Place): Promise<string[]> =>
  (await db.selectFrom('regions').where('id', '=', region_id).select('override_reasons').executeTakeFirstOrThrow())
    .override_reasons

const notChosenIn = (outcome: Outcome | null): EffectPreview['not_chosen'] =>
  outcome === null
    ? []
    : [...outcome.run.notChosen].map(([trip_id, reasons]) => ({
        trip_id,
        vehicle_number: outcome.run.vehicles.get(trip_id) ?? '',
        reasons,
      }))

const leftOutIn = (outcome: Outcome | null): EffectPreview['left_out'] =>
  (outcome?.run.leftOut ?? []).map(({ booking: { id, traveler_id, traveler_name }, reason }) => ({
    service_request_id: id,
    traveler_id,
    traveler_name,
    // The name stands beside it, where it can be masked.
    reason: reason.replace(traveler_name, `Booking ${id}`),
  }))

type Signing = { deps: Deps; hash: KeyedHash; action: DispatchAction; actor: Actor }

const sign = ({ deps, hash, action, actor }: Signing, { key, effect, sides }: Outcome): string =>
  tokenOf(hash, {
    about: fingerprint(action),
    option: key,
    user: userIdOf(actor) ?? 0,
    at: deps.clock.now().getTime(),
    shown: shownOf({ effect, sides }),
  })
