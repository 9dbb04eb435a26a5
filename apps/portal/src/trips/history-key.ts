import { TRIPS } from '../records/trip.ts'

/** What a trip's history is kept under. Apart from the queries: the portal begins with this. */
export const historyKey = (tripId: number) => [TRIPS, 'history', tripId]
