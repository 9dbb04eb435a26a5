import { addDays, dateIn, daysBetween, weekdayOf } from '@ambit/domain'
import { newPlanId, type PlanDraft } from './plans.ts'
import { timeAt, unitsOf } from './units.ts'

/** 1 Monday … 7 Sunday */
export const WEEKDAYS = [
  { value: '1', label: 'Mon' },
  { value: '2', label: 'Tue' },
  { value: '3', label: 'Wed' },
  { value: '4', label: 'Thu' },
  { value: '5', label: 'Fri' },
  { value: '6', label: 'Sat' },
  { value: '7', label: 'Sun' },
] as const

const MONTHS_AHEAD = 2

/** The dates between which schedules may be repeated: from the day after the selected one to two months from now. */
export const repeatWindow = (selected: string, today: string): { min: string; max: string } => {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + MONTHS_AHEAD + 1, 0)).getUTCDate()
  const max = new Date(Date.UTC(year, month - 1 + MONTHS_AHEAD, Math.min(day, last))).toISOString().slice(0, 10)
  return { min: addDays(selected, 1), max }
}

/** The dates of the span that fall on the weekdays. */
export const repeatDates = (from: string, to: string, weekdays: readonly string[]): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at)).filter((date) =>
    weekdays.includes(String(weekdayOf(date))),
  )

/** Copies of a day's schedules on other dates, at the same times by the clock, without vehicle and driver. */
export const copies = (
  plans: readonly PlanDraft[],
  from: string,
  dates: readonly string[],
  timeZoneOf: (zone: number) => string,
): PlanDraft[] =>
  dates.flatMap((date) =>
    plans.map((plan) => {
      const zone = timeZoneOf(plan.zone_id)
      const at = (time: string): string => timeAt(zone, date, unitsOf(zone, from, time))
      return {
        ...plan,
        id: newPlanId(),
        version: 0,
        start_time: at(plan.start_time),
        end_time: at(plan.end_time),
        break_from: plan.break_from === null ? null : at(plan.break_from),
        break_until: plan.break_until === null ? null : at(plan.break_until),
        vehicle_id: null,
        vehicle_number: null,
        driver_id: null,
        driver_name: null,
        trip_id: null,
        booking_count: 0,
      }
    }),
  )

/** Those that begin on one of the dates, by the clock of their zone. */
export const startingOn = (
  plans: readonly PlanDraft[],
  dates: readonly string[],
  timeZoneOf: (zone: number) => string,
): PlanDraft[] => plans.filter((plan) => dates.includes(dateIn(timeZoneOf(plan.zone_id), new Date(plan.start_time))))
