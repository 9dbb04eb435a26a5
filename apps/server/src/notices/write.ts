import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { NoticeDelivery, NoticeDraft, NoticeInput, NoticeReach } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { regionScope, requireRegion, userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { recordChanged } from '../live/record-changed.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { findNotice } from './queries.ts'
import { reachAmong } from './reach.ts'

type Draft = z.output<typeof NoticeDraft>
type By = { actor: Actor; now: Date }

/** Whom showing and sending it would reach now: it is written, looked at, and taken back. */
export const reachOf = async (deps: Deps, draft: Draft, actor: Actor): Promise<NoticeReach> => {
  const now = deps.clock.now()
  const tx = await deps.db.startTransaction().execute()
  try {
    await requireDraft(tx, draft, { actor, now })
    return await written(deps, tx, { ...draft, delivery: 'show_and_send' }, { actor, now }).then(({ reach }) => reach)
  } finally {
    await tx.rollback().execute()
  }
}

/** Shows it to passengers from then on, and sends it where that was asked for and the number of people was seen. */
export const createNotice = (
  deps: Deps,
  { people, ...notice }: z.output<typeof NoticeInput>,
  { actor, keep }: { actor: Actor; keep: Keep },
) =>
  deps.db.transaction().execute(async (tx) => {
    const by = { actor, now: deps.clock.now() }
    await requireDraft(tx, notice, by)
    if (notice.delivery === 'show_and_send' && people === undefined)
      throw invalid([{ pointer: '/people', detail: 'Please look first at how many people it is sent to' }])
    const { id, reach } = await written(deps, tx, notice, by)
    if (reach.people > (people ?? 0))
      throw conflict(`By now it would be sent to ${reach.people} people. Please look again`, { reach })
    await recordChanged(tx, 'notices', id)
    if (reach.people > 0) await publish(tx, [{ kind: 'message', region_id: notice.region_id }])
    return keep(tx, { data: (await findNotice(tx, null, { id, now: by.now }))! }) // as just written
  })

/** Passengers are not shown it any more; `loseSense` ends what was not sent yet. */
export const endNotice = ({ db, clock }: Deps, id: number, actor: Actor) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    await tx.selectFrom('notices').select('id').where('id', '=', id).forUpdate().execute()
    const notice = await findNotice(tx, regionScope(actor), { id, now })
    if (notice === undefined) throw notFound()
    if (notice.state === 'over' || notice.state === 'withdrawn') throw conflict('This notice is over already')
    await tx
      .updateTable('notices')
      .set({ ended_at: now, ended_by: userIdOf(actor) })
      .where('id', '=', id)
      .execute()
    await recordChanged(tx, 'notices', id)
    return { data: (await findNotice(tx, null, { id, now }))! } // as just written
  })

/** 422 for a region or zones that the caller may not see, and for times that are over or in the wrong order. */
const requireDraft = async (
  tx: Transaction<DB>,
  { region_id, zone_ids, valid_from, valid_until }: Draft,
  { actor, now }: By,
): Promise<void> => {
  await requireRegion(tx, regionScope(actor), region_id)
  const zones = await tx
    .selectFrom('zones')
    .where('id', 'in', zone_ids)
    .where('region_id', '=', region_id)
    .select('id')
    .execute()
  if (zones.length < new Set(zone_ids).size)
    throw invalid([{ pointer: '/zone_ids', detail: 'Please choose zones of this region' }])
  if (new Date(valid_until) <= new Date(valid_from))
    throw invalid([{ pointer: '/valid_until', detail: 'It ends before it begins' }])
  if (new Date(valid_until) <= now) throw invalid([{ pointer: '/valid_until', detail: 'This time is over' }])
}

const written = async (
  deps: Deps,
  tx: Transaction<DB>,
  { zone_ids, texts, ...notice }: Draft & { delivery: NoticeDelivery },
  { actor, now }: By,
): Promise<{ id: number; reach: NoticeReach }> => {
  const { id } = await tx
    .insertInto('notices')
    .values({ ...notice, texts: JSON.stringify(texts), user_id: userIdOf(actor), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const zones = [...new Set(zone_ids)].map((zone_id) => ({ notice_id: id, zone_id }))
  await tx.insertInto('notice_zones').values(zones).execute()
  if (notice.delivery === 'show') return { id, reach: { people: 0, channels: [], sms_parts: 0, unreached: 0 } }
  const once = String(id)
  const tellings = (await affected(tx, id)).map((service_request_id) => ({
    event: 'service_notice' as const,
    service_request_id,
    once,
  }))
  await writeMessages(tx, tellings, { now, wait_minutes: 0 })
  return { id, reach: await reachAmong(deps, tx, once) }
}

/** For each passenger with bookings in its zones and time the one that begins first. */
const affected = async (tx: Transaction<DB>, notice: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct on (r.traveler_id) r.id from notices n join notice_zones o on o.notice_id = n.id
    join service_requests r on r.zone_id = o.zone_id
    where n.id = ${notice} and r.status in ('created', 'unassigned', 'assigned', 'secured', 'on_board')
      and r.pickup_lower_bound < n.valid_until and r.dropoff_upper_bound > n.valid_from
    order by r.traveler_id, r.pickup_lower_bound, r.id`.execute(tx)
  return rows.map(({ id }) => id)
}
