import { openRequestStatuses } from '@ambit/domain'
import type { StopNotesChange } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { publish } from '../live/publish.ts'
import { byActor, recordHistory } from '../planning/change/booking-history.ts'
import { changedNotes, NOTES_CHANGED } from './changed-reason.ts'
import { type BookingRecord, findServiceRequest, lockServiceRequest } from './queries.ts'

type Input = z.output<typeof StopNotesChange>

/** Changes what the driver is told at the stops; the plan stays as it is. 409 once the booking is over. */
export const changeNotes = (
  { db, clock }: Deps,
  id: number,
  told: Input,
  actor: Actor,
): Promise<{ data: BookingRecord }> =>
  db.transaction().execute(async (tx) => {
    await lockServiceRequest(tx, id)
    const before = await findServiceRequest(tx, id, null)
    if (before === undefined) throw notFound()
    const { status, trip_id, zone_id, region_id } = before
    if (!openRequestStatuses.some((open) => open === status))
      throw conflict('This booking is over: its driver is told nothing any more')
    const notes = {
      pickup_note: told.pickup_note === undefined ? before.pickup_note : told.pickup_note || null,
      dropoff_note: told.dropoff_note === undefined ? before.dropoff_note : told.dropoff_note || null,
    }
    const changes = changedNotes(before, notes)
    if (changes.length === 0) return { data: before }
    const now = clock.now()
    await tx
      .updateTable('service_requests')
      .set({ ...notes, updated_at: now })
      .where('id', '=', id)
      .execute()
    const reason = { code: NOTES_CHANGED, text: `For the driver: ${changes.join('; ')}` }
    await recordHistory(tx, now, [{ service_request_id: id, status, trip_id, by: byActor(actor), reasons: [reason] }])
    await publish(tx, [{ kind: 'service_request', service_request_id: id, trip_id, zone_id, region_id }])
    return { data: (await findServiceRequest(tx, id, null))! } // locked above
  })
