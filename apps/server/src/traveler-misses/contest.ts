import { contestedSeverity } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { raise } from '../exceptions/raise.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { PassengerActor } from '../rides/me.ts'
import { ownMisses } from './queries.ts'

type Contested = { id: number; text: string | null; keep: Keep }

/** Sends a miss to staff, once. 404 for another's, 409 where it was sent before. */
export const contestMiss = (deps: Deps, { id, text, keep }: Contested, actor: PassengerActor) =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const miss = (await ownMisses(tx, actor.id, now)).find((one) => one.id === id)
    if (miss === undefined) throw notFound()
    const { numUpdatedRows } = await tx
      .updateTable('misses')
      .set({ contested_at: now })
      .where('id', '=', id)
      .where('contested_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('You have told us this already')
    const { zone_id, trip_id, ...shown } = miss
    await raise(tx, {
      kind: 'no_show_contested',
      severity: contestedSeverity(miss.happened_at.getTime(), now.getTime()),
      subject: `booking:${miss.service_request_id}`,
      zone_id,
      trip_id,
      driver_id: null,
      facts: { service_request_id: miss.service_request_id, miss: miss.kind },
      text: text === '' ? null : text,
      at: now,
    })
    return keep(tx, { data: { ...shown, contested_at: now } })
  })
