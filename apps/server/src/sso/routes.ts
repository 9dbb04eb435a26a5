import { api } from '@ambit/contract'
import { hasSecondFactor } from '../access/factors.ts'
import { handOver } from '../access/portal-session.ts'
import { requireProof, staffOf } from '../access/proof.ts'
import { refuseSuperior } from '../access/rights.ts'
import type { Deps } from '../deps.ts'
import { holds } from '../http/authenticate.ts'
import type { Actor, Module } from '../http/bind.ts'
import { forbidden, invalid, notFound } from '../http/errors.ts'
import { browserSecret } from '../http/portal-cookies.ts'
import { regionScope } from '../http/scope.ts'
import { findUser } from '../users/queries.ts'
import { begin, takeCode } from './attempts.ts'
import { bindBreakGlass } from './break-glass-routes.ts'
import { goOn } from './callback.ts'
import { refuseBeyondMap } from './group-map.ts'
import { endSessionsOf, identitiesOf, join, removeIdentity } from './identities.ts'
import { requireOwnWayLeft } from './local-sign-in.ts'
import { createProvider, listProviders, removeProvider, updateProvider } from './providers.ts'
import { signInByCode } from './sign-in.ts'

/** Single sign-on by OpenID Connect (docs/decisions/044). */
export const routes: Module = (bind, deps) => {
  bindProviders(bind, deps)
  bindWay(bind, deps)
  bindIdentities(bind, deps)
  bindBreakGlass(bind, deps)
}

const listed = <T>(data: T[]) => ({ data, meta: { total: data.length, total_count: data.length } })

const bindProviders: Module = (bind, deps) => {
  bind(api.ssoProviders.list, async () => listed(await listProviders(deps)))

  bind(api.ssoProviders.create, async ({ body, actor, keep }) => {
    await requireProof(deps, actor)
    return createProvider(deps, actor, body, keep)
  })

  bind(api.ssoProviders.update, async ({ params, body, version, actor }) => {
    await requireProof(deps, actor)
    return updateProvider(deps, actor, params.id, body, version)
  })

  bind(api.ssoProviders.destroy, async ({ params, version, actor }) => {
    await requireProof(deps, actor)
    return removeProvider(deps, actor, params.id, version)
  })

  bind(api.ssoProviders.test, async ({ params, actor, portal }) => ({
    data: await begin(deps, portal, params.id, 'test', staffOf(actor).session_id),
  }))

  bind(api.ssoProviders.claims, async ({ params, body, actor, portal }) => {
    const sessionId = staffOf(actor).session_id
    const found = await takeCode(deps, { code: body.code, browser: portal?.browser ?? null, sessionId })
    if (found === null || found.provider_id !== params.id) throw notFound('This test is over. Please begin it again')
    return { data: { claims: found.claims } }
  })
}

/** To a provider and back. */
const bindWay: Module = (bind, deps) => {
  bind(api.sso.start, async ({ params, portal }) => ({
    data: await begin(deps, portal, params.id, 'sign_in', null),
  }))

  bind(api.sso.join, async ({ params, actor, portal }) => {
    await requireProof(deps, actor)
    return { data: await begin(deps, portal, params.id, 'join', staffOf(actor).session_id) }
  })

  bind(api.sso.prove, async ({ params, actor, portal }) => ({
    data: await begin(deps, portal, params.id, 'proof', staffOf(actor).session_id),
  }))

  bind.raw(api.sso.callback, async ({ params, requestId }, request, reply) => {
    const start = request.url.indexOf('?')
    const search = start === -1 ? '' : request.url.slice(start)
    const browser = browserSecret(deps.config, request)
    return reply.redirect(await goOn(deps, { providerId: params.id, search, browser, requestId }))
  })

  bind(api.sessions.sso, async ({ body, portal }) => ({
    data: await handOver(deps, portal, await signInByCode(deps, body.code, { portal })),
  }))
}

const TAKES_FACTORS = 'UserManagement:factor:canDestroy'

const bindIdentities: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.userIdentities.list, async ({ actor }) => listed(await identitiesOf(db, staffOf(actor).id)))

  bind(api.userIdentities.destroy, ({ params, actor }) =>
    db.transaction().execute(async (tx) => {
      const { user_id, provider_id, subject } = await removeIdentity(deps, tx, params.id)
      if (user_id === staffOf(actor).id) await requireOwnWayLeft(tx, user_id)
      else await refuseForeign({ ...deps, db: tx }, actor, user_id)
      await requireProof({ db: tx, clock }, actor)
      await endSessionsOf(tx, provider_id, subject)
      return undefined
    }),
  )

  bind(api.users.identities, async ({ params, actor }) => {
    if ((await findUser(db, regionScope(actor), params.id)) === undefined) throw notFound()
    return listed(await identitiesOf(db, params.id))
  })

  bind(api.users.joinIdentity, ({ params, body, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      if ((await findUser(tx, regionScope(actor), params.id)) === undefined) throw notFound()
      await refuseSuperior(tx, actor, params.id)
      await requireProof({ db: tx, clock }, actor)
      const known = await tx
        .selectFrom('sso_providers')
        .select('id')
        .where('id', '=', body.provider_id)
        .executeTakeFirst()
      if (known === undefined) throw invalid([{ pointer: '/provider_id', detail: 'There is no such provider' }])
      await refuseBeyondMap(tx, actor, body.provider_id)
      // A provider that counts as two factors gets past the user's own.
      if ((await hasSecondFactor(tx, params.id)) && !(await holds(deps, TAKES_FACTORS, actor)))
        throw forbidden(`This user has a second factor: you need the permission ${TAKES_FACTORS}`)
      const id = await join(deps, tx, params.id, { ...body, email: null })
      const data = (await identitiesOf(tx, params.id)).find((identity) => identity.id === id)! // joined above
      return keep(tx, { data })
    }),
  )
}

/** Whoever may not change the user does not learn that there is such an identity. */
const refuseForeign = async (deps: Deps, actor: Actor, userId: number): Promise<void> => {
  const seen = await findUser(deps.db, regionScope(actor), userId)
  if (seen === undefined || !(await holds(deps, 'UserManagement:user:canUpdate', actor))) throw notFound()
  await refuseSuperior(deps.db, actor, userId)
}
