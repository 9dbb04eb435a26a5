import type { Time } from './columns.ts'

// What keeps a shift whole.

type TripDevicesTable = { trip_id: number; driver_id: number; device: string; taken_at: Time }

export type ShiftTables = { trip_devices: TripDevicesTable }
