import type { TripFacts } from './state.ts'

export type CrewField = 'vehicle_id' | 'driver_id'
export type CrewRefusal = { field: CrewField | null; detail: string }

/** May the trip get another driver, or another vehicle? null: it may. A driver can be replaced at any time, a vehicle only while it is empty. */
export const refuseCrewChange = (trip: TripFacts, changed: ReadonlySet<CrewField>): CrewRefusal | null => {
  if (changed.size === 0) return null
  if (trip.current_state === 'completed' || trip.current_state === 'cancelled')
    return { field: null, detail: `A trip that is ${trip.current_state} keeps its driver and its vehicle` }
  if (changed.has('vehicle_id') && trip.on_board > 0)
    return {
      field: 'vehicle_id',
      detail:
        trip.on_board === 1
          ? '1 booking is on board: it cannot change vehicle on the way'
          : `${trip.on_board} bookings are on board: they cannot change vehicle on the way`,
    }
  return null
}

/** Who is in a vehicle after a halt. */
export type Load = { seated: number; wheelchairs: number }
export type Room = { seats: number; wheelchairs: number; seatsPerWheelchair: number }

/** What of a load does not fit: seats, those that wheelchairs fold away included, or wheelchair spaces. */
export const overload = ({ seated, wheelchairs }: Load, room: Room): 'seats' | 'wheelchairs' | null => {
  if (wheelchairs > room.wheelchairs) return 'wheelchairs'
  return seated + wheelchairs * room.seatsPerWheelchair > room.seats ? 'seats' : null
}
