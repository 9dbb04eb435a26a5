import { z } from 'zod'
import { Id, MAX_ID } from '../endpoint.ts'
import { LngLat, optionalText, Point, requiredText, stamps } from './basics.ts'

export const paymentMethods = ['cash', 'card', 'opalcard', 'metrocard', 'myki'] as const
export const PaymentMethodName = z.enum(paymentMethods)
export type PaymentMethodName = z.infer<typeof PaymentMethodName>

/** Rings of [lng, lat]; the first is the outline, the others are holes; closed or not. */
export const Rings = z.array(z.array(LngLat).min(3).max(20_000)).min(1).max(100)

/** Corners of one area, over all of its rings: city boundaries have some thousand, drawn zones a few dozen. */
const MOST_CORNERS = 5000

/** An area that is sent: how long checking it takes grows with the square of its corners. */
export const DrawnRings = Rings.refine((rings) => rings.reduce((sum, ring) => sum + ring.length, 0) <= MOST_CORNERS, {
  error: `An area has at most ${MOST_CORNERS.toLocaleString('en')} corners. Simplify its outline`,
})

/** One polygon of a zone's service area, with where one may travel from it. */
export const ServiceArea = z.object({
  id: Id,
  zone_id: Id,
  name: z.string(),
  coordinates: Rings,
  /** null: everywhere in the zone; else only to these areas */
  travel_rule: z.object({ connected_location_ids: z.array(Id) }).nullable(),
  ...stamps,
})
export type ServiceArea = z.infer<typeof ServiceArea>
export const ServiceAreaInput = z.object({
  zone_id: Id,
  name: requiredText('Please enter a name'),
  coordinates: DrawnRings,
  travel_rule: z.object({ connected_location_ids: z.array(Id).max(500) }).nullish(),
})

/** Whether passengers say a code to the driver when they board. */
export const boardingCodes = ['off', 'offered', 'required'] as const
export const BoardingCodeUse = z.enum(boardingCodes)
export type BoardingCodeUse = z.infer<typeof BoardingCodeUse>

const LATE_CANCEL = 'Please enter 0 to 240 minutes'
const LateCancelMinutes = z.int(LATE_CANCEL).min(0, LATE_CANCEL).max(240, LATE_CANCEL)
export const DEFAULT_LATE_CANCEL = 60

const OPEN_RETURN = 'Please enter 15 to 120 minutes'

const waitlist = {
  /** journeys that cannot be offered may wait until there is room */
  waitlist: z.boolean(),
  /** entries of one day at most */
  waitlist_max: z.int('Please enter 1 to 500').min(1, 'Please enter 1 to 500').max(500, 'Please enter 1 to 500'),
  /** an entry is given up so many minutes before its latest acceptable time */
  waitlist_give_up_minutes: LateCancelMinutes,
  /** who calls for an open return is picked up within so many minutes, if that can be */
  open_return_minutes: z.int(OPEN_RETURN).min(15, OPEN_RETURN).max(120, OPEN_RETURN),
}
export const DEFAULT_OPEN_RETURN = 45
const DAYS_AHEAD = 'Please enter 1 to 60 days'
const FLEX = 'Please enter 0 to 60 minutes'
const series = {
  /** rides of a series are booked so many days ahead */
  series_days_ahead: z.int(DAYS_AHEAD).min(1, DAYS_AHEAD).max(60, DAYS_AHEAD),
  /** so far from the agreed time, where that cannot be had */
  series_flex_minutes: z.int(FLEX).min(0, FLEX).max(60, FLEX),
}
export const DEFAULT_SERIES = { series_days_ahead: 14, series_flex_minutes: 15 } as const
export const DEFAULT_WAITLIST = { waitlist: true, waitlist_max: 50, waitlist_give_up_minutes: 60 } as const

export const Zone = z.object({
  id: Id,
  name: z.string(),
  abbreviation: z.string(),
  region_id: Id,
  region_name: z.string(),
  time_zone: z.string(),
  /** AUD per passenger */
  default_price: z.number(),
  point: Point.nullable(),
  payment_methods: z.array(PaymentMethodName),
  /** ids of consumer apps */
  allowed_apps: z.array(z.int()),
  /** a cancellation is late from so many minutes before the promised window opens */
  late_cancel_minutes: LateCancelMinutes,
  ...waitlist,
  ...series,
  boarding_code: BoardingCodeUse,
  /** passengers see the driver's first name with the vehicle */
  show_driver_name: z.boolean(),
  status: z.enum(['active', 'blocked']),
  /** the outlines of the zone's service areas */
  boundaries: z.array(z.array(Point)),
  /** the id, under the name that routes and designer links give it */
  zoneId: Id,
  stop_count: z.int(),
  ...stamps,
})
export type Zone = z.infer<typeof Zone>

export const DEFAULT_ZONE_PRICE = 3.5
export const ZoneInput = z.object({
  name: requiredText('Please enter a zone name'),
  abbreviation: requiredText('Please enter a short abbreviation', 20),
  region_id: z
    .int({ error: 'Please select a region' })
    .positive('Please select a region')
    .max(MAX_ID, 'There is no such region'),
  time_zone: requiredText('Please select a timezone', 60),
  default_price: z.number().min(0).max(10_000).default(DEFAULT_ZONE_PRICE),
  point: Point.nullish(),
  payment_methods: z.array(PaymentMethodName).max(paymentMethods.length).default(['cash', 'card']),
  allowed_apps: z.array(Id).max(100).default([]),
  late_cancel_minutes: LateCancelMinutes.default(DEFAULT_LATE_CANCEL),
  waitlist: waitlist.waitlist.default(DEFAULT_WAITLIST.waitlist),
  waitlist_max: waitlist.waitlist_max.default(DEFAULT_WAITLIST.waitlist_max),
  waitlist_give_up_minutes: waitlist.waitlist_give_up_minutes.default(DEFAULT_WAITLIST.waitlist_give_up_minutes),
  open_return_minutes: waitlist.open_return_minutes.default(DEFAULT_OPEN_RETURN),
  series_days_ahead: series.series_days_ahead.default(DEFAULT_SERIES.series_days_ahead),
  series_flex_minutes: series.series_flex_minutes.default(DEFAULT_SERIES.series_flex_minutes),
  boarding_code: BoardingCodeUse.default('off'),
  show_driver_name: z.boolean().default(false),
  status: z.enum(['active', 'blocked']).default('active'),
})

export const ZoneStop = z.object({
  id: Id,
  zone_id: Id,
  location_id: Id,
  name: z.string(),
  street_address: z.string().nullable(),
  note: z.string().nullable(),
  point: LngLat,
  staging: z.boolean(),
  not_accessible: z.boolean(),
  medically_exempt: z.boolean(),
  hub_stop: z.boolean(),
  break: z.boolean(),
  passenger: z.boolean(),
  stop_type: z.enum(['staging', 'default', 'no_change']),
  ...stamps,
})
export type ZoneStop = z.infer<typeof ZoneStop>

export const ZoneStopInput = z.object({
  zone_id: Id,
  name: requiredText('Please enter a zone stop name'),
  street_address: optionalText().nullish(),
  note: optionalText(1000).nullish(),
  point: LngLat,
  staging: z.boolean().default(false),
  not_accessible: z.boolean().default(false),
  medically_exempt: z.boolean().default(false),
  hub_stop: z.boolean().default(false),
  break: z.boolean().default(false),
  passenger: z.boolean().default(true),
})
