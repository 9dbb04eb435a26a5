import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DispatchAction, EffectBooking, UndoInput, UndoPreview } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { keyedHashes } from '../access/secrets.ts'
import type { KeyedHash } from '../access/secrets.ts'
import type { Deps } from '../deps.ts'
import { passLeft } from '../disruptions/tell-left.ts'
import { requireAccess } from '../http/authenticate.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, invalid, notFound, notPossible } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { endOpenReturnsBeside } from '../open-returns/store/end.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlans, planBefore, previewChanges } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { beginAction, finishAction } from '../planning/effects/record.ts'
import type { About } from '../planning/effects/record.ts'
import { isOverlap } from '../service-plans/clash.ts'
import { requireStreets } from '../streets/source.ts'
import { chooseMessages } from './accept.ts'
import { describeUndo } from './describe.ts'
import { kindOf } from './kinds/by-name.ts'
import { confirmationOf } from './options.ts'
import { findAction } from './queries.ts'
import { holdsShown, readToken, shownOf, tokenOf } from './token.ts'
import { carryUndo } from './undo-plan.ts'
import type { Brought, ToUndo, Undone } from './undo-plan.ts'

type Input = z.output<typeof UndoInput>

type Loaded = ToUndo & { action: DispatchAction; zone_ids: number[]; about: About }

/** 404 out of sight, 403 without the key. Asked before any plan is locked: keys are read from the database. */
const requireMay = async (deps: Deps, id: number, actor: Actor): Promise<readonly number[]> => {
  const record = await findAction(deps.db, id, regionScope(actor), deps.clock.now())
  if (record === undefined) throw notFound()
  const own = record.user_id !== null && record.user_id === userIdOf(actor)
  await requireAccess(deps, own ? kindOf(record.action).changes : 'DispatchManagement:undo:canUpdate', actor)
  if (record.undo.reason !== null) throw notPossible(record.undo.reason)
  requireStreets(deps)
  return record.zone_ids
}

/** The action with all that it changed. 422 where it cannot be undone any more. */
const load = async (deps: Deps, db: Kysely<DB>, id: number): Promise<Loaded> => {
  const record = await findAction(db, id, null, deps.clock.now())
  if (record === undefined) throw notFound()
  if (record.undo.reason !== null) throw notPossible(record.undo.reason)
  const row = await db
    .selectFrom('dispatch_actions')
    .where('id', '=', id)
    .select(['changes', 'came_out'])
    .executeTakeFirstOrThrow()
  const rows = row.changes ?? []
  const ofTable = (table: string) => rows.flatMap((one) => (one.table === table ? [one.id] : []))
  return {
    id,
    title: record.title,
    action: record.action,
    rows,
    came_out: row.came_out as unknown as EffectBooking[], // as `finishAction` wrote it
    zone_ids: record.zone_ids,
    about: {
      bookings: ofTable('service_requests'),
      trips: ofTable('trips'),
      closures: ofTable('road_closures'),
    },
  }
}

const EXACT = 'Undone: everybody is as before.'

const answer = async (
  deps: Deps,
  hash: KeyedHash,
  actor: Actor,
  action: ToUndo,
  undone: Undone,
  changes: readonly PlanChange[],
): Promise<UndoPreview> => {
  const { exact, effect, brought_back, in_part, not_back } = undone
  const list = (brought: readonly Brought[]) =>
    brought.map(({ booking: { service_request_id, traveler_id, traveler_name }, minutes, reason }) => ({
      service_request_id,
      traveler_id,
      traveler_name: traveler_name ?? '',
      minutes,
      reason,
    }))
  return {
    dispatch_action_id: action.id,
    exact,
    text: exact
      ? EXACT
      : `${brought_back.length} brought back, ${in_part.length} in part, ${not_back.length} cannot be brought back`,
    brought_back: list(brought_back),
    in_part: list(in_part),
    not_back: list(not_back),
    effect: await describeUndo(deps, undone, changes),
    needs_confirmation: confirmationOf(effect.totals),
    token: tokenOf(hash, {
      about: `undo ${action.id}`,
      option: 'undo',
      user: userIdOf(actor) ?? 0,
      at: deps.clock.now().getTime(),
      shown: shownOf(undone),
    }),
  }
}

/** What undoing an action would bring back. Nothing changes. */
export const previewUndo = async (deps: Deps, id: number, actor: Actor): Promise<UndoPreview> => {
  const zone_ids = await requireMay(deps, id, actor)
  const hash = await keyedHashes(deps)
  return previewChanges(deps, zone_ids, async (changes, tx) => {
    await Promise.all(changes.map(planBefore))
    const action = await load(deps, tx, id)
    const undone = await carryUndo(changes, action, byActor(actor))
    return answer(deps, hash, actor, action, undone, changes)
  }).catch(refuseOverlap)
}

/** A schedule that would come back cannot where its vehicle or driver has another one by now. */
const refuseOverlap = (error: unknown): never => {
  throw isOverlap(error) ? notPossible('The vehicle or driver has another schedule at that time by now') : error
}

/** Not as it was shown, or not exact and not shown at all. */
class NotShown extends Error {
  override readonly name = 'NotShown'
}

/** Undoes it by an action of its own: at once where everybody is as before, else as it was shown. */
export const undoAction = async (deps: Deps, id: number, input: Input, actor: Actor, keep: Keep) => {
  const zone_ids = await requireMay(deps, id, actor)
  const hash = await keyedHashes(deps)
  try {
    return await changePlans(deps, zone_ids, 'dispatch', async (changes, tx) => {
      await Promise.all(changes.map(planBefore))
      const action = await load(deps, tx, id)
      const begun = await beginAction(changes, action.about)
      const undone = await carryUndo(changes, action, byActor(actor))
      if (!undone.exact) {
        if (input.token == null) throw new NotShown()
        const expected = { about: `undo ${id}`, option: 'undo', user: userIdOf(actor) ?? 0 }
        const seen = readToken(hash, input.token, expected, deps.clock.now())
        if (seen === null || !holdsShown(seen.shown, undone)) throw new NotShown()
        const confirmation = confirmationOf(undone.effect.totals)
        if (confirmation !== null && !input.confirmed)
          throw invalid([{ pointer: '/confirmed', detail: `Please confirm: ${confirmation.text}` }])
      }
      chooseMessages(changes, input.messages)
      const own = await tx
        .selectFrom('dispatch_actions')
        .where('id', '=', id)
        .select(['kind', 'action'])
        .executeTakeFirstOrThrow()
      const title = `Undo: ${action.title}`
      const undo = await finishAction(begun, {
        ...own,
        title,
        option: { key: 'undo', title },
        reason: input.reason ?? null,
        by: byActor(actor),
        totals: undone.effect.totals,
        shown: undone.effect.bookings,
        came_out: undone.effect.bookings,
        undo_of: id,
      })
      if (kindOf(action.action).cause === 'disruption')
        await passLeft(tx, action.about, { at: deps.clock.now(), by: userIdOf(actor) })
      if (action.action.kind === 'cancel')
        await endOpenReturnsBeside(tx, action.action.service_request_ids, { at: deps.clock.now(), by: userIdOf(actor) })
      await tx.updateTable('dispatch_actions').set({ undone_by: undo }).where('id', '=', id).execute()
      return keep(tx, { data: (await findAction(tx, undo, null, deps.clock.now()))! }) // just written
    })
  } catch (error) {
    if (!(error instanceof NotShown)) return refuseOverlap(error)
    const undo_preview = await previewUndo(deps, id, actor)
    throw conflict('Not everybody would be as before. Please look at what would be brought back.', { undo_preview })
  }
}
