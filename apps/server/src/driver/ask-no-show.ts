import { sql } from 'kysely'
import type { Deed, NoShowReason, TripWithStops } from '@ambit/contract'
import { noShowReasonWords, severityOf } from '@ambit/domain'
import { raise } from '../exceptions/raise.ts'
import type { Reader } from '../planning/plan/queries.ts'
import type { DriverAction } from './action.ts'
import { requireAllowed } from './rules.ts'

const subjectOf = (bookingId: number): string => `no_show:${bookingId}`

/** Asks dispatch for a no-show: who resolves it approves. */
export const askNoShow =
  (deed: Extract<Deed, { kind: 'ask_no_show' }>, id: number = deed.service_request_id) =>
  async (action: DriverAction): Promise<void> => {
    await requireAllowed(action, { ...deed, service_request_id: id })
    const { change, trip, at, row, by } = action
    if (row !== null)
      await change.tx.updateTable('driver_actions').set({ service_request_id: id }).where('id', '=', row).execute()
    await raise(change.tx, {
      kind: 'approval',
      severity: severityOf.approval,
      trip_id: trip.id,
      subject: subjectOf(id),
      driver_id: by.driver_id,
      facts: { service_request_id: id },
      text: wordsOf(deed),
      at,
    })
  }

const wordsOf = ({ reason, reason_text }: { reason: NoShowReason; reason_text?: string | null | undefined }): string =>
  `${noShowReasonWords[reason]}${reason_text == null ? '' : `: ${reason_text}`}`

/** The no-shows of a trip that dispatch was asked for, with what came of it. */
export const askedNoShows = async (db: Reader, tripId: number): Promise<TripWithStops['no_shows_asked']> => {
  const { rows } = await sql<NonNullable<TripWithStops['no_shows_asked']>[number]>`
    select distinct on (a.service_request_id) a.service_request_id, a.done_at as asked_at,
      a.input ->> 'reason' as reason, a.input ->> 'reason_text' as reason_text,
      exists (select from exceptions e where e.kind = 'approval' and e.subject = 'no_show:' || a.service_request_id
        and e.state = 'resolved' and e.opened_at >= a.done_at) as approved
    from driver_actions a
    where a.trip_id = ${tripId} and a.kind = 'ask_no_show' and a.service_request_id is not null
    order by a.service_request_id, a.id desc`.execute(db)
  return rows
}
