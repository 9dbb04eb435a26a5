import type { OpenReturnState } from '@ambit/contract'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import { pass } from '../../exceptions/raise.ts'
import { conflict } from '../../http/errors.ts'
import { recordChanged } from '../../live/record-changed.ts'
import { endEntry } from '../../waitlist-entries/store/end.ts'
import { lockOpenReturn, type OpenReturnRow } from './queries.ts'

type Ending = {
  state: Exclude<OpenReturnState, 'waiting'>
  service_request_id?: number
  reason?: string
  at: Date
  /** who did it; null: the service */
  by: number | null
  note: string
}

/** 409 for one that is none any more, and says what it became. */
export const requireWaiting = (row: Pick<OpenReturnRow, 'state' | 'service_request_id'>): void => {
  if (row.state === 'waiting') return
  const became = row.service_request_id === null ? '' : `: it became booking ${row.service_request_id}`
  throw conflict(`This open return has ended${became}`)
}

/** What is asked of its passenger is about. */
export const subjectOf = (id: number): string => `open_return:${id}`

/** It ends, and so does the entry of the waiting list that its call became. */
export const endOpenReturn = async (
  tx: Transaction<DB>,
  id: number,
  { at, by, note, ...set }: Ending,
): Promise<void> => {
  await tx
    .updateTable('open_returns')
    .set({ ...set, ended_at: at, updated_at: at })
    .where('id', '=', id)
    .execute()
  await recordChanged(tx, 'open_returns', id)
  await pass(tx, { kind: 'open_return_waiting', subject: subjectOf(id) }, { at, by, note })
  const entry = await tx
    .selectFrom('open_returns as o')
    .innerJoin('waitlist_entries as w', 'w.id', 'o.waitlist_entry_id')
    .where('o.id', '=', id)
    .where('w.state', '=', 'waiting')
    .select('w.id')
    .executeTakeFirst()
  if (entry === undefined) return
  const { service_request_id: booking } = set
  const ended =
    booking === undefined
      ? ({ state: 'withdrawn' } as const)
      : { state: 'booked' as const, service_request_id: booking }
  await endEntry(tx, entry.id, { ...ended, at, by, note })
}

/** Of a passenger who is erased. */
export const endOpenReturnsOf = async (tx: Transaction<DB>, travelerId: number, at: Date): Promise<void> => {
  const waiting = await tx
    .selectFrom('open_returns')
    .where('traveler_id', '=', travelerId)
    .where('state', '=', 'waiting')
    .select('id')
    .orderBy('id')
    .execute()
  for (const { id } of waiting)
    await endOpenReturn(tx, id, { state: 'not_needed', at, by: null, note: 'The passenger was erased' })
}

/** The ways back that these bookings are stand again: nobody calls for them. */
export const endOpenReturnsBeside = async (
  tx: Transaction<DB>,
  bookings: readonly number[],
  ended: Pick<Ending, 'at' | 'by'>,
): Promise<void> => {
  const beside = await tx
    .selectFrom('open_returns as o')
    .innerJoin('service_requests as r', 'r.journey_id', 'o.journey_id')
    .where('r.id', '=', sql<number>`any(${bookings}::int[])`)
    .where('r.journey_leg', '>', 1)
    .where('o.state', '=', 'waiting')
    .select('o.id')
    .orderBy('o.id')
    .execute()
  for (const { id } of beside)
    await endOpenReturn(tx, id, { state: 'not_needed', note: 'The way back is booked again', ...ended })
}

/** The way there is the first. */
const BACK = 2

/** Locks one that an offering is to become; 409 where it has ended. */
export const requireStillOpen = async (tx: Transaction<DB>, id: number): Promise<OpenReturnRow> => {
  const row = await lockOpenReturn(tx, null, id)
  if (row === undefined) throw conflict('This open return is no longer there')
  requireWaiting(row)
  return row
}

/** In the transaction that makes the booking: the further leg that it becomes. 409 where it has ended. */
export const activateIn = async (tx: Transaction<DB>, id: number, booking: number, at: Date, by: number | null) => {
  const row = await requireStillOpen(tx, id)
  // A way back that was cancelled before leaves its place to this one.
  await tx
    .updateTable('service_requests')
    .set({ journey_id: null, journey_leg: null })
    .where('journey_id', '=', row.journey_id)
    .where('journey_leg', '>', 1)
    .where('status', '=', 'cancelled')
    .execute()
  return {
    journey: { journey_id: row.journey_id, journey_leg: BACK },
    end: () =>
      endOpenReturn(tx, id, {
        state: 'activated',
        service_request_id: booking,
        at,
        by,
        note: `Booked as booking ${booking}`,
      }),
  }
}
