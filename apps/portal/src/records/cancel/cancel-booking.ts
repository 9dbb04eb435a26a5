import { api, ApiError } from '@ambit/contract'
import type { QueryClient } from '@tanstack/react-query'
import { bookingChanged } from '../bookings.ts'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import type { OpenDialog } from '../../dialogs/stack.ts'
import { notify } from '../../notifications/notify.tsx'
import { tripRecords } from '../trips.ts'
import { cancelStrings as words } from './strings.ts'

/** By whom, when and why takes longer to read than that it is done. */
const SAID_MS = 8000

/** Cancels the booking, with other legs of its journey where there are some, loads it again, and asks staff why the passenger cancelled. */
export const cancelBooking = async (
  queries: QueryClient,
  { id, others }: { id: number; others: readonly number[] },
  open: OpenDialog,
): Promise<void> => {
  try {
    await client.call(api.serviceRequests.cancel, { params: { id }, body: others.length === 0 ? {} : { legs: 'all' } })
    const message = [words.cancelled, words.bothCancelled][others.length] ?? words.allCancelled
    notify({ type: 'success', title: words.cancel, message })
    open('SurveyDialog', 'create', id)
  } catch (error) {
    const [refused] = error instanceof ApiError ? error.errors : []
    if (refused?.code === 'already_cancelled')
      notify({ type: 'info', title: words.cancel, message: refused.detail, decay: SAID_MS })
    else announceFailure(error, words.failed)
  } finally {
    tripRecords.changed()
    bookingChanged(queries, id)
    for (const other of others) bookingChanged(queries, other)
  }
}
