import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { Door, Place, stamps, Timestamp } from './basics.ts'
import { BoardingTimes, BookedAid, MOST_AIDS } from './mobility-aids.ts'
import { DayTime } from './regions.ts'
import {
  BOOKING_COMMENT_LENGTH,
  MAX_PASSENGERS,
  Passenger,
  peopleIn,
  Reason,
  RequestStatus,
  Seating,
  stopNotes,
} from './service-requests.ts'
import { PaymentMethodName } from './zones.ts'

const CivilDate = z.iso.date({ error: 'Please choose a date' })

/** As RFC 5545 writes them, from Monday. */
export const seriesWeekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export const SeriesWeekday = z.enum(seriesWeekdays)
export type SeriesWeekday = z.infer<typeof SeriesWeekday>

const WEEKS = 'Please enter 1 to 4 weeks'

/** On which days a series travels: it is kept as a recurrence rule of RFC 5545. */
export const SeriesPattern = z.discriminatedUnion('repeat', [
  z.object({ repeat: z.literal('daily') }),
  z.object({
    repeat: z.literal('weekly'),
    /** weeks */
    every: z.int(WEEKS).min(1, WEEKS).max(4, WEEKS).default(1),
    weekdays: z.array(SeriesWeekday).min(1, 'Please choose at least one weekday').max(7, 'A week has seven days'),
  }),
  z.object({
    repeat: z.literal('monthly'),
    /** the first to fourth of that weekday in the month; -1: the last */
    nth: z.literal([1, 2, 3, 4, -1]),
    weekday: SeriesWeekday,
  }),
])
export type SeriesPattern = z.infer<typeof SeriesPattern>

/** A series without an end is made for so long. */
export const SERIES_OPEN_MONTHS = 12
/** Staff are reminded so many days before that is over. */
export const SERIES_REMINDER_DAYS = 14
/** Of a ride that is left out for want of service the passenger is told so many days before. */
export const SERIES_TOLD_DAYS = 7
export const MAX_SERIES_RIDES = 366
/** An occurrence that could not be booked by so many days before has failed. */
export const SERIES_FAIL_DAYS = 3
/** Single dates that are left out or added, of one series. */
export const MAX_SERIES_DATES = 366
/** Dates that a form lists. */
export const SERIES_PREVIEW_DATES = 10

const RIDES = `Please enter 1 to ${MAX_SERIES_RIDES} rides`

const way = {
  /** `HH:MM`, to depart or to arrive */
  time: DayTime,
  departing: z.boolean(),
  passengers: z.array(Passenger).min(1, 'Please select the number of passengers on this trip').max(MAX_PASSENGERS),
  origin: Place,
  destination: Place,
  /** wheelchair spaces; left out: as many as the aids take */
  mobility_support: z.int().min(0).max(MAX_PASSENGERS).optional(),
  /** left out: those of the passenger's profile at the time of each booking */
  aids: z.array(Id).max(MOST_AIDS, `At most ${MOST_AIDS} aids`).optional(),
  own_times: BoardingTimes.nullish(),
}

/** One way of each date: as a search, with a clock time of the zone in the place of a moment. */
export const SeriesLegInput = z
  .object({
    ...way,
    ...stopNotes,
    /** of a new series: what was chosen for its first date, whose windows are agreed for all; left out: the first ride's are */
    service_offering_id: Id.nullish(),
  })
  .refine((leg) => (leg.mobility_support ?? 0) <= peopleIn(leg.passengers).passengers, {
    path: ['mobility_support'],
    error: 'There cannot be more wheelchairs than passengers',
  })

/** One way as a change sends it: what is left out stays as it is stored. */
const SeriesLegChange = z.object({
  ...z.object(way).partial().shape,
  /** null: as many as the aids take */
  mobility_support: way.mobility_support.nullable(),
  /** null: those of the passenger's profile */
  aids: way.aids.nullable(),
})

const ways = <T extends z.ZodType>(way: T) =>
  z.array(way).min(1, 'Please choose where to travel').max(2, 'There is a way there and a way back')

const dateList = z.array(CivilDate).max(MAX_SERIES_DATES, `At most ${MAX_SERIES_DATES} dates`)

const asked = {
  traveler_id: Id,
  /** left out: the zone of what was chosen for the first date, else one that holds both ends of each way */
  zone_id: Id.nullish(),
  pattern: SeriesPattern,
  starts_on: CivilDate,
  /** null with `ride_count` null: no end date, which is 12 months */
  ends_on: CivilDate.nullish(),
  /** dates of the pattern */
  ride_count: z.int(RIDES).min(1, RIDES).max(MAX_SERIES_RIDES, RIDES).nullish(),
  /** the way there, and the way back if there is one */
  legs: ways(SeriesLegInput),
  /** single dates of the pattern that are left out */
  left_out: dateList.default([]),
  /** single dates besides the pattern */
  added: dateList.default([]),
}

type Span = { starts_on: string; ends_on?: string | null | undefined; ride_count?: number | null | undefined }
const endsAfterStart = ({ starts_on, ends_on }: Span): boolean => ends_on == null || ends_on >= starts_on
const oneEnd = ({ ends_on, ride_count }: Omit<Span, 'starts_on'>): boolean => ends_on == null || ride_count == null
const END = { path: ['ends_on'], error: 'The last date comes after the first' }
const ENDS = { path: ['ride_count'], error: 'Please choose an end date or a number of rides' }
/** For a schema's `refine`: one end at most, which comes after the start. */
export const seriesSpan = { order: [endsAfterStart, END], oneEnd: [oneEnd, ENDS] } as const

/** 422 `This pattern has no dates` at `/pattern` where it yields none. */
export const BookingSeriesInput = z
  .object({
    ...asked,
    payment_method: PaymentMethodName,
    comment: z.string().trim().max(BOOKING_COMMENT_LENGTH).nullish(),
  })
  .refine(...seriesSpan.order)
  .refine(...seriesSpan.oneEnd)

export const SeriesPreviewInput = z
  .object(asked)
  .refine(...seriesSpan.order)
  .refine(...seriesSpan.oneEnd)

/** `special_day`: the zone is closed, or open at other hours than those of the ride. */
export const leftOutReasons = ['chosen', 'paused', 'special_day', 'service_hours'] as const
export const LeftOutReason = z.enum(leftOutReasons)
export type LeftOutReason = z.infer<typeof LeftOutReason>

/** Why there is no ride on a date, or on one way of it. */
const LeftOut = z.object({
  code: LeftOutReason,
  /** `Australia Day, no service` */
  text: z.string(),
})

/** What a form says of a series before it is made. */
export const SeriesPreview = z.object({
  zone_id: Id,
  zone_name: z.string(),
  /** IANA, of the zone's clocks */
  time_zone: z.string(),
  /** `Every Monday and Thursday` */
  words: z.string(),
  /** of RFC 5545 */
  rrule: z.string(),
  first_on: z.iso.date(),
  last_on: z.iso.date(),
  /** dates from first to last with those that are left out */
  date_count: z.int(),
  /** the next ten */
  dates: z.array(
    z.object({
      date: z.iso.date(),
      added: z.boolean(),
      /** in the order of the legs: null: a ride; of every leg the same where the whole date is left out */
      left_out: z.array(LeftOut.nullable()),
    }),
  ),
  /** bookings are made so many days ahead */
  days_ahead: z.int(),
  payment_methods: z.array(PaymentMethodName),
})
export type SeriesPreview = z.infer<typeof SeriesPreview>

/** `waiting`: until its region has seats left for recurring journeys; no ride is made before. */
export const seriesStates = ['active', 'waiting', 'paused', 'ended'] as const
export type SeriesState = (typeof seriesStates)[number]

/** From one date to another, both left out. */
export const SeriesPause = z.object({
  id: z.int().positive(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** the way there (1) or back (2) alone; null: both */
  leg: z.int().nullable(),
})
export type SeriesPause = z.infer<typeof SeriesPause>

const SeriesLeg = z.object({
  leg: z.int(),
  /** `HH:MM` by the zone's clock */
  time: z.string(),
  departing: z.boolean(),
  passengers: z.array(Passenger),
  mobility_support: unseen('care', z.int()),
  aids: unseen('care', z.array(BookedAid)),
  origin: Door,
  destination: Door,
  /** of its rides that are not booked yet, for the driver */
  pickup_note: masked('care', 'hidden', z.string()).nullable(),
  dropoff_note: masked('care', 'hidden', z.string()).nullable(),
})
export type SeriesLeg = z.infer<typeof SeriesLeg>

/** A journey that is made again and again. */
export const BookingSeries = z.object({
  id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  zone_id: Id,
  zone_name: z.string(),
  region_id: Id,
  /** IANA, of the zone's clocks */
  time_zone: z.string(),
  pattern: SeriesPattern,
  /** of RFC 5545 */
  rrule: z.string(),
  /** `Every Monday and Thursday` */
  words: z.string(),
  starts_on: z.iso.date(),
  ends_on: z.iso.date().nullable(),
  ride_count: z.int().nullable(),
  /** the last date, of a series without an end that of its 12 months */
  last_on: z.iso.date(),
  legs: z.array(SeriesLeg),
  payment_method: PaymentMethodName,
  comment: masked('care', 'hidden', z.string()).nullable(),
  left_out: z.array(z.iso.date()),
  added: z.array(z.iso.date()),
  pauses: z.array(SeriesPause),
  state: z.enum(seriesStates),
  /** the pick-up of the next ride that is booked, or its date alone; null: there is none */
  next_on: z.iso.date().nullable(),
  next_pickup_at: Timestamp.nullable(),
  /** rides that have been made, and how many of them kept what was promised */
  rides_done: z.int(),
  rides_kept: z.int(),
  /** the series that it goes on from a date on, by `This and all following` */
  follows_id: Id.nullable(),
  followed_by_id: Id.nullable(),
  /** with whom it rides on the dates that they have in common; null: it is of one passenger alone */
  group: z.object({ id: Id, name: z.string(), seating: Seating, all_or_none: z.boolean() }).nullable(),
  ended_at: Timestamp.nullable(),
  /** who made it; null: the account is gone */
  created_by: z.string().nullable(),
  ...stamps,
})
export type BookingSeries = z.output<typeof BookingSeries>

/** `planned`: not booked yet. `waiting`: on the waiting list. */
export const occurrenceStates = ['planned', 'booked', 'waiting', 'failed', 'left_out', 'cancelled'] as const
export const OccurrenceState = z.enum(occurrenceStates)
export type OccurrenceState = z.infer<typeof OccurrenceState>

const Window = z.object({ lower_bound: Timestamp, upper_bound: Timestamp })

/** One way of one date of a series. */
export const OccurrenceLeg = z.object({
  leg: z.int(),
  /** `HH:MM` */
  time: z.string(),
  departing: z.boolean(),
  state: OccurrenceState,
  left_out: LeftOut.nullable(),
  /** why it is not booked */
  reasons: z.array(Reason),
  service_request_id: Id.nullable(),
  /** what became of its booking */
  booking_status: RequestStatus.nullable(),
  pickup: Window.nullable(),
  dropoff: Window.nullable(),
  waitlist_entry_id: Id.nullable(),
})
export type OccurrenceLeg = z.infer<typeof OccurrenceLeg>

/** One date of a series. */
export const SeriesOccurrence = z.object({
  date: z.iso.date(),
  /** besides the pattern */
  added: z.boolean(),
  /** later changes of the series do not touch it */
  detached: z.boolean(),
  legs: z.array(OccurrenceLeg),
})
export type SeriesOccurrence = z.infer<typeof SeriesOccurrence>

/** Bookings of the series that are cancelled with a change. */
const cancel = z.array(Id).max(2 * MAX_SERIES_RIDES)

export const SeriesPauseInput = z
  .object({ from: CivilDate, to: CivilDate, leg: z.literal([1, 2]).nullish(), cancel: cancel.default([]) })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The last date comes after the first' })

/** A date is left out, or added; `follow` takes either back. */
export const SeriesDateInput = z.object({
  date: CivilDate,
  is: z.enum(['left_out', 'added', 'follow']),
  cancel: cancel.default([]),
})

/** Left out: all of its bookings that have not begun are cancelled. */
export const SeriesEndInput = z.object({ cancel: cancel.optional() })

export const seriesScopes = ['only_this', 'following', 'all'] as const
export const SeriesScope = z.enum(seriesScopes)
export type SeriesScope = z.infer<typeof SeriesScope>

/**
 * What is left out stays. `only_this` changes one date, which later changes leave alone; `following` ends the series the
 * day before and begins a linked one; `all` is every date from today on.
 */
export const SeriesChange = z
  .object({
    scope: SeriesScope,
    /** of `only_this` and `following` */
    date: CivilDate.nullish(),
    /** not of `only_this`, as the end */
    pattern: SeriesPattern.optional(),
    ends_on: CivilDate.nullish(),
    ride_count: asked.ride_count,
    /**
     * By position: the way there, and the way back. `{}` changes nothing of a way; one that the series does not have yet
     * has all that a new series requires (422 at the field). Fewer than the series has: the way back is dropped.
     */
    legs: ways(SeriesLegChange).optional(),
    payment_method: PaymentMethodName.optional(),
    /** of the bookings that cannot be changed, and stay as they are otherwise */
    cancel: cancel.default([]),
  })
  .refine(({ scope, date }) => scope === 'all' || date != null, { path: ['date'], error: 'Please choose a date' })
  .refine(({ scope, pattern }) => scope !== 'only_this' || pattern === undefined, {
    path: ['pattern'],
    error: 'A single date has no pattern',
  })
  .refine(
    ({ scope, date, ends_on }) => scope !== 'following' || date == null || ends_on == null || ends_on >= date,
    END,
  )
  .refine(oneEnd, ENDS)

/** `dropped`: the new pattern has no such date, and the booking stays unless it is cancelled. */
export const changeOutcomes = ['kept', 'moved', 'not_possible', 'dropped'] as const

const Windows = z.object({ pickup: Window, dropoff: Window })

/** What a change does to the bookings that were made already. */
export const SeriesChangePreview = z.object({
  words: z.string(),
  bookings: z.array(
    z.object({
      service_request_id: Id,
      date: z.iso.date(),
      leg: z.int(),
      outcome: z.enum(changeOutcomes),
      from: Windows,
      /** of `moved` */
      to: Windows.nullable(),
      reasons: z.array(Reason),
    }),
  ),
})
export type SeriesChangePreview = z.infer<typeof SeriesChangePreview>
