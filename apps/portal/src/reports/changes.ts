import { queryClient } from '../api/query-client.ts'

/** What every report's answers are kept under. Apart from the queries: the portal begins with this. */
export const REPORTS = 'reports'
export const itineraryKey = (tripId: number) => [REPORTS, 'itinerary', tripId]

export const reportChanged = (part: 'feedback' | 'surveys'): void =>
  void queryClient.invalidateQueries({ queryKey: [REPORTS, part] })
export const itineraryChanged = (tripId: number): void =>
  void queryClient.invalidateQueries({ queryKey: itineraryKey(tripId) })
