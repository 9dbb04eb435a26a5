import type { Kysely } from 'kysely'
import type { MessageEvent } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict } from '../http/errors.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { whyLost } from './lose-sense.ts'
import { findMessage } from './queries.ts'

type Told = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** A change is told against what was told before: whoever asks again is told the booking as it stands. */
const eventAgain = (event: MessageEvent): MessageEvent => (event === 'booking_changed' ? 'booking_confirmed' : event)

/**
 * Tells the passenger once more: with the facts as they are now, by the channel that reaches them now, and also in quiet
 * hours. 409 while the message is on its way, and where it would be of no use any more.
 */
export const sendAgain = (
  deps: Deps,
  { id: former, event, service_request_id, state }: Told,
  keep: Keep,
): Promise<{ data: Told }> =>
  deps.db.transaction().execute(async (tx) => {
    if (state === 'queued' || state === 'sending') throw conflict('This message is still on its way')
    // Its text is that of the notice, by whose number it is found.
    if (event === 'service_notice') throw conflict('A notice is sent to everybody it concerns, once')
    const now = deps.clock.now()
    const once = `again ${deps.random.uuid()}`
    const telling = { event: eventAgain(event), service_request_id, once }
    await writeMessages(tx, [telling], {
      now,
      wait_minutes: await waitMinutes(deps, tx, service_request_id),
      at_once: true,
    })
    const written = await tx
      .selectFrom('messages')
      .where('once', '=', once)
      .where('helper_id', 'is', null)
      .where('user_id', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (written === undefined)
      throw conflict('This is not sent again: its time is over, or the passenger gets no messages')
    const lost = await whyLost(tx, written.id, now)
    if (lost !== null) throw conflict(`This is not sent again: ${lost}`)
    await noteEvent(tx, {
      kind: 'access',
      record_kind: 'service_requests',
      record_id: String(service_request_id),
      told: { sent_again: former, message: written.id },
    })
    return keep(tx, { data: (await findMessage(tx, null, written.id))! }) // just written
  })

const waitMinutes = async (deps: Deps, tx: Kysely<DB>, bookingId: number): Promise<number> => {
  const { zone_id } = await tx
    .selectFrom('service_requests')
    .where('id', '=', bookingId)
    .select('zone_id')
    .executeTakeFirstOrThrow()
  return (await settingsAt(deps, tx, await readVersion(tx, zone_id))).strategy.wait_minutes
}
