import { api } from '@ambit/contract'
import { requireProof, staffOf } from '../access/proof.ts'
import { refuseSuperior } from '../access/rights.ts'
import { blockOf, liftBlock } from '../access/sign-in-block.ts'
import type { Deps } from '../deps.ts'
import { holds } from '../http/authenticate.ts'
import type { Actor, Module } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { sessionHolder } from '../sessions/queries.ts'
import { revokeAllSessions, revokeSession } from '../sessions/tokens.ts'
import { noteUse, standingSessions } from '../sessions/use.ts'
import { findUser } from '../users/queries.ts'

/** One's own sessions, and for administrators those of others. */
export const routes: Module = (bind, deps) => {
  const { db } = deps
  bind(api.sessions.list, ({ actor }) => listed(deps, actor, staffOf(actor).id))

  bind(api.sessions.use, async ({ actor }) => {
    const holder = await sessionHolder(db, staffOf(actor).session_id)
    if (holder?.kind === 'user') await noteUse(deps, holder)
    return undefined
  })

  bind(api.sessions.endOthers, async ({ actor }) => endAll(deps, staffOf(actor).id, staffOf(actor).session_id))

  bind(api.sessions.end, async ({ params, actor }) => {
    const owner = await ownerOf(deps, params.id)
    if (owner !== staffOf(actor).id) await refuseForeign(deps, actor, owner)
    await db.transaction().execute(async (tx) => {
      await revokeSession(tx, params.id, 'session ended')
      await recordChanged(tx, 'sessions', owner)
    })
    return undefined
  })

  bind(api.users.sessions, async ({ params, actor }) => {
    if ((await findUser(db, regionScope(actor), params.id)) === undefined) throw notFound()
    return listed(deps, actor, params.id)
  })

  bind(api.users.endSessions, async ({ params, actor }) => {
    if ((await findUser(db, regionScope(actor), params.id)) === undefined) throw notFound()
    await refuseSuperior(db, actor, params.id)
    return endAll(deps, params.id, staffOf(actor).session_id)
  })

  bind(api.users.signInBlock, async ({ params, actor }) => {
    if ((await findUser(db, regionScope(actor), params.id)) === undefined) throw notFound()
    return { data: await blockOf(db, params.id) }
  })

  bind(api.users.liftSignInBlock, async ({ params, actor }) => {
    if ((await findUser(db, regionScope(actor), params.id)) === undefined) throw notFound()
    await db.transaction().execute(async (tx) => {
      await refuseSuperior(tx, actor, params.id)
      await requireProof({ db: tx, clock: deps.clock }, actor)
      if (!(await liftBlock(tx, params.id, 'administrator'))) throw conflict('This user can sign in')
    })
    return undefined
  })
}

const listed = async (deps: Deps, actor: Actor, userId: number) => {
  const sessions = await standingSessions(deps, userId)
  const data = sessions.map((session) => ({ ...session, current: session.id === staffOf(actor).session_id }))
  return { data, meta: { total: data.length, total_count: data.length } }
}

const endAll = ({ db }: Deps, userId: number, kept: string): Promise<undefined> =>
  db.transaction().execute(async (tx) => {
    await revokeAllSessions(tx, { kind: 'user', id: userId }, kept)
    await recordChanged(tx, 'sessions', userId)
    return undefined
  })

const ownerOf = async ({ db }: Deps, sessionId: string): Promise<number> => {
  const row = await db.selectFrom('sessions').select('user_id').where('id', '=', sessionId).executeTakeFirst()
  if (row === undefined || row.user_id === null) throw notFound()
  return row.user_id
}

/** Whoever may not end it does not learn that it is there. */
const refuseForeign = async (deps: Deps, actor: Actor, owner: number): Promise<void> => {
  const seen = await findUser(deps.db, regionScope(actor), owner)
  if (seen === undefined || !(await holds(deps, 'UserManagement:session:canDestroy', actor))) throw notFound()
  await refuseSuperior(deps.db, actor, owner)
}
