import { api, type Environment } from '@ambit/contract'
import { can, type Flags } from '@ambit/domain'
import { sessionHolder } from '../sessions/queries.ts'
import { asOfNow } from '../sessions/second-factor-need.ts'
import { noteUse } from '../sessions/use.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Call, Module } from '../http/bind.ts'
import { forbidden } from '../http/errors.ts'
import { createStreamLimit, keepAlive, lastIdOf, openStream, whenClosed } from './connection.ts'
import { follow } from './follow.ts'
import { noteSeen } from './presence.ts'
import { type View, visible } from './visible.ts'

type StaffActor = Extract<Actor, { kind: 'user' }>
type LiveCall = Call<typeof api.live.stream>

export const routes: Module = (bind, deps) => {
  const enter = createStreamLimit(deps)
  bind.raw(api.live.stream, async (call, request, reply) => {
    const { actor } = call
    if (actor.kind !== 'user') throw forbidden()
    enter(actor.session_id, reply)
    const view = viewOf(actor, call, await deps.flags.current(), await deps.flags.environment())
    await noteSeen(deps, actor.id)
    const writer = openStream(request, reply)
    whenClosed(reply, () => void leave(deps, actor.id))
    await follow(deps, { writer, lastId: lastIdOf(request) }, (event) => {
      if (visible(event, view)) writer.event(event)
    })
    keepAlive(
      deps,
      { writer, reply },
      () => stands(deps, actor),
      ({ table, record_id }) => RIGHTS.includes(table) || (OWN.includes(table) && record_id === actor.id),
    )
    return reply
  })
}

const viewOf = (actor: StaffActor, { query }: LiveCall, flags: Flags, environment: Environment): View => {
  const context = { permissions: actor.permissions, flags, environment }
  return {
    holds: (key) => can(key, context),
    scope: actor.region_ids,
    regions: query.filter?.region ?? null,
    zones: query.filter?.zone ?? null,
  }
}

/** Everybody's rights hang on them. */
const RIGHTS: readonly string[] = ['user_groups', 'user_roles']
/** With the id of the user whose own they are. */
const OWN: readonly string[] = ['users', 'sessions']

/**
 * A session that has ended, or whose rights have changed, ends its streams: the client reconnects with its new rights, and
 * the portal reloads the user.
 */
const stands = async (deps: Deps, { session_id, ...rights }: StaffActor): Promise<boolean> => {
  const holder = await sessionHolder(deps.db, session_id)
  if (holder?.kind !== 'user' || holder.expires_at <= deps.clock.wall()) return false
  // Who has come to represent an organisation is told by no stream.
  if (holder.user.represents) return false
  if (rightsText(asOfNow(holder.user, deps.clock.now())) !== rightsText(rights)) return false
  if (holder.user.stays_signed_in) await noteUse(deps, holder)
  await noteSeen(deps, holder.user.id)
  return true
}

/** A server that goes down has no database any more. */
const leave = async (deps: Deps, userId: number): Promise<void> => {
  try {
    await noteSeen(deps, userId)
  } catch (error) {
    deps.log.debug({ err: error }, 'the end of a stream was not noted')
  }
}

const rightsText = ({ permissions, region_ids }: Pick<StaffActor, 'permissions' | 'region_ids'>): string =>
  JSON.stringify([
    Object.keys(permissions)
      .filter((key) => permissions[key])
      .toSorted(),
    region_ids,
  ])
