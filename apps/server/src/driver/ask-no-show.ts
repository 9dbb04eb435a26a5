import type { Deed, NoShowReason } from '@ambit/contract'
import { noShowReasonWords, severityOf } from '@ambit/domain'
import { raise } from '../exceptions/raise.ts'
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
