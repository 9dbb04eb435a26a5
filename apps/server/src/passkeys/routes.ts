import { api } from '@ambit/contract'
import { tellOfAccount } from '../access/account-mail.ts'
import { requireWayIn } from '../access/break-glass.ts'
import { dropCodesAfterLast } from '../access/factors.ts'
import { newChallenge, PASSKEY_MS, passkeysOf, relyingParty, type Asked } from '../access/passkeys.ts'
import { requireProof, staffOf } from '../access/proof.ts'
import { lockAccounts } from '../access/rights.ts'
import { createThrottle } from '../access/throttle.ts'
import { aboutAccount, noteEvent } from '../audit/note-event.ts'
import type { Deps } from '../deps.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { requireOwnWayLeft } from '../sso/local-sign-in.ts'
import { addPasskey, creationFor } from './add.ts'

/** One's own passkeys (docs/decisions/051). Adding one and removing it asks for a fresh proof of who one is. */
export const routes: Module = (bind, deps) => {
  const { db } = deps
  const guesses = createThrottle(deps, 'sign-in')

  bind(api.passkeys.list, async ({ actor }) => {
    const data = await passkeysOf(db, staffOf(actor).id)
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.passkeys.toAdd, async ({ actor }) => {
    await requireProof(deps, actor)
    return { data: await creationFor(deps, staffOf(actor)) }
  })

  bind(api.passkeys.create, async ({ actor, body, address }) => {
    await requireProof(deps, actor)
    const user = staffOf(actor)
    const account = `adding a passkey of ${user.id}`
    await guesses.take(account, address)
    const data = await addPasskey(deps, user, body)
    await guesses.succeeded(account, address)
    return { data }
  })

  bind(api.passkeys.rename, async ({ actor, params, body }) => {
    const { id } = staffOf(actor)
    return db.transaction().execute(async (tx) => {
      const data = await tx
        .updateTable('passkeys')
        .set({ name: body.name })
        .where('id', '=', params.id)
        .where('user_id', '=', id)
        .returning(['id', 'name', 'created_at', 'last_used_at'])
        .executeTakeFirst()
      if (data === undefined) throw notFound()
      const told = { outcome: 'passkey renamed' }
      await noteEvent(tx, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id }), told })
      return { data }
    })
  })

  bind(api.passkeys.destroy, async ({ actor, params }) => {
    await requireProof(deps, actor)
    await removePasskey(deps, staffOf(actor).id, params.id)
    return undefined
  })

  bind(api.passkeys.toSignIn, async ({ body: { ticket } }) => ({
    data: await requestFor(deps, ticket === undefined ? { purpose: 'sign in' } : { purpose: 'second step', ticket }),
  }))

  bind(api.passkeys.toProve, async ({ actor }) => ({
    data: await requestFor(deps, { purpose: 'proof', session: staffOf(actor).session_id }),
  }))
}

/** Names no passkeys: the device offers those that it has for this site, and a stranger learns of none. */
const requestFor = async (deps: Deps, asked: Asked) => ({
  rpId: relyingParty(deps.config).id,
  challenge: await newChallenge(deps, asked),
  timeout: PASSKEY_MS,
  userVerification: 'required' as const,
})

const removePasskey = (deps: Deps, userId: number, passkeyId: number): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await lockAccounts(tx)
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (removed === undefined) throw notFound()
    const last = await dropCodesAfterLast(tx, userId)
    const told = { outcome: 'passkey removed' }
    await noteEvent(tx, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id: userId }), told })
    await tellOfAccount(deps, tx, userId, {
      subject: 'Your account has changed',
      happened: `The passkey ${removed.name} was removed from your account.${last ? ' Signing in asks for your password alone.' : ''}`,
    })
    await requireWayIn(tx)
    await requireOwnWayLeft(tx, userId)
  })
