import { api, type Traveler } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const travelerRecords = defineRecords('travelers', {
  list: (query: QueryOf<typeof api.travelers.list>, signal) => client.call(api.travelers.list, { query, signal }),
  show: (id, signal) => client.call(api.travelers.show, { params: { id }, signal }),
})

/** Comments, concessions and cards are parts of the passenger: one key changes them all. */
export const TRAVELER_UPDATE = 'TravellerManagement:traveller:canUpdate'

/** Erasing a passenger, and all else that answers what people ask of their data. */
export const ERASE = 'PrivacyManagement:request:canUpdate'

/** Making whoever opens a passenger say why first. */
export const PROTECT = 'PrivacyManagement:protected:canUpdate'

/** Keeping what is stored of a passenger from every removal. */
export const PLACE_HOLD = 'PrivacyManagement:hold:canCreate'

export const travelerStatuses = {
  active: { text: 'Active', tone: 'success' },
  blocked: { text: 'Blocked', tone: 'danger' },
  none: { text: 'Inactive', tone: 'neutral' },
} as const satisfies Statuses<NonNullable<Traveler['status']> | 'none'>
