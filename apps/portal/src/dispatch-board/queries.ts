import { api } from '@ambit/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { bookingRecords } from '../records/bookings.ts'
import { previewsMoved } from '../records/effects/queries.ts'
import { tripRecords } from '../records/trips.ts'
import type { Scope } from '../url/scope.ts'

const BOARD = 'dispatch_board'
const ACTIONS = 'dispatch_actions'

const filterOf = ({ region, zone }: Scope) => ({
  ...(region === null ? {} : { region: [region] }),
  ...(zone.length === 0 ? {} : { zone: [...zone] }),
})

/** What the board shows. `from` as ISO text; null: from half an hour ago. */
export const boardQuery = (scope: Scope, from: string | null, minutes: number) =>
  queryOptions({
    queryKey: [BOARD, scope, from, minutes],
    queryFn: ({ signal }) =>
      client
        .call(api.dispatchBoard.show, {
          query: { filter: filterOf(scope), minutes, ...(from === null ? {} : { from }) },
          signal,
        })
        .then((answer) => answer.data),
    placeholderData: (before) => before,
  })

/** Which vehicles can take a booking: asked when it is taken hold of, and again when the plan moves. */
export const probeQuery = (bookingId: number | null) =>
  queryOptions({
    queryKey: [BOARD, 'probes', bookingId],
    queryFn:
      bookingId === null
        ? skipToken
        : ({ signal }) =>
            client
              .call(api.dispatchBoard.probe, { body: { service_request_id: bookingId }, signal })
              .then((answer) => answer.data),
    gcTime: 0,
    retry: false,
  })

/** What was done last, the newest first. */
export const actionsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [ACTIONS, scope],
    queryFn: ({ signal }) =>
      client
        .call(api.dispatchActions.list, { query: { per_page: 10, filter: filterOf(scope) }, signal })
        .then((answer) => answer.data),
  })

/** What was done, and in which zones. */
export const actionQuery = (id: number) =>
  queryOptions({
    queryKey: [ACTIONS, 'one', id],
    queryFn: ({ signal }) =>
      client.call(api.dispatchActions.show, { params: { id }, signal }).then((answer) => answer.data),
  })

export const undoQuery = (id: number | null) =>
  queryOptions({
    queryKey: [ACTIONS, 'undo', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) =>
            client.call(api.dispatchActions.undoPreview, { params: { id }, signal }).then((answer) => answer.data),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  })

/** Something on the road or in the plan is another: the board is asked for again. */
export const boardChanged = (): void => void queryClient.invalidateQueries({ queryKey: [BOARD] })
export const planMoved = (zoneId: number): void => {
  boardChanged()
  previewsMoved(zoneId)
}
export const actionsChanged = (): void => void queryClient.invalidateQueries({ queryKey: [ACTIONS] })

/** Trips, bookings and the board are other ones once an action was carried out. */
export const planChanged = (): void => {
  tripRecords.changed()
  bookingRecords.changed()
  boardChanged()
  actionsChanged()
}
