import { z } from 'zod'
import { Timestamp } from './basics.ts'

/** Pick-ups within half an hour are upcoming; the rest of the day's are future. */
export const UPCOMING_MINUTES = 30
/** The bookings' index opens on two hours that move with the clock: one before now, one after. */
export const INDEX_HOURS_EITHER_SIDE = 1

/** Records of the set-up are counted up to this many. */
export const MAX_SETUP_COUNT = 1000

const count = z.int().min(0)
/** null: the caller may not read records of this kind */
const readable = count.nullable()

export const DashboardStatistics = z.object({
  /** on a vehicle now */
  on_board: count,
  /** not yet picked up: from now to half an hour from now */
  upcoming: count,
  /** not yet picked up: from half an hour from now to the end of today in the booking's zone */
  future: count,
  /** by pick-ups of today, in the booking's zone */
  completed: count,
  no_show: count,
  cancelled: count,
  /** every booking whose pick-up is within the index's window */
  around_now: count,
})
export type DashboardStatistics = z.infer<typeof DashboardStatistics>

export const Dashboard = z.object({
  /** records of the set-up, within the caller's regions */
  setup: z.object({
    regions: readable,
    zones: readable,
    vehicles: readable,
    drivers: readable,
    travelers: readable,
    /** in-service schedules that have not ended */
    service_plans: readable,
  }),
  /** all active regions that the caller may see, combined; null: switched off, or not for the caller */
  statistics: DashboardStatistics.nullable(),
  /** when today ends in the last of those regions' zones; null: no statistics, or no zone */
  today_ends: Timestamp.nullable(),
  as_of: Timestamp,
})
export type Dashboard = z.infer<typeof Dashboard>
