import type { Access, Environment, PermissionKey } from '@ambit/contract'
import { can, environmentOf } from '@ambit/domain'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isMarkOf } from '../sessions/mark.ts'
import type { SessionHolder } from '../sessions/queries.ts'
import { inForce } from '../sessions/consents.ts'
import { asOfNow } from '../sessions/second-factor-need.ts'
import { verifyToken } from '../sessions/tokens.ts'
import { noteUse, prolong } from '../sessions/use.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from './bind.ts'
import { forbidden, unauthenticated } from './errors.ts'
import { cookieToken, shownMark } from './portal-cookies.ts'
import { rideToken } from './ride-cookie.ts'

/** Who sent the request. Throws 401 for a missing, wrong, expired or revoked token. */
export const authenticate = async (deps: Deps, request: FastifyRequest): Promise<Actor> => {
  const { authorization } = request.headers
  if (authorization === undefined)
    return shownMark(request) === null ? passenger(deps, request) : portalUser(deps, request)
  const token = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(authorization)?.[1]
  if (token === undefined) throw unauthenticated()
  const holder = await holderOf(deps, token)
  // A program presses no keys: that it calls is its use.
  if (holder.kind === 'user') await noteUse(deps, holder)
  return actorOf(deps, holder)
}

/** By the cookie, which counts together with its mark only. */
const portalUser = async (deps: Deps, request: FastifyRequest): Promise<Actor> => {
  const [token, mark] = [cookieToken(request), shownMark(request)]
  if (token === null || mark === null) throw unauthenticated()
  const actor = actorOf(deps, await holderOf(deps, token))
  if (actor.kind !== 'user' || !(await isMarkOf(deps, actor.id, token, mark))) throw unauthenticated()
  return actor
}

/** By the cookie of the passengers' app alone: no other site can have it sent, as `refuseOtherSites` sees to. */
const passenger = async (deps: Deps, request: FastifyRequest): Promise<Actor> => {
  const token = rideToken(request)
  if (token === null) throw unauthenticated()
  const holder = await holderOf(deps, token)
  if (holder.kind !== 'passenger') throw unauthenticated()
  await prolong(deps, holder)
  return actorOf(deps, holder)
}

const holderOf = async (deps: Deps, token: string): Promise<SessionHolder> => {
  const holder = await verifyToken(deps, token)
  if (holder === 'expired') throw unauthenticated('token_expired')
  if (holder === 'bad') throw unauthenticated()
  return holder
}

const actorOf = ({ clock }: Pick<Deps, 'clock'>, holder: SessionHolder): Actor => {
  const { session_id } = holder
  if (holder.kind === 'passenger') {
    const { id, full_name: name, consumer_app_id } = holder.passenger
    return { kind: 'passenger', id, name, session_id, consumer_app_id }
  }
  if (holder.kind === 'driver') {
    const { id, full_name: name } = holder.driver
    return { kind: 'driver', id, name, session_id, upload_trip: holder.upload_trip }
  }
  const { full_name, second_factor, ...user } = asOfNow(holder.user, clock.now())
  const { id, permissions, withheld, pseudonymous, region_ids, organisation_id } = user
  return {
    kind: 'user',
    id,
    name: full_name,
    permissions,
    withheld,
    pseudonymous,
    region_ids,
    organisation_id,
    represents: holder.consents && inForce(holder.consents, clock.now()),
    session_id,
    overdue: second_factor?.overdue === true,
  }
}

type Known = Pick<Config, 'environment' | 'publicUrl' | 'host'>

/** As the server itself was started: by its variable, else by the name under which people reach the portal; never by a request, whose host can be forged. */
export const environmentFor = ({ environment, publicUrl, host }: Known): Environment =>
  environment ?? environmentOf(publicUrl === null ? host : new URL(publicUrl).host)

/** Throws 403 when the actor is of the wrong kind, or lacks the key here and now. */
export const requireAccess = async (deps: Deps, access: Access, actor: Actor): Promise<void> => {
  if (access === 'public') return
  if (access === 'driver') {
    if (actor.kind !== 'driver') throw forbidden('This address is for drivers')
    return
  }
  if (access === 'passenger') {
    if (actor.kind !== 'passenger') throw forbidden('This address is for passengers')
    return
  }
  if (access === 'staff_or_passenger' && actor.kind === 'passenger') return
  if (actor.kind !== 'user') throw forbidden('This address is for staff')
  if (access === 'signed_in' || access === 'staff_or_passenger') return
  if (!(await holds(deps, access, actor))) throw forbidden(`You need the permission ${access}`)
}

/** Does the actor hold the key here and now? For endpoints whose parts ask for different ones. */
export const holds = async (deps: Deps, key: PermissionKey, actor: Actor): Promise<boolean> =>
  (await keysOf(deps, actor))(key)

/** Which keys the actor holds here and now, for answers that ask about several. */
export const keysOf = async (deps: Deps, actor: Actor): Promise<(key: PermissionKey) => boolean> => {
  if (actor.kind !== 'user') return () => false
  const flags = await deps.flags.current()
  const context = { permissions: actor.permissions, flags, environment: await deps.flags.environment() }
  return (key) => can(key, context)
}
