import type { QueryClient } from '@tanstack/react-query'

/** What every answer about bookings is kept under. Apart from the queries: the portal begins with this. */
export const BOOKINGS = 'service_requests'

/** Many bookings change at once when a plan is made better: lists are asked again once for all of them. */
const TOGETHER_MS = 400
let waiting: ReturnType<typeof setTimeout> | undefined

export const bookingListsChanged = (queries: QueryClient): void => {
  waiting ??= setTimeout(() => {
    waiting = undefined
    void queries.invalidateQueries({ queryKey: [BOOKINGS, 'list'] })
  }, TOGETHER_MS)
}

/** The booking is asked again wherever it is shown, and so are lists of bookings. */
export const bookingChanged = (queries: QueryClient, id: number): void => {
  void queries.invalidateQueries({ queryKey: [BOOKINGS, 'one', id] })
  void queries.invalidateQueries({ queryKey: [BOOKINGS, 'history', id] })
  bookingListsChanged(queries)
}
