import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { UNDO_MINUTES } from '@ambit/contract'
import type { AcceptInput, EffectPreview } from '@ambit/contract'
import { keyedHashes } from '../access/secrets.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { tellLeft } from '../disruptions/tell-left.ts'
import { linkFix, requireFixable } from '../exceptions/fixes/link.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, HttpError, invalid } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { keyOf } from '../messages/would-tell.ts'
import { changePlans } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { beginAction, finishAction } from '../planning/effects/record.ts'
import { carryOut } from './carry-out.ts'
import type { Outcome } from './carry-out.ts'
import { NoWay } from '../planning/reassign/no-way.ts'
import { requireReason, storeOverride } from './overrides.ts'
import type { Approval } from './overrides.ts'
import { findOverride } from './override-queries.ts'
import { confirmationOf } from './options.ts'
import { askFor, limitOf, previewAction, requireWithinLimit } from './preview.ts'
import { actionsSince, findAction } from './queries.ts'
import { fingerprint, holdsShown, readToken } from './token.ts'

type Input = z.output<typeof AcceptInput>

/** The plan is another one than was shown: nothing changes, and it is shown again. */
class Stale extends Error {
  override readonly name = 'Stale'
}

/** The option breaks a promise, and the person may not: what it breaks is asked for. */
class NeedsApproval extends Error {
  override readonly name = 'NeedsApproval'
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('An approval is needed')
    this.outcome = outcome
  }
}

const STALE = 'The plan has changed since this was shown. Please look again.'

/**
 * Carries one option out as it was shown, in one transaction: planned again under the lock, and compared with the token.
 * `approval`: an override that somebody asked for is approved by the one who calls.
 */
export const acceptAction = async (
  deps: Deps,
  input: Input,
  actor: Actor,
  keep: Keep,
  approval: Approval | null = null,
) => {
  const { action, option, token, exception_id = null } = input
  const asking = await askFor(deps, action, approval?.asker ?? actor, 'changes')
  if (exception_id !== null && approval === null) await requireFixable(deps, exception_id, actor)
  const { kind, place } = asking
  const way = kind.ways.find(({ key }) => key === option)
  if (way === undefined) throw invalid([{ pointer: '/option', detail: 'There is no such option' }])
  const user = userIdOf(approval?.asker ?? actor) ?? 0
  const seen = readToken(await keyedHashes(deps), token, { about: fingerprint(action), option, user }, deps.clock.now())
  if (seen === null) throw await stale(deps, input, actor, new Date(deps.clock.now().getTime() - UNDO_MINUTES * 60_000))
  const mayOverride = approval !== null || asking.mayOverride
  try {
    return await changePlans(deps, place.zone_ids, kind.cause, async (changes, tx) => {
      const begun = await beginAction(changes, { bookings: kind.bookings?.(action) ?? [] })
      const reason = input.reason ?? null
      const outcome = await carryOut(
        deps,
        kind,
        way,
        action,
        { actor: approval?.asker ?? actor, reason },
        changes,
      ).catch(gone)
      if (!holdsShown(seen.shown, outcome)) throw new Stale()
      requireWithinLimit(outcome, await limitOf(outcome))
      const confirmation = confirmationOf(outcome.effect.totals)
      if (confirmation !== null && !input.confirmed)
        throw invalid([{ pointer: '/confirmed', detail: `Please confirm: ${confirmation.text}` }])
      const breaks = outcome.violations.length > 0
      if (breaks) requireReason(reason)
      if (breaks && !mayOverride) throw new NeedsApproval(outcome)
      const told = chooseMessages(changes, input.messages)
      const id = await finishAction(begun, {
        kind: action.kind,
        action,
        title: outcome.title,
        option: { key: way.key, title: outcome.title },
        reason,
        by: outcome.run.by,
        totals: outcome.effect.totals,
        shown: outcome.effect.bookings,
        came_out: outcome.effect.bookings,
        undo_of: null,
      })
      if (outcome.run.disrupted !== null)
        await tellLeft(tx, outcome.effect.bookings, { ...outcome.run.disrupted, at: deps.clock.now() })
      if (exception_id !== null) await linkFix(tx, exception_id, { action: id, ...fixedBy(outcome) })
      const override = breaks ? await storeOverride(tx, outcome, { input, actor, told, action: id, approval }) : null
      return await answer(deps, tx, keep, { action: id, override })
    })
  } catch (error) {
    if (error instanceof NeedsApproval) return askApproval(deps, error.outcome, input, actor, keep)
    if (error instanceof Stale || error instanceof NoWay) throw await stale(deps, input, actor, seen.at)
    throw error
  }
}

const askApproval = (deps: Deps, outcome: Outcome, input: Input, actor: Actor, keep: Keep) =>
  deps.db.transaction().execute(async (tx) => {
    const waiting = { input, actor, told: [], action: null, approval: null }
    return answer(deps, tx, keep, { action: null, override: await storeOverride(tx, outcome, waiting) })
  })

const fixedBy = ({ title, run: { by, change } }: Outcome) => ({ title, user_id: by.user_id, at: change.now })

type Answered = { action: number | null; override: number | null }

const answer = async (deps: Deps, tx: Transaction<DB>, keep: Keep, { action, override }: Answered) => {
  return keep(tx, {
    data: {
      action: action === null ? null : ((await findAction(tx, action, null, deps.clock.now())) ?? null),
      override: override === null ? null : ((await findOverride(tx, { id: override })) ?? null),
    },
  })
}

/** What was switched off or written anew; answers which bookings are told. */
export const chooseMessages = (changes: readonly PlanChange[], choices: Input['messages']): number[] => {
  const chosen = new Map(choices.map((choice) => [choice.key, choice]))
  const told = new Set<number>()
  for (const { noted } of changes) {
    noted.tellings = noted.tellings.flatMap((telling) => {
      const choice = chosen.get(keyOf(telling))
      if (choice?.send === false) return []
      told.add(telling.service_request_id)
      return [choice?.text == null ? telling : { ...telling, words: choice.text }]
    })
  }
  return [...told]
}

/** What was possible when it was shown and is refused by now: 409 with why, for there is nothing to show any more. */
const gone = (error: unknown): never => {
  if (!(error instanceof HttpError) || error.status !== 422) throw error
  throw conflict(`The plan has changed since this was shown. ${error.message}`)
}

/** 409 with a fresh preview, and what others did meanwhile. */
const stale = async (deps: Deps, { action }: Input, actor: Actor, since: Date) => {
  const preview = await previewAction(deps, action, actor).catch(gone)
  const [first] = preview.options
  const changed_since = await actionsSince(deps.db, since, {
    bookings:
      'service_request_ids' in action
        ? action.service_request_ids
        : (first?.effect.bookings ?? []).map((one) => one.service_request_id),
    trips: 'trip_id' in action && action.trip_id != null ? [action.trip_id] : [],
  })
  const effect_preview: EffectPreview = { ...preview, changed_since }
  return conflict(STALE, { effect_preview })
}
