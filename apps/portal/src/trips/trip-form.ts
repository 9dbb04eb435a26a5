import type { Trip, TripInput } from '@ambit/contract'
import { z } from 'zod'
import { tripStrings } from './strings.ts'

/** Selectors hold text; empty stands for none. */
export const TripCrewForm = z.object({
  driver_id: z.string().min(1, tripStrings.selectDriver),
  vehicle_id: z.string().min(1, tripStrings.selectVehicle),
})
export const TripForm = z.object({ name: z.string().optional(), ...TripCrewForm.shape })

export type TripCrewForm = z.infer<typeof TripCrewForm>
export type TripForm = z.infer<typeof TripForm>

const asText = (id: number | null | undefined): string => (id == null ? '' : String(id))

export const tripValues = (trip: Trip | null): TripForm => ({
  driver_id: asText(trip?.driver_id),
  vehicle_id: asText(trip?.vehicle_id),
  name: trip?.name ?? '',
})

/** Driver and vehicle, and nothing else. */
export const tripBody = ({ driver_id, vehicle_id }: TripCrewForm): TripInput => ({
  driver_id: Number(driver_id),
  vehicle_id: Number(vehicle_id),
})

/** What all selected trips have in common; empty where they differ. */
export const sharedCrew = (trips: readonly Pick<Trip, 'driver_id' | 'vehicle_id'>[]): TripCrewForm => {
  const shared = (field: 'driver_id' | 'vehicle_id'): string => {
    const values = new Set(trips.map((trip) => trip[field]))
    return values.size === 1 ? asText(trips[0]?.[field]) : ''
  }
  return { driver_id: shared('driver_id'), vehicle_id: shared('vehicle_id') }
}
