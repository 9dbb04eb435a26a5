import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { type api, type ExceptionKind, type ExceptionMuteInput, neverMuted } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import { anyOf } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope, requireZone, type Scope, userIdOf, withinScope } from '../http/scope.ts'
import { publish } from '../live/publish.ts'

const MINUTE_MS = 60_000

const select = (db: Kysely<DB>, scope: Scope, now: Date) =>
  db
    .selectFrom('exception_mutes as m')
    .innerJoin('zones as z', 'z.id', 'm.zone_id')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .where(withinScope(scope, 'z.region_id'))
    .where('m.ended_at', 'is', null)
    .where('m.until', '>', now)
    .select(['m.id', 'm.kind', 'm.zone_id', 'z.name as zone_name', 'z.time_zone', 'z.region_id', 'm.reason'])
    .select(['m.created_at as from', 'm.until'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('muted_by'))

/** SQL: the exception `e` is of a kind that is muted in its zone. */
export const isMuted = (now: Date) => sql<boolean>`exists (select from exception_mutes m
  where m.zone_id = e.zone_id and m.kind = e.kind and m.ended_at is null and m.until > ${now})`

/** What is muted now, the one that ends first first. */
export const listMutes = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.exceptionMutes.list.query>,
  now: Date,
) => {
  const { region, zone } = query.filter ?? {}
  let rows = select(db, scope, now)
  if (region !== undefined) rows = rows.where('z.region_id', '=', anyOf(region))
  if (zone !== undefined) rows = rows.where('m.zone_id', '=', anyOf(zone))
  return rows.orderBy('m.until').orderBy('m.id').execute()
}

/** Tells open pages of the region. */
const told = async (tx: Transaction<DB>, id: number, regionId: number): Promise<void> =>
  publish(tx, [{ kind: 'record', table: 'exception_mutes', record_id: id }], [regionId])

type Input = z.output<typeof ExceptionMuteInput>

/** In place of one that stands. 422 for what nobody may hear less of, and for a zone that the caller does not see. */
export const mute = async (deps: Deps, { zone_id, kind, minutes, reason }: Input, actor: Actor, keep: Keep) => {
  await requireZone(deps.db, regionScope(actor), zone_id)
  const always: readonly ExceptionKind[] = neverMuted
  if (always.includes(kind)) throw invalid([{ pointer: '/kind', detail: 'This kind cannot be muted' }])
  return deps.db.transaction().execute(async (tx) => {
    // Two who mute at the same moment do so one after the other.
    await tx.selectFrom('zones').where('id', '=', zone_id).select('id').forNoKeyUpdate().execute()
    const now = deps.clock.now()
    await tx
      .updateTable('exception_mutes')
      .set({ ended_at: now })
      .where('zone_id', '=', zone_id)
      .where('kind', '=', kind)
      .where('ended_at', 'is', null)
      .execute()
    const until = new Date(now.getTime() + minutes * MINUTE_MS)
    const { id } = await tx
      .insertInto('exception_mutes')
      .values({ zone_id, kind, reason, created_at: now, until, user_id: userIdOf(actor) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const muted = await select(tx, null, now).where('m.id', '=', id).executeTakeFirstOrThrow()
    await noteEvent(tx, {
      kind: 'access',
      record_kind: 'zones',
      record_id: String(zone_id),
      told: { muted: kind, until: until.toISOString(), reason },
      personal: ['reason'],
    })
    await told(tx, id, muted.region_id)
    return keep(tx, { data: muted })
  })
}

/** Ends one early. 404 for one of another region, or that has ended. */
export const unmute = (deps: Deps, id: number, actor: Actor): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const found = await select(tx, regionScope(actor), now).where('m.id', '=', id).executeTakeFirst()
    if (found === undefined) throw notFound('There is no such mute')
    await tx.updateTable('exception_mutes').set({ ended_at: now }).where('id', '=', id).execute()
    await noteEvent(tx, {
      kind: 'access',
      record_kind: 'zones',
      record_id: String(found.zone_id),
      told: { unmuted: found.kind },
    })
    await told(tx, id, found.region_id)
  })
