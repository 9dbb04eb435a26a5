import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, stamps } from './basics.ts'

export const walkOnModes = ['off', 'listed_stops', 'anywhere'] as const
/** Where drivers take passengers who did not book: nowhere, where the vehicle stands at a stop of its trip, or anywhere. */
export const WalkOnMode = z.enum(walkOnModes)
export type WalkOnMode = z.infer<typeof WalkOnMode>

const minutes = (max: number) => z.number().min(0).max(max)

/** How a zone is served. Figures are defaults that each zone may change. */
export const StrategyConfiguration = z.object({
  /** the vehicle comes to the door instead of a stop */
  door_to_door: z.boolean().default(false),
  max_walk_m: z.number().min(0).max(5000).default(500),
  /** length of the promised pick-up window */
  pickup_window_minutes: minutes(120).default(10),
  dropoff_window_minutes: minutes(120).default(15),
  /** ride time is at most factor × direct drive + minutes */
  max_detour_factor: z.number().min(1).max(10).default(1.5),
  max_detour_minutes: minutes(240).default(10),
  /** minutes before the pick-up window at which a booking is secured */
  secure_minutes: minutes(240).default(10),
  /** how long a driver waits before a no-show may be declared */
  wait_minutes: minutes(60).default(3),
  dwell_stop_s: z.number().min(0).max(900).default(30),
  dwell_passenger_s: z.number().min(0).max(300).default(10),
  dwell_wheelchair_s: z.number().min(0).max(900).default(120),
  /** how far from the requested time an offering may lie */
  max_wait_minutes: minutes(240).default(45),
  booking_horizon_days: z.int().min(1).max(365).default(60),
  /** share of vehicle time in the price of a plan; the rest is passenger time */
  vehicle_time_weight: z.number().min(0).max(1).default(0.8),
  /** how far behind its timetable a vehicle on a route may fall for passengers; 0 keeps it on the minute */
  route_slack_minutes: minutes(60).default(5),
  /** an idle vehicle goes to a staging stop after so many minutes, but not within so many minutes of its shift's end */
  staging_after_minutes: minutes(240).default(5),
  /** how late an override may make somebody; 0: there are none */
  override_limit_minutes: minutes(240).default(60),
  /** null: as the type has it, `off` for demand-responsive and `listed_stops` for routes */
  walk_ons: WalkOnMode.nullable().default(null),
  /** whom a no-show waits for */
  no_show_approval: z.enum(['driver', 'dispatcher']).default('driver'),
  /** who calls a passenger that a vehicle is on its way to: its driver, dispatch alone, or nobody */
  passenger_calls: z.enum(['direct', 'dispatch', 'off']).default('direct'),
  /** `short_name`: first name and the initial of the last name */
  driver_sees: z.enum(['short_name', 'full_name']).default('short_name'),
})
export type StrategyConfiguration = z.infer<typeof StrategyConfiguration>

export const strategyTypes = ['demand_responsive', 'fixed_route', 'deviated'] as const
export const ServiceStrategy = z.object({
  id: Id,
  zone_id: Id,
  name: z.string(),
  color: z.string(),
  type: z.enum(strategyTypes),
  default: z.boolean(),
  configuration: StrategyConfiguration,
  ...stamps,
})
export type ServiceStrategy = z.infer<typeof ServiceStrategy>
/** A service model as the planner of schedules shows it: its name and its colour. */
export const PlanStrategy = z.object({
  id: Id,
  zone_id: Id,
  name: z.string(),
  metadata: z.object({ color: z.string() }),
  /** its name in lists of options */
  valueList: z.object({ label: z.string() }),
})
export type PlanStrategy = z.infer<typeof PlanStrategy>

export const ServiceStrategyInput = z.object({
  zone_id: Id,
  name: requiredText('Please enter a name'),
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Please choose a colour'),
  type: z.enum(strategyTypes).default('demand_responsive'),
  default: z.boolean().default(false),
  configuration: StrategyConfiguration.partial().default({}),
})
