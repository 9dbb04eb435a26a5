import type { OrganisationContact } from '@ambit/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultJson, Id, OptionalTime, Versioned } from './columns.ts'

/** Care homes, clinics and schools that book for others. */
type OrganisationsTable = Versioned & {
  id: Id
  region_id: number
  name: string
  contacts: DefaultJson<OrganisationContact[]>
  place_id: number | null
}

/** Whom an organisation may book for. Days are read with to_char, since a date has no time zone. */
type OrganisationTravelersTable = Versioned & {
  id: Id
  organisation_id: number
  traveler_id: number
  consented_by: string
  consented_on: ColumnType<never, string, string>
  until_on: ColumnType<never, string | null | undefined, string | null>
  /** ended by hand */
  ended_at: OptionalTime
  tell_representatives: Generated<boolean>
}

export type OrganisationTables = {
  organisations: OrganisationsTable
  organisation_travelers: OrganisationTravelersTable
}
