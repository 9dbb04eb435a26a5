import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { optionalText, requiredText, stamps, Timestamp } from './basics.ts'
import { DayTime } from './regions.ts'
import { RequestStatus } from './service-requests.ts'

export const DAY_MINUTES = 1440
export const MAX_SPANS = 4

const CivilDate = z.iso.date({ error: 'Please choose a date' })

/** Minutes after midnight of the service day's date; those after 24 × 60 are of the next date. */
const Minute = z
  .int()
  .min(0)
  .max(2 * DAY_MINUTES)

/** From when until when there is service. */
export const ServiceSpan = z
  .object({ from: Minute, until: Minute })
  .refine(({ from, until }) => from < until, { path: ['until'], error: 'Service ends after it begins' })
export type ServiceSpan = z.infer<typeof ServiceSpan>

/** The times of one day. */
export const ServiceSpans = z
  .array(ServiceSpan)
  .max(MAX_SPANS, `A day has at most ${MAX_SPANS} times of service`)
  .refine((spans) => spans.every((span, index) => index === 0 || spans[index - 1]!.until < span.from), {
    error: 'The times of a day follow each other with a break between them',
  })

/** The last moment at which a ride can be booked: so many minutes before it, or a clock time so many service days before. */
export const CutOff = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('minutes'),
    minutes: z.int().min(0).max(2880, 'Please enter at most 2880 minutes'),
  }),
  z.object({
    kind: z.literal('days'),
    days: z.int().min(1, 'Please enter 1 to 14 days').max(14, 'Please enter 1 to 14 days'),
    /** minutes after midnight */
    at: z
      .int()
      .min(0)
      .max(DAY_MINUTES - 1),
  }),
])
export type CutOff = z.infer<typeof CutOff>

const fields = {
  /** the first service day on which they hold */
  holds_from: CivilDate,
  /** minutes after midnight at which a service day begins */
  day_starts: z
    .int()
    .min(0)
    .max(DAY_MINUTES / 2, 'A service day begins by noon'),
  /** of each weekday, from Monday; null: at any time */
  hours: z.array(ServiceSpans).length(7).nullable(),
  cut_off: CutOff,
  /** whether the cut-off holds for Leave Now, too */
  cut_off_leave_now: z.boolean(),
  /** rides ahead of one passenger */
  max_open_bookings: z.int().min(1, 'Please enter 1 to 200 rides').max(200, 'Please enter 1 to 200 rides'),
  /** in one booking */
  max_passengers: z.int().min(1, 'Please enter 1 to 50 passengers').max(50, 'Please enter 1 to 50 passengers'),
  /** who ride along with the passengers of one booking and pay the zone's price */
  max_companions: z.int().min(0, 'Please enter 0 to 8 companions').max(8, 'Please enter 0 to 8 companions'),
}

/** What may be booked in a zone, from one day on until the next rules hold. */
export const BookingRules = z.object({ id: Id, zone_id: Id, ...fields, ...stamps })
export type BookingRules = z.infer<typeof BookingRules>

/** What holds where nothing else was set. */
export const DEFAULT_BOOKING_RULES = {
  day_starts: 0,
  hours: null,
  cut_off: { kind: 'none' },
  cut_off_leave_now: true,
  max_open_bookings: 20,
  max_passengers: 50,
  max_companions: 1,
} as const

const { day_starts, cut_off, cut_off_leave_now, max_open_bookings, max_passengers, max_companions } = fields
const rules = DEFAULT_BOOKING_RULES
export const BookingRulesInput = z.object({
  holds_from: fields.holds_from,
  day_starts: day_starts.default(rules.day_starts),
  hours: fields.hours.default(rules.hours),
  cut_off: cut_off.default(rules.cut_off),
  cut_off_leave_now: cut_off_leave_now.default(rules.cut_off_leave_now),
  max_open_bookings: max_open_bookings.default(rules.max_open_bookings),
  max_passengers: max_passengers.default(rules.max_passengers),
  max_companions: max_companions.default(rules.max_companions),
})

const day = {
  date: CivilDate,
  name: requiredText('Please enter a name', 60),
  /** a sentence for passengers */
  notice: optionalText(250),
  /** none: closed */
  hours: ServiceSpans,
}

/** A date with other hours than its weekday, or with no service. */
export const SpecialDay = z.object({ id: Id, zone_id: Id, ...day, ...stamps })
export type SpecialDay = z.infer<typeof SpecialDay>
export const SpecialDayInput = z.object({ ...day, notice: day.notice.default(''), hours: day.hours.default([]) })

/** What a special day would touch, before it is saved. */
export const SpecialDayTouches = z.object({
  bookings: z.array(
    z.object({
      id: Id,
      status: RequestStatus,
      pickup_lower_bound: Timestamp,
      dropoff_upper_bound: Timestamp,
      /** it keeps what was promised */
      becomes: z.literal('kept'),
    }),
  ),
  series: z.array(
    z.object({
      id: Id,
      /** 1: the way there */
      leg: z.int(),
      time: DayTime,
      /** on this day; the others of the series stay */
      becomes: z.literal('left_out'),
    }),
  ),
  schedules: z.array(
    z.object({
      id: Id,
      vehicle_number: z.string().nullable(),
      start_time: Timestamp,
      end_time: Timestamp,
      /** it stays, and is offered within the hours alone, or not at all */
      becomes: z.enum(['offered_within_hours', 'not_offered']),
    }),
  ),
})
export type SpecialDayTouches = z.infer<typeof SpecialDayTouches>

/** A public holiday that may be taken over as a special day. */
export const Holiday = z.object({ date: CivilDate, name: z.string() })
export type Holiday = z.infer<typeof Holiday>

/** The service hours of a zone as passengers are told them. */
export const ZoneHoursShown = z.object({
  zone_id: Id,
  name: z.string(),
  time_zone: z.string(),
  open_now: z.boolean(),
  /** when service begins again; null: it goes on, or no opening is known */
  opens_at: Timestamp.nullable(),
  days: z.array(
    z.object({
      date: CivilDate,
      special: z.object({ name: z.string(), notice: z.string() }).nullable(),
      /** null: at any time; none: closed */
      spans: z.array(z.object({ from: Timestamp, until: Timestamp })).nullable(),
    }),
  ),
})
export type ZoneHoursShown = z.infer<typeof ZoneHoursShown>
