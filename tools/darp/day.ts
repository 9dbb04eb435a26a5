import type { Problem, Request, Travel, Vehicle } from '@ambit/engine'

/** An instance whose requests become known during the day (Berbeglia, Cordeau & Laporte 2012). */
export type Day = { name: string; problem: Problem; arrivals: readonly { request: number; time: number }[] }

type Point = { x_coord: number; y_coord: number }
type File = {
  static_info: {
    number_of_vehicles: number
    vehicle_capacity: number
    max_ride_time: number
    max_route_time: number
    planing_horizon: number
    depot_location: Point
  }
  requests: {
    id: number
    pickup_location: Point
    delivery_location: Point
    pickup_lower_tw: number
    pickup_upper_tw: number
    pickup_service_time: number
    delivery_lower_tw: number
    delivery_upper_tw: number
    delivery_service_time: number
    load: number
    arrival_time: number
  }[]
}

/** Longer than any plan of these instances. */
const UNSERVED = 1e6

export function parseDay(name: string, text: string): Day {
  const file: File = JSON.parse(text)
  const { static_info: info, requests } = file
  const pickups = requests.map((each) => each.pickup_location)
  const places = [info.depot_location, ...pickups, ...requests.map((each) => each.delivery_location)]
  const measure = (from: number, to: number) => {
    const [a, b] = [places[from], places[to]]
    return a && b ? Math.hypot(a.x_coord - b.x_coord, a.y_coord - b.y_coord) : Infinity
  }
  const travel: Travel = { duration: measure, distance: measure }
  const vehicles = Array.from({ length: info.number_of_vehicles }, (_, index): Vehicle => ({
    id: index + 1,
    start: { location: 0, time: 0 },
    end: { location: 0, time: info.planing_horizon },
    capacity: { seats: info.vehicle_capacity, wheelchairs: 0, seatsPerWheelchair: 0 },
    maxDuration: info.max_route_time,
    onBoard: [],
    committed: [],
    fixed: [],
  }))
  const problem: Problem = {
    travel,
    vehicles,
    requests: requests.map((each, index): Request => ({
      id: each.id,
      pickup: {
        location: index + 1,
        window: { earliest: each.pickup_lower_tw, latest: each.pickup_upper_tw },
        service: each.pickup_service_time,
      },
      delivery: {
        location: requests.length + index + 1,
        window: { earliest: each.delivery_lower_tw, latest: each.delivery_upper_tw },
        service: each.delivery_service_time,
      },
      load: { seats: each.load, wheelchairs: 0 },
      maxRideTime: info.max_ride_time,
      walk: 0,
    })),
    objective: {
      vehicleTime: 0,
      driveTime: 0,
      rideTime: 0,
      waitTime: 0,
      walkTime: 0,
      distance: 1,
      lateness: 0,
      unserved: UNSERVED,
    },
    waiting: 'anywhere',
  }
  const arrivals = requests.map((each) => ({ request: each.id, time: each.arrival_time }))
  return { name, problem, arrivals: arrivals.toSorted((a, b) => a.time - b.time) }
}
