import { api, permissionKeys } from '@ambit/contract'
import { type AccessContext, can } from '@ambit/domain'
import { sessionHolder } from '../sessions/queries.ts'
import { asOfNow } from '../sessions/second-factor-need.ts'
import { noteUse } from '../sessions/use.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Call, Module } from '../http/bind.ts'
import { forbidden } from '../http/errors.ts'
import type { StoredEvent } from './bus.ts'
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
    const rights = await rightsOf(deps, actor)
    const view = viewOf(rights, call)
    await noteSeen(deps, actor.id)
    const writer = openStream(request, reply)
    whenClosed(reply, () => void leave(deps, actor.id))
    await follow(deps, { writer, lastId: lastIdOf(request) }, (event) => {
      // Another process may have changed them.
      if (isRecord(event, 'settings')) deps.flags.forget()
      if (visible(event, view)) writer.event(event)
    })
    keepAlive(
      deps,
      { writer, reply },
      () => stands(deps, actor, rights),
      ({ table, record_id }) => RIGHTS.includes(table) || (OWN.includes(table) && record_id === actor.id),
    )
    return reply
  })
}

type Rights = { context: AccessContext; region_ids: number[] | null }

/** What the user may here and now. */
const rightsOf = async (
  { flags }: Pick<Deps, 'flags'>,
  { permissions, region_ids }: Pick<StaffActor, 'permissions' | 'region_ids'>,
): Promise<Rights> => ({
  context: { permissions, flags: await flags.current(), environment: await flags.environment() },
  region_ids,
})

const viewOf = ({ context, region_ids }: Rights, { query }: LiveCall): View => ({
  holds: (key) => can(key, context),
  scope: region_ids,
  regions: query.filter?.region ?? null,
  zones: query.filter?.zone ?? null,
})

const isRecord = ({ payload }: StoredEvent, table: string): boolean =>
  payload.kind === 'record' && payload.table === table

/** Everybody's rights hang on them. */
const RIGHTS: readonly string[] = ['user_groups', 'user_roles', 'settings']
/** With the id of the user whose own they are. */
const OWN: readonly string[] = ['users', 'sessions']

/**
 * A session that has ended, or whose rights have changed, ends its streams: the client reconnects with its new rights, and
 * the portal reloads the user.
 */
const stands = async (deps: Deps, { session_id }: StaffActor, rights: Rights): Promise<boolean> => {
  const holder = await sessionHolder(deps.db, session_id)
  if (holder?.kind !== 'user' || holder.expires_at <= deps.clock.wall()) return false
  // Who has come to represent an organisation is told by no stream.
  if (holder.user.represents) return false
  const now = await rightsOf(deps, asOfNow(holder.user, deps.clock.now()))
  if (rightsText(now) !== rightsText(rights)) return false
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

const rightsText = ({ context, region_ids }: Rights): string =>
  JSON.stringify([permissionKeys.filter((key) => can(key, context)), region_ids])
