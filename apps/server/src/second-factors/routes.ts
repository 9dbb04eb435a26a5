import type { Transaction } from 'kysely'
import { api } from '@ambit/contract'
import { tellOfAccount } from '../access/account-mail.ts'
import { aboutFactor, appOf, newSecret, stepOf, uriOf } from '../access/authenticator.ts'
import { requireWayIn } from '../access/break-glass.ts'
import { dropCodesAfterLast, hasSecondFactor, lockFactors, removeSecondStep } from '../access/factors.ts'
import { passkeysOf } from '../access/passkeys.ts'
import { requireProof, staffOf } from '../access/proof.ts'
import { newRecoveryCodes, recoveryCodesLeft, replaceRecoveryCodes } from '../access/recovery-codes.ts'
import { lockAccounts, refuseSuperior } from '../access/rights.ts'
import { decryptSecret, encryptSecret } from '../access/secrets.ts'
import { noteFactorAdded, noteFactorTaken } from '../access/sign-in-watch.ts'
import { createThrottle } from '../access/throttle.ts'
import { aboutAccount, noteEvent } from '../audit/note-event.ts'
import { requireReason } from '../http/acting.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Module } from '../http/bind.ts'
import { conflict, forbidden, invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { revokeAllSessions } from '../sessions/tokens.ts'
import { requireOwnWayLeft } from '../sso/local-sign-in.ts'
import { findUser } from '../users/queries.ts'
import { bindPolicies } from './policies.ts'
import { brandDefaults } from '../settings/defaults.ts'

/** One's own second factors. Setting one up and removing it asks for a fresh proof of who one is. */
export const routes: Module = (bind, deps) => {
  const { db } = deps
  const codes = createThrottle(deps, 'second step')

  bind(api.secondFactors.list, async ({ actor }) => {
    return listed(await factorsOf(deps, staffOf(actor).id))
  })

  bind(api.secondFactors.create, async ({ actor, body }) => {
    await requireProof(deps, actor)
    return { data: await beginApp(deps, actor, body.name) }
  })

  bind(api.secondFactors.confirm, async ({ actor, params, body, address }) => {
    await requireProof(deps, actor)
    const { id } = staffOf(actor)
    const account = `set-up of ${id}`
    await codes.take(account, address)
    const data = await confirmApp(deps, actor, params.id, body.code)
    await codes.succeeded(account, address)
    return { data }
  })

  bind(api.secondFactors.destroy, async ({ actor, params }) => {
    await requireProof(deps, actor)
    await db.transaction().execute(async (tx) => {
      await lockAccounts(tx)
      await removeFactor(deps, tx, staffOf(actor).id, params.id)
      await requireWayIn(tx)
      await requireOwnWayLeft(tx, staffOf(actor).id)
    })
    return undefined
  })

  bind(api.users.secondFactors, async ({ actor, params }) => {
    await refuseUnseen(deps, actor, params.id)
    const passkeys = (await passkeysOf(db, params.id)).map((passkey) => ({ ...passkey, kind: 'passkey' as const }))
    return listed([...(await factorsOf(deps, params.id)), ...passkeys])
  })

  bind(api.users.takeFactors, async ({ actor, params }) => {
    await refuseUnseen(deps, actor, params.id)
    await takeFactors(deps, actor, params.id)
    return undefined
  })

  bindPolicies(bind, deps)

  bind(api.recoveryCodes.show, async ({ actor }) => ({
    data: { left: await recoveryCodesLeft(db, staffOf(actor).id) },
  }))

  bind(api.recoveryCodes.create, async ({ actor }) => {
    await requireProof(deps, actor)
    const { id } = staffOf(actor)
    if (!(await hasSecondFactor(db, id))) throw conflict('Set up an authenticator app or a passkey first')
    const { shown, hashes } = await newRecoveryCodes()
    await db.transaction().execute(async (tx) => {
      await replaceRecoveryCodes(tx, id, hashes, deps.clock.wall())
      await told(
        deps,
        tx,
        id,
        'new recovery codes',
        'Your account has new recovery codes. Those from before are no longer good.',
      )
    })
    return { data: { codes: shown } }
  })
}

const listed = <T>(data: T[]) => ({ data, meta: { total: data.length, total_count: data.length } })

const factorsOf = ({ db }: Deps, userId: number) =>
  db
    .selectFrom('second_factors')
    .select(['id', 'kind', 'name', 'confirmed_at as created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .$narrowType<{ created_at: Date }>()
    .execute()

/** A secret that counts once a code of it was shown. What was begun before is begun anew. */
const beginApp = async (deps: Deps, actor: Actor, name: string) => {
  const { db, config, clock } = deps
  const { id: user_id } = staffOf(actor)
  if ((await appOf(db, user_id)) !== undefined)
    throw conflict('You have an authenticator app. Remove it before you set up another one')
  const secret = newSecret()
  const encrypted = await encryptSecret(deps, secret, aboutFactor(user_id))
  const { email } = await db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()
  const { id } = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('second_factors').where('user_id', '=', user_id).where('confirmed_at', 'is', null).execute()
    return tx
      .insertInto('second_factors')
      .values({ user_id, kind: 'authenticator app', name, secret: encrypted, created_at: clock.wall() })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return { id, secret, uri: uriOf(secret, brandDefaults[config.brand].appName, email) }
}

/** The first code shows that app and server agree. Recovery codes come with the first factor. Throws 422 for a wrong code. */
const confirmApp = async (deps: Deps, actor: Actor, factorId: number, code: string) => {
  const { db, clock } = deps
  const { id } = staffOf(actor)
  const begun = await db
    .selectFrom('second_factors')
    .select('secret')
    .where('id', '=', factorId)
    .where('user_id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (begun === undefined) throw notFound()
  const now = clock.wall()
  const step = stepOf(await decryptSecret(deps, begun.secret, aboutFactor(id)), code.replace(/\s/g, ''), now)
  if (step === null)
    throw invalid([{ pointer: '/code', title: 'Code', detail: 'This code is wrong. Check the clock of your phone' }])
  const codes = (await hasSecondFactor(db, id)) ? null : await newRecoveryCodes()
  return db.transaction().execute(async (tx) => {
    await lockFactors(tx, id)
    const first = !(await hasSecondFactor(tx, id))
    const confirmed = await tx
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step, last_used_at: now })
      .where('id', '=', factorId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (confirmed.numUpdatedRows === 0n) throw notFound()
    if (first && codes !== null) await replaceRecoveryCodes(tx, id, codes.hashes, now)
    await noteFactorAdded(tx, id)
    await told(
      deps,
      tx,
      id,
      'second factor added',
      'An authenticator app was added to your account. Signing in asks for its code.',
    )
    return { codes: first && codes !== null ? codes.shown : [] }
  })
}

const removeFactor = async (deps: Deps, tx: Transaction<DB>, userId: number, factorId: number): Promise<void> => {
  const removed = await tx
    .deleteFrom('second_factors')
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw notFound()
  const last = await dropCodesAfterLast(tx, userId)
  await told(
    deps,
    tx,
    userId,
    'second factor removed',
    `The authenticator app was removed from your account.${last ? ' Signing in asks for your password alone.' : ''}`,
  )
}

const refuseUnseen = async ({ db }: Deps, actor: Actor, userId: number): Promise<void> => {
  if ((await findUser(db, regionScope(actor), userId)) === undefined) throw notFound()
}

/** By an administrator, of a user who lost them; with a reason, and never one's own. */
const takeFactors = async (deps: Deps, actor: Actor, userId: number): Promise<void> => {
  const reason = requireReason('Please say why the second factors are taken away')
  if (staffOf(actor).id === userId) throw forbidden('Remove your own on the page Security')
  await deps.db.transaction().execute(async (tx) => {
    await lockAccounts(tx)
    await refuseSuperior(tx, actor, userId)
    await requireProof({ db: tx, clock: deps.clock }, actor)
    if (!(await removeSecondStep(tx, userId))) throw conflict('This user has no second factor')
    await requireWayIn(tx)
    await revokeAllSessions(tx, { kind: 'user', id: userId })
    await noteFactorTaken(tx, userId, deps.clock.now())
    await told(
      deps,
      tx,
      userId,
      'second factor taken away',
      `An administrator took the second step away from your account: ${reason}. After the next sign-in you are asked to set up another one.`,
    )
    await recordChanged(tx, 'sessions', userId)
  })
}

const told = async (deps: Deps, tx: Transaction<DB>, id: number, outcome: string, happened: string): Promise<void> => {
  await noteEvent(tx, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id }), told: { outcome } })
  await tellOfAccount(deps, tx, id, { subject: 'Your account has changed', happened })
}
