import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'

const HOURS_OF_WEEK = 168
export const LEAST_FACTOR = 0.5
export const GREATEST_FACTOR = 4

/** The factor on free-flow driving times in one hour of the week. */
export const TravelFactor = z.object({
  /** 0 is Monday from midnight to one, 167 the last hour of Sunday, by the region's clocks */
  hour_of_week: z
    .int()
    .min(0)
    .max(HOURS_OF_WEEK - 1),
  factor: z.number(),
  /** set by staff, learnt from drives, or neither: then free flow applies */
  source: z.enum(['set', 'learnt', 'free_flow']),
  /** the factor learnt from drives, also where staff have set another; null: too few drives */
  learnt: z.number().nullable(),
  /** number of drives that it was learnt from */
  observations: z.int().min(0),
  updated_at: Timestamp.nullable(),
})
export type TravelFactor = z.infer<typeof TravelFactor>

/** A region's week: all its hours, Monday's first. */
export const TravelFactors = z.object({
  region_id: Id,
  time_zone: z.string(),
  factors: z.array(TravelFactor).length(HOURS_OF_WEEK),
})
export type TravelFactors = z.infer<typeof TravelFactors>

const between = `Please enter a number from ${LEAST_FACTOR} to ${GREATEST_FACTOR}`
const factor = z.number(between).min(LEAST_FACTOR, between).max(GREATEST_FACTOR, between)

/** By hour of the week: the factor that staff set, or null. */
const byHour = <T extends z.ZodType>(value: T) =>
  z.record(z.string().regex(/^(\d|[1-9]\d|1[0-5]\d|16[0-7])$/), value.nullable(), {
    error: ({ code }) => (code === 'invalid_key' ? 'Please name an hour of the week, 0 to 167' : undefined),
  })

export const TravelFactorInput = factor.multipleOf(0.01, 'Please enter at most two decimals')

export const TravelFactorsInput = z.object({
  /** null gives the hour back to the learnt factor; hours that are left out stay as they are */
  factors: byHour(TravelFactorInput),
  /**
   * The factors set for these hours when they were read, null for none: an hour that has another by now is not
   * overwritten unseen. 409 then, with the week as it is in `meta.travel_factors`.
   */
  seen: byHour(z.number()).optional(),
})
