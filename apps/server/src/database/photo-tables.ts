import type { PhotoType } from '@ambit/contract'
import type { OptionalTime, Time } from './columns.ts'

type DriverPhotosTable = {
  id: string
  trip_id: number | null
  driver_id: number | null
  vehicle_note_id: number | null
  vehicle_check_id: number | null
  item: string | null
  subject: string | null
  place: number | null
  taken_at: OptionalTime
  /** null: it was named, and has not come yet */
  media_type: PhotoType | null
  /** null: it has not come yet, or staff removed it */
  content: Buffer | null
  removed_at: OptionalTime
  removed_reason: string | null
  created_at: Time
}

export type PhotoTables = { driver_photos: DriverPhotosTable }
