import { dateIn, refuseSamePerson } from '@ambit/domain'
import type { Transaction, Updateable } from 'kysely'
import type { StepState } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, forbidden, notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findStep, readStep, stateOf, type StepRow } from './queries.ts'

export type Asked = { id: number; actor: Actor; keep: Keep }

export type At = {
  tx: Transaction<DB>
  step: StepRow
  state: StepState
  now: Date
  /** of the region's calendar */
  today: string
  by: number | null
}

/** Locks a step and writes what `work` says of it. 404 out of sight. */
export const changeStep = ({ db, clock }: Deps, { id, actor, keep }: Asked, work: (at: At) => Promise<Set>) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const scope = regionScope(actor)
    await tx.selectFrom('suspensions').select('id').where('id', '=', id).forUpdate().execute()
    const step = await readStep(tx, scope, id)
    if (step === undefined) throw notFound()
    const at = { tx, step, state: stateOf(step, now), now, today: dateIn(step.time_zone, now), by: userIdOf(actor) }
    await tx
      .updateTable('suspensions')
      .set(await work(at))
      .where('id', '=', id)
      .execute()
    await recordChanged(tx, 'suspensions', id)
    return keep(tx, { data: (await findStep(tx, scope, id, now))! }) // locked above
  })

export type Set = Updateable<DB['suspensions']>

const said: Record<StepState, string> = {
  proposed: 'This is proposed, and nobody has decided on it so far',
  decided: 'This is decided already, and waits for another person to confirm it',
  confirmed: 'This is confirmed already, and its letter has to be sent',
  sent: 'This letter was sent already',
  announced: 'This was sent already',
  running: 'This was sent already, and its days have begun',
  ended: 'This has ended',
  held: 'An objection holds this until it is decided and its decision is sent',
  dismissed: 'It was decided not to do this',
  withdrawn: 'This was withdrawn: what it rests on is no pattern any more',
  lifted: 'This was lifted',
}

/** 409 with what it stands at. */
export const requireState = ({ state }: Pick<At, 'state'>, ...states: StepState[]): void => {
  if (!states.includes(state)) throw conflict(said[state])
}

/** 403 for who had a part in it before. */
export const requireAnother = ({ step, by }: At, deed: Parameters<typeof refuseSamePerson>[2]): void => {
  const refused = refuseSamePerson(step, by, deed)
  if (refused !== null) throw forbidden(refused)
}
