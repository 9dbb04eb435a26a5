import { api, auditMarks, type Guard, LIFT_MINUTES, type LiftedKind, type MaskLift } from '@ambit/contract'
import { staffOf } from '../access/proof.ts'
import { noteEvent } from '../audit/note-event.ts'
import { readKeys } from '../audit-events/readable.ts'
import { requireReason } from '../http/acting.ts'
import { requireAccess } from '../http/authenticate.ts'
import type { Module } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fieldsShown, storedValue } from './queries.ts'

const LIFT_MS = LIFT_MINUTES * 60_000

/** Whoever may not read the records at all is shown no field of theirs. */
export const routes: Module = (bind, deps) => {
  const { db, clock, looks } = deps

  bind(api.maskLifts.list, async ({ query: named, actor }) => {
    await requireAccess(deps, readKeys[named.record_kind], actor)
    const data: MaskLift[] = []
    let traveler: number | null = null
    for (const { field, seconds_left } of await fieldsShown(db, staffOf(actor).id, named, clock.wall())) {
      const stored = await storedValue(db, regionScope(actor), { ...named, field })
      if (stored === null) continue
      traveler = stored.traveler_id
      data.push({ ...named, field, value: stored.value, seconds_left })
    }
    // A look at a passenger's own fields is noted by what was asked for.
    if (traveler !== null && named.record_kind !== 'travelers') looks.note(api.maskLifts.list.name, { traveler }, null)
    return { data }
  })

  bind(api.maskLifts.create, async ({ body: named, actor, hidden }) => {
    await requireAccess(deps, readKeys[named.record_kind], actor)
    const guard = guardOf(named)
    const stored = await storedValue(db, regionScope(actor), named)
    if (stored === null) throw notFound()
    if (!hidden.has(guard)) throw invalid([{ pointer: '/field', detail: 'This is not masked for you' }])
    requireReason('Please say why you need to see this')
    const { traveler_id, value } = stored
    const ends_at = new Date(clock.wall().getTime() + LIFT_MS)
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('mask_lifts')
        .values({ user_id: staffOf(actor).id, ...named, ends_at })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'record_kind', 'record_id', 'field']).doUpdateSet({ ends_at }),
        )
        .execute()
      await noteEvent(tx, {
        kind: 'access',
        record_kind: named.record_kind,
        record_id: String(named.record_id),
        told: { shown: named.field, minutes: LIFT_MINUTES },
      })
    })
    looks.note(api.maskLifts.create.name, { traveler: traveler_id }, null)
    return { data: { ...named, value, seconds_left: LIFT_MS / 1000 } }
  })
}

/** Throws 422 for a field that no mask is for. */
const guardOf = ({ record_kind, field }: { record_kind: LiftedKind; field: string }): Guard => {
  const marks = auditMarks[record_kind] ?? {}
  const mark = Object.hasOwn(marks, field) ? marks[field] : undefined
  if (mark === undefined) throw invalid([{ pointer: '/field', detail: 'There is no mask for such a field' }])
  return mark.guard
}
