import { aboutAccount, noteEvent } from '../audit/note-event.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { forbidden, invalid, proofNeeded } from '../http/errors.ts'
import { mayUsePassword } from './break-glass.ts'
import { checkPassword } from './passwords.ts'
import type { Throttle } from './throttle.ts'

/** So long a sign-in, or a proof since, lets the user change what protects an account. */
const PROOF_MINUTES = 10

type User = Extract<Actor, { kind: 'user' }>

export const staffOf = (actor: Actor): User => {
  if (actor.kind !== 'user') throw forbidden()
  return actor
}

/** Throws 403 proof_needed where the user showed who they are too long ago. */
export const requireProof = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<void> => {
  const { proven_at } = await db
    .selectFrom('sessions')
    .select('proven_at')
    .where('id', '=', staffOf(actor).session_id)
    .executeTakeFirstOrThrow()
  if (clock.wall().getTime() - proven_at.getTime() > PROOF_MINUTES * 60_000) throw proofNeeded()
}

/** Throws 422 for a wrong password, 429. */
export const proveByPassword = async (
  { db, clock }: Deps,
  throttle: Throttle,
  actor: Actor,
  { password, pointer }: { password: string; pointer: string },
  address: string,
): Promise<void> => {
  const { id, session_id } = staffOf(actor)
  if (!(await mayUsePassword(db, id)))
    throw invalid([{ pointer, title: 'Password', detail: 'Local sign-in is off. Confirm at your provider instead' }])
  const account = `proof of ${id}`
  await throttle.take(account, address)
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
  if (!(await checkPassword(user.password_hash, password))) {
    await noteEvent(db, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id }), told: { outcome: 'not confirmed' } })
    throw invalid([{ pointer, title: 'Password', detail: 'This is not your password' }])
  }
  await throttle.succeeded(account, address)
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('sessions').set({ proven_at: clock.wall() }).where('id', '=', session_id).execute()
    const told = { outcome: 'confirmed', method: 'password' }
    await noteEvent(tx, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id }), told })
  })
}
