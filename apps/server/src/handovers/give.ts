import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { HandoverAcceptance, HandoverInput } from '@ambit/contract'
import { sectionNames } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { publishAll, standingOf, writeChanges } from '../exceptions/store.ts'
import { beginDuty, endDuty } from '../exceptions/watches.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, forbidden, invalid } from '../http/errors.ts'
import { holdersOf } from '../http/holders.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { collect } from './collect.ts'
import { hydrate } from './hydrate.ts'
import { contentOf, extentOf, readHandover } from './queries.ts'

const tell = (tx: Transaction<DB>, id: number, regionId: number): Promise<void> =>
  publish(tx, [{ kind: 'record', table: 'handovers', record_id: id }], [regionId])

/** Those who may take over a region: they answer exceptions there, and take part in handovers. */
const mayTake = async (db: Deps['db'], regionId: number, userId: number): Promise<boolean> => {
  for (const key of ['ExceptionManagement:exception:canUpdate', 'ExceptionManagement:handover:canCreate'] as const)
    if (!(await holdersOf(db, key, regionId)).some(({ id }) => id === userId)) return false
  return true
}

/** Offers it with what stands now, in place of what the caller has offered for the region. 422 for somebody who may not. */
export const offerHandover = async (deps: Deps, input: z.output<typeof HandoverInput>, actor: Actor, keep: Keep) => {
  const me = userIdOf(actor)
  if (me === null) throw forbidden('Only people can hand a shift over')
  const now = deps.clock.now()
  const { region_id, zone_ids, taker_id, note } = input
  const extent = await extentOf(deps.db, regionScope(actor), { region_id, zone_ids, now })
  if (taker_id === me || !(await mayTake(deps.db, region_id, taker_id)))
    throw invalid([{ pointer: '/taker_id', detail: 'Please choose somebody else who may answer exceptions here' }])
  return deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('handovers')
      .set({ replaced_at: now })
      .where('giver_id', '=', me)
      .where('region_id', '=', region_id)
      .where('accepted_at', 'is', null)
      .where('replaced_at', 'is', null)
      .execute()
    const content = JSON.stringify(await collect(tx, extent))
    const { id } = await tx
      .insertInto('handovers')
      .values({
        region_id,
        zone_ids: [...extent.zones],
        giver_id: me,
        taker_id,
        note,
        content,
        since: extent.since,
        offered_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tell(tx, id, region_id)
    return keep(tx, { data: await readHandover(tx, null, id) })
  })
}

type Accepting = z.output<typeof HandoverAcceptance> & { id: number; actor: Actor; keep: Keep; hidden: Hidden }

/**
 * At this moment what the giver sees to becomes the caller's, and so does the watch. 403 for who it was not offered to, 409
 * where it does not stand any more, 422 for a section that was not read.
 */
export const acceptHandover = (deps: Deps, { id, actor, sections, keep, hidden }: Accepting) =>
  deps.db.transaction().execute(async (tx) => {
    const { taker, accepted_at, replaced_at } = await readHandover(tx, regionScope(actor), id)
    const row = await tx.selectFrom('handovers').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    const me = userIdOf(actor)
    if (me === null || row.taker_id !== me) throw forbidden(`This was offered to ${taker ?? 'somebody else'}`)
    if (accepted_at !== null || row.accepted_at !== null) throw conflict('This handover has been accepted')
    if (replaced_at !== null || row.replaced_at !== null) throw conflict('Its giver has offered another in its place')
    const now = deps.clock.now()
    const { since, content } = await contentOf(tx, id, now)
    const unread = content.find(({ section, items }) => items.length > 0 && !sections.includes(section))
    if (unread !== undefined)
      throw invalid([{ pointer: '/sections', detail: `Please read ${sectionNames[unread.section]} first` }])
    await tx
      .updateTable('handovers')
      .set({ accepted_at: now, content: JSON.stringify(content) })
      .where('id', '=', id)
      .execute()
    if (row.giver_id !== null) {
      await passOn(tx, { from: row.giver_id, to: me, zones: row.zone_ids, now })
      await endDuty(tx, row.giver_id, { now, zones: row.zone_ids })
    }
    await beginDuty(tx, me, { now, zones: row.zone_ids })
    await tell(tx, id, row.region_id)
    const brief = await hydrate(tx, { since, content, hidden })
    return keep(tx, { data: { ...(await readHandover(tx, null, id)), brief } })
  })

type Passing = { from: number; to: number; zones: readonly number[]; now: Date }

/** All that one sees to in these zones, also what is put off. */
const passOn = async (tx: Transaction<DB>, { from, to, zones, now }: Passing): Promise<void> => {
  const before = await tx
    .selectFrom('exceptions')
    .selectAll()
    .where('owner_id', '=', from)
    .where('state', 'in', ['acknowledged', 'snoozed'])
    .where('zone_id', '=', sql<number>`any(${zones}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = before.map(({ id }) => id)
  const after: Selectable<DB['exceptions']>[] = await tx
    .updateTable('exceptions')
    .set((e) => ({ owner_id: to, offered_to: null, offered_at: null, version: e('version', '+', 1) }))
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .returningAll()
    .execute()
  await writeChanges(
    tx,
    before.map((row) => ({
      exception_id: row.id,
      at: now,
      change: 'handed_over',
      user_id: to,
      before: standingOf(row),
      after: standingOf(after.find(({ id }) => id === row.id) ?? row),
    })),
  )
  await publishAll(tx, ids)
}
