import type { Generated } from 'kysely'
import type { Id, Time, Versioned } from './columns.ts'

// The apps that passengers book with, and what passengers keep in them.

type ConsumerAppsTable = Versioned & {
  id: Id
  name: string
  slug: string
  brand_name: string | null
  brand_color: string | null
  logo: string | null
  host_names: Generated<string[]>
  sign_up: Generated<'open' | 'approval' | 'closed'>
  /** languages of the app, the first one where a passenger's is none of them */
  locales: Generated<('en' | 'de' | 'es')[]>
  phone_number: string | null
  is_default: Generated<boolean>
}
/** Places that passengers keep in their app. */
type RidePlacesTable = {
  id: Id
  traveler_id: number
  name: string
  kind: 'home' | 'work' | 'other'
  address: string
  /** for drivers; empty: none */
  note: Generated<string>
  longitude: number
  latitude: number
  created_at: Time
}

/** What opens a ride without signing in. Taking one back deletes it. */
type RideLinksTable = {
  id: string
  service_request_id: number
  purpose: 'track' | 'manage' | 'pay'
  code_hash: string
  created_at: Time
}

export type RideTables = {
  consumer_apps: ConsumerAppsTable
  ride_places: RidePlacesTable
  ride_links: RideLinksTable
}
