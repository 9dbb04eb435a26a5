import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { LEAST_REASON, UNDO_MINUTES } from '@ambit/contract'
import type { AcceptInput } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { raise } from '../exceptions/raise.ts'
import type { Actor } from '../http/bind.ts'
import { conflict, invalid } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import type { Outcome } from './carry-out.ts'

/** An override that is approved: who asked for it. */
export type Approval = { id: number; asker: Actor }

/** Throws 422 for an override without a reason in words. */
export const requireReason = (reason: string | null): void => {
  if (reason === null || reason.length < LEAST_REASON)
    throw invalid([{ pointer: '/reason', detail: `Please say why, in ${LEAST_REASON} characters at least` }])
}

const FORGOTTEN_MS = 90 * 24 * 3_600_000

type Storing = {
  input: z.output<typeof AcceptInput>
  actor: Actor
  told: readonly number[]
  /** null: it waits for an approval */
  action: number | null
  approval: Approval | null
}

/** Keeps what was broken, by whom and why; without an action it is asked for, as an exception to holders of the key. 409 for an approval that came too late. */
export const storeOverride = async (tx: Transaction<DB>, outcome: Outcome, storing: Storing): Promise<number> => {
  const { input, actor, told, action, approval } = storing
  const { run, violations } = outcome
  const { now, zone } = run.change
  const minutes = Math.max(0, ...violations.map((one) => one.minutes))
  const done = {
    told: [...told],
    dispatch_action_id: action,
    state: action === null ? ('waiting' as const) : ('carried_out' as const),
  }
  if (approval !== null) {
    const approved = await tx
      .updateTable('overrides')
      .set({ ...done, violations: JSON.stringify(violations), minutes, approved_by: userIdOf(actor), approved_at: now })
      .where('id', '=', approval.id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (approved === undefined) throw conflict('This was approved or refused in the meantime')
    return approved.id
  }
  // What nobody approved is of no use for long.
  await tx
    .deleteFrom('overrides')
    .where('dispatch_action_id', 'is', null)
    .where('asked_at', '<', new Date(now.getTime() - FORGOTTEN_MS))
    .execute()
  const trip_id = violations.find((one) => one.trip_id !== null)?.trip_id ?? null
  const { id } = await tx
    .insertInto('overrides')
    .values({
      ...done,
      kind: input.action.kind,
      input: JSON.stringify(input),
      zone_id: zone.zone_id,
      trip_id,
      violations: JSON.stringify(violations),
      minutes,
      reason: input.reason ?? '',
      asked_by: userIdOf(actor),
      asked_at: now,
      ...(action === null
        ? { until: new Date(now.getTime() + UNDO_MINUTES * 60_000) }
        : { approved_by: userIdOf(actor), approved_at: now }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (action === null && trip_id !== null) {
    await raise(tx, {
      kind: 'approval',
      severity: 'soon',
      trip_id,
      subject: `override:${id}`,
      driver_id: null,
      facts: { override: id, minutes, asked_by: actor.kind === 'user' ? actor.name : '' },
      text: input.reason ?? null,
      at: now,
    })
    const { zone_id, region_id } = zone
    await publish(tx, [{ kind: 'dispatch_action', dispatch_action_id: null, zone_id, region_id }])
  }
  return id
}
