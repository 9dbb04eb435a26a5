import type { Trip } from '@ambit/contract'
import { queryClient } from '../api/query-client.ts'
import { tripHistoryQuery, tripRecords } from '../records/trips.ts'
import { listQuery } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { tripsFilter, type TripsState } from './list-filters.ts'

export const tripsQuery =
  (timeZone: string, now: Date) =>
  (state: TripsState): ListQuery<Trip> =>
    tripRecords.page(listQuery(state, tripsFilter(state, timeZone, now)))

/** Reloads every list, and the trip with its history in every place that shows it. */
export const tripChanged = (id: number): void => {
  for (const part of ['list', 'rows', 'active']) void queryClient.invalidateQueries({ queryKey: tripRecords.key(part) })
  void queryClient.invalidateQueries({ queryKey: tripRecords.one(id).queryKey })
  void queryClient.invalidateQueries({ queryKey: tripHistoryQuery(id).queryKey })
}
