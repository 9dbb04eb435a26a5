import type { Transaction } from 'kysely'
import type { WaitlistState } from '@ambit/contract'
import type { DB } from '../../database/schema.ts'
import { pass } from '../../exceptions/raise.ts'
import { recordChanged } from '../../live/record-changed.ts'
import { lockEntry, waitingOf } from './queries.ts'

/** What an entry's call to its passenger is about. */
export const subjectOf = (id: number): string => `waitlist:${id}`

type Ending = {
  state: Exclude<WaitlistState, 'waiting'>
  service_request_id?: number
  /** a time that works, for what was given up */
  fits_at?: string | null
  at: Date
  /** who did it; null: the service */
  by: number | null
  note: string
}

/** Of a passenger who is erased. */
export const endEntriesOf = async (tx: Transaction<DB>, travelerId: number, at: Date): Promise<void> => {
  for (const { id } of await waitingOf(tx, travelerId))
    if ((await lockEntry(tx, null, id))?.state === 'waiting')
      await endEntry(tx, id, { state: 'withdrawn', at, by: null, note: 'The passenger was erased' })
}

/** An entry, which is locked, waits no longer, and its passenger need not be called about room. */
export const endEntry = async (tx: Transaction<DB>, id: number, { at, by, note, ...set }: Ending): Promise<void> => {
  await tx
    .updateTable('waitlist_entries')
    .set({ ...set, ended_at: at, updated_at: at })
    .where('id', '=', id)
    .execute()
  await recordChanged(tx, 'waitlist_entries', id)
  await tellSeries(tx, id, set)
  await pass(tx, { kind: 'passenger_call', subject: subjectOf(id) }, { at, by, note })
}

/** The ride of a series that waited is booked, or has failed. What withdrew the entry says itself what becomes of it. */
const tellSeries = async (
  tx: Transaction<DB>,
  id: number,
  { state, service_request_id }: Pick<Ending, 'service_request_id' | 'state'>,
): Promise<void> => {
  const set =
    state === 'booked' && service_request_id !== undefined
      ? { state, service_request_id, reasons: '[]' }
      : { state: 'failed' as const }
  const rows = await tx
    .updateTable('booking_series_occurrences')
    .set(set)
    .where('waitlist_entry_id', '=', id)
    .where('state', '=', 'waiting')
    .returning('booking_series_id')
    .execute()
  for (const row of rows) await recordChanged(tx, 'booking_series', row.booking_series_id)
}
