import { api } from '@ambit/contract'
import type { QueryClient } from '@tanstack/react-query'
import { bookingChanged } from '../records/bookings.ts'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import type { OpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { bookingStrings as words } from './strings.ts'

/** Cancels the booking, or both legs of its journey, loads it again, and asks staff why the passenger cancelled. */
export const cancelBooking = async (
  queries: QueryClient,
  { id, other }: { id: number; other: number | null },
  open: OpenDialog,
): Promise<void> => {
  try {
    await client.call(api.serviceRequests.cancel, { params: { id }, body: other === null ? {} : { legs: 'both' } })
    notify({ type: 'success', title: words.cancel, message: other === null ? words.cancelled : words.bothCancelled })
    open('SurveyDialog', 'create', id)
  } catch (error) {
    announceFailure(error, words.cancelFailed)
  } finally {
    bookingChanged(queries, id)
    if (other !== null) bookingChanged(queries, other)
  }
}
