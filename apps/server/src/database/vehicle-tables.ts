import type { Generated } from 'kysely'
import type { SchemaEntity, SchemaStage, Vehicle, VehicleNeed, VehicleNote } from '@ambit/contract'
import type { BelongsToRegion, DefaultJson, Id, Json, SearchText, Time, Versioned } from './columns.ts'

export type VehiclesTable = Versioned & {
  id: Id
  search_text: SearchText
  license_plate: string
  vehicle_number: string
  make: string | null
  model: string | null
  body_type: Vehicle['body_type']
  year: number | null
  doors: number | null
  vin: string | null
  fuel_type: Vehicle['fuel_type']
  transmission: Vehicle['transmission']
  vendor: string | null
  color: string | null
  capacity: number
  mobility_capacity: Generated<number>
  max_capacity: number | null
  seats_per_wheelchair: Generated<number>
  takes: Generated<VehicleNeed[]>
  status: Generated<'active' | 'inactive'>
  extra_attributes: DefaultJson<Record<string, unknown>>
} & BelongsToRegion
export type SchemasTable = {
  id: Id
  entity: SchemaEntity
  version: number
  stages: Json<SchemaStage[]>
  created_by: number | null
  created_at: Time
}
export type VehicleNotesTable = {
  id: Id
  vehicle_id: number
  category: VehicleNote['category']
  subcategory: VehicleNote['subcategory']
  details: string
  witness_details: string | null
  insurance_details: VehicleNote['insurance_details']
  created_by: number | null
  created_at: Time
}
