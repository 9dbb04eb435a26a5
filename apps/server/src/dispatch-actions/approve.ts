import type { z } from 'zod'
import type { AcceptInput } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { notFound, notPossible } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { acceptAction } from './accept.ts'
import { findOverride } from './override-queries.ts'
import { pass } from '../exceptions/raise.ts'

type Input = z.output<typeof AcceptInput>

/** Approves what somebody asked for and carries it out, where the plan still lets it come out as shown. */
export const approveOverride = async (deps: Deps, id: number, actor: Actor, keep: Keep) => {
  const { db, clock } = deps
  const found = await findOverride(db, { id }, regionScope(actor))
  if (found === undefined) throw notFound()
  const now = clock.now()
  if (found.state === 'carried_out') throw notPossible('It was approved already')
  if (found.state === 'lapsed' || (found.until !== null && found.until < now)) {
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('overrides')
        .set({ state: 'lapsed' })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute()
      await pass(tx, asked(id), { at: now, by: null, note: 'Nobody approved it in time' })
    })
    throw notPossible('It was asked for more than 10 minutes ago')
  }
  const row = await db
    .selectFrom('overrides')
    .where('id', '=', id)
    .select(['input', 'asked_by'])
    .executeTakeFirstOrThrow()
  const input: Input = row.input
  const asker: Actor = actor.kind === 'user' && row.asked_by !== null ? { ...actor, id: row.asked_by } : actor
  return acceptAction(
    deps,
    input,
    actor,
    async (tx, answer) => {
      await pass(tx, asked(id), { at: now, by: userIdOf(actor), note: 'Approved' })
      const { data } = answer as { data: { action: unknown } } // as `acceptAction` answers
      await keep(tx, { data: data.action })
      return answer
    },
    { id, asker },
  )
}

/** The exception that asks for it. */
const asked = (id: number) => ({ kind: 'approval', subject: `override:${id}` }) as const
