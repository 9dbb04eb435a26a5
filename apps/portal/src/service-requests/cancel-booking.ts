import { api } from '@ambit/contract'
import type { QueryClient } from '@tanstack/react-query'
import { bookingChanged } from '../records/bookings.ts'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import type { OpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { bookingStrings as words } from './strings.ts'

/** Cancels the booking, loads it again, and asks staff why the passenger cancelled. */
export const cancelBooking = async (queries: QueryClient, id: number, open: OpenDialog): Promise<void> => {
  try {
    await client.call(api.serviceRequests.cancel, { params: { id }, body: {} })
    notify({ type: 'success', title: words.cancel, message: words.cancelled })
    open('SurveyDialog', 'create', id)
  } catch (error) {
    announceFailure(error, words.cancelFailed)
  } finally {
    bookingChanged(queries, id)
  }
}
