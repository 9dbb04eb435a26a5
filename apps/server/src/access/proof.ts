import type { PasskeyAssertion } from '@ambit/contract'
import { aboutAccount, noteEvent } from '../audit/note-event.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { forbidden, invalid, proofNeeded } from '../http/errors.ts'
import { mayUsePassword } from './break-glass.ts'
import { takePasskey } from './passkeys.ts'
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
  deps: Deps,
  throttle: Throttle,
  actor: Actor,
  { password, pointer }: { password: string; pointer: string },
  address: string,
): Promise<void> => {
  const { db } = deps
  const { id } = staffOf(actor)
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
  await noteProof(deps, actor, 'password')
}

/** Throws as the password does. */
export const proveByPasskey = async (
  deps: Deps,
  throttle: Throttle,
  actor: Actor,
  passkey: PasskeyAssertion,
  address: string,
): Promise<void> => {
  const { db } = deps
  const { id, session_id } = staffOf(actor)
  const refuse = (detail: string) => invalid([{ pointer: '/passkey', title: 'Passkey', detail }])
  if (!(await mayUsePassword(db, id))) throw refuse('Local sign-in is off. Confirm at your provider instead')
  const account = `proof of ${id}`
  await throttle.take(account, address)
  const taken = await takePasskey(deps, passkey, { purpose: 'proof', session: session_id })
  if (taken.outcome === 'wrong' || taken.userId !== id) {
    const why = taken.outcome === 'wrong' ? taken.reason : 'of somebody else'
    const told = { outcome: 'not confirmed', method: 'passkey', passkey: why }
    await noteEvent(db, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id }), told })
    throw refuse('This passkey was not accepted. Please try again')
  }
  await throttle.succeeded(account, address)
  await noteProof(deps, actor, 'passkey')
}

const noteProof = ({ db, clock }: Deps, actor: Actor, method: 'password' | 'passkey'): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { id, session_id } = staffOf(actor)
    await tx.updateTable('sessions').set({ proven_at: clock.wall() }).where('id', '=', session_id).execute()
    const told = { outcome: 'confirmed', method }
    await noteEvent(tx, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id }), told })
  })
