import { addDays, dateIn, daysBetween, minutesIn, momentAt } from '@ambit/domain'
import { z } from 'zod'
import type { Settings } from '@ambit/contract'
import { timeStepLabel, timeSteps } from '../form/time-steps.ts'
import type { Option } from '../form/fields.tsx'
import { type PlanDraft, withTimes } from './plans.ts'
import { planStrings as words } from './strings.ts'
import { overlap } from './units.ts'

const required = z.string().min(1, words.dialog.timesRequired)

/** What the form holds. Times are those of the wall clock, counted from the schedule's own date: `26:00` is two o'clock on the next. */
export const PlanForm = z
  .object({
    // First, for the keyboard begins here, and a list of times would open by itself.
    shiftLabel: z.string().trim().max(60, 'Please enter at most 60 characters'),
    start_time: required,
    end_time: required,
    vehicle_id: z.string(),
    driver_id: z.string(),
    minimum_capacity: z.number({ error: words.dialog.whole }).int(words.dialog.whole).min(0).max(200),
    service_route_id: z.string(),
    break_minutes: z.number().int(words.dialog.whole).min(1).max(240).nullable(),
    break_from: z.string(),
    break_until: z.string(),
  })
  .refine(
    ({ break_minutes, break_from, break_until }) =>
      (break_minutes === null) === (break_from === '') && (break_from === '') === (break_until === ''),
    { path: ['break_minutes'], error: words.dialog.breakFields },
  )
export type PlanForm = z.infer<typeof PlanForm>

const pad = (value: number): string => String(value).padStart(2, '0')
const clock = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(Math.floor(minutes % 60))}`
const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** A moment as the form has it. */
export const clockOn = (timeZone: string, date: string, time: string | null): string => {
  if (time === null) return ''
  const moment = new Date(time)
  return clock(daysBetween(date, dateIn(timeZone, moment)) * 1440 + minutesIn(timeZone, moment))
}

export const momentOf = (timeZone: string, date: string, text: string): string =>
  momentAt(timeZone, date, minutesOf(text)).toISOString()

const idText = (id: number | null): string => (id === null ? '' : String(id))

export const planValues = (plan: PlanDraft, timeZone: string, date: string): PlanForm => ({
  start_time: clockOn(timeZone, date, plan.start_time),
  end_time: clockOn(timeZone, date, plan.end_time),
  vehicle_id: idText(plan.vehicle_id),
  driver_id: idText(plan.driver_id),
  shiftLabel: plan.shiftLabel ?? '',
  minimum_capacity: plan.minimum_capacity,
  service_route_id: idText(plan.service_route_id),
  break_minutes: plan.break_minutes,
  break_from: clockOn(timeZone, date, plan.break_from),
  break_until: clockOn(timeZone, date, plan.break_until),
})

export type Names = {
  vehicle: (id: string) => string | null
  driver: (id: string) => string | null
  route: (id: string) => string | null
}

type Place = { timeZone: string; date: string }

/** The schedule as the form makes it. What is as the form was built on stays as the schedule has it, times to the second. */
export const planOf = (
  plan: PlanDraft,
  values: PlanForm,
  { timeZone, date }: Place,
  names: Names,
  base: PlanForm = planValues(plan, timeZone, date),
): PlanDraft => {
  const touched = (field: keyof PlanForm): boolean => values[field] !== base[field]
  const id = (field: 'vehicle_id' | 'driver_id' | 'service_route_id'): number | null => {
    if (!touched(field)) return plan[field]
    return values[field] === '' ? null : Number(values[field])
  }
  const at = (field: 'start_time' | 'end_time' | 'break_from' | 'break_until'): string | null => {
    if (!touched(field)) return plan[field]
    return values[field] === '' ? null : momentOf(timeZone, date, values[field])
  }
  const timed = withTimes(plan, at('start_time') ?? plan.start_time, at('end_time') ?? plan.end_time)
  const rest = (['break_minutes', 'break_from', 'break_until'] as const).some(touched)
    ? { break_minutes: values.break_minutes, break_from: at('break_from'), break_until: at('break_until') }
    : {}
  return {
    ...timed,
    ...rest,
    vehicle_id: id('vehicle_id'),
    vehicle_number: touched('vehicle_id') ? names.vehicle(values.vehicle_id) : plan.vehicle_number,
    driver_id: id('driver_id'),
    driver_name: touched('driver_id') ? names.driver(values.driver_id) : plan.driver_name,
    service_route_id: id('service_route_id'),
    service_route_name: touched('service_route_id') ? names.route(values.service_route_id) : plan.service_route_name,
    model_id: touched('service_route_id') ? null : plan.model_id,
    minimum_capacity: touched('minimum_capacity') ? values.minimum_capacity : plan.minimum_capacity,
    shiftLabel: touched('shiftLabel') ? values.shiftLabel || null : plan.shiftLabel,
  }
}

type Taken = readonly { start: string; end: string }[]

/** Steps of five minutes, with the value that is chosen; what has passed, and what other blocks of the shift hold, is disabled. */
export const timeOptions = (
  value: string,
  { edge, earliest, taken }: { edge: 'start' | 'end'; earliest: string; taken: Taken },
  hours: Settings['app']['clockHours'] = '12',
): Option[] =>
  [...new Set([...timeSteps, ...(value === '' ? [] : [value])])].toSorted().map((step) => {
    const minute = minutesOf(step)
    const at = edge === 'start' ? { start: minute, end: minute + 1 } : { start: minute - 1, end: minute }
    const held = taken.some(({ start, end }) => overlap(at, { start: minutesOf(start), end: minutesOf(end) }))
    return { value: step, label: stepLabel(step, hours), disabled: step !== value && (step < earliest || held) }
  })

const stepLabel = (step: string, hours: Settings['app']['clockHours']): string => {
  const minutes = minutesOf(step)
  return minutes > 1440 ? words.dialog.nextDay(timeStepLabel(clock(minutes - 1440), hours)) : timeStepLabel(step, hours)
}

/** The earliest time that has not passed on a date; '99' when the whole date has. */
export const earliestOn = (timeZone: string, date: string, now: Date): string => {
  const today = dateIn(timeZone, now)
  if (date > today) return ''
  return date < addDays(today, -1) ? '99' : clock(daysBetween(date, today) * 1440 + minutesIn(timeZone, now))
}
