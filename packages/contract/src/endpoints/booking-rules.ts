import { z } from 'zod'
import { empty, endpoint, idParams, one } from '../endpoint.ts'
import {
  BookingRules,
  BookingRulesInput,
  Holiday,
  SpecialDay,
  SpecialDayInput,
  SpecialDayTouches,
} from '../records/booking-rules.ts'

const READ = 'ZoneManagement:bookingRules:canRead'
const CREATE = 'ZoneManagement:bookingRules:canCreate'
const UPDATE = 'ZoneManagement:bookingRules:canUpdate'
const DESTROY = 'ZoneManagement:bookingRules:canDestroy'

export const bookingRules = {
  list: endpoint('bookingRules.list', 'GET', '/zones/:id/booking_rules', {
    summary: 'The booking rules of a zone, by the first day on which they hold',
    access: READ,
    params: idParams,
    answer: one(z.array(BookingRules)),
  }),
  create: endpoint('bookingRules.create', 'POST', '/zones/:id/booking_rules', {
    summary: 'Add booking rules that hold from a day on',
    access: CREATE,
    params: idParams,
    body: BookingRulesInput,
    answer: one(BookingRules),
    status: 201,
  }),
  update: endpoint('bookingRules.update', 'PATCH', '/booking_rules/:id', {
    summary: 'Change booking rules; what is booked keeps what was promised',
    access: UPDATE,
    params: idParams,
    body: BookingRulesInput.partial(),
    answer: one(BookingRules),
  }),
  destroy: endpoint('bookingRules.destroy', 'DELETE', '/booking_rules/:id', {
    summary: 'Remove booking rules: those before them hold on',
    access: DESTROY,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

export const specialDays = {
  list: endpoint('specialDays.list', 'GET', '/zones/:id/special_days', {
    summary: 'The special days of a zone, by date',
    access: READ,
    params: idParams,
    answer: one(z.array(SpecialDay)),
  }),
  create: endpoint('specialDays.create', 'POST', '/zones/:id/special_days', {
    summary: 'Add a day that is closed or has other hours',
    access: CREATE,
    params: idParams,
    body: SpecialDayInput,
    answer: one(SpecialDay),
    status: 201,
  }),
  update: endpoint('specialDays.update', 'PATCH', '/special_days/:id', {
    summary: 'Change a special day',
    access: UPDATE,
    params: idParams,
    body: SpecialDayInput.partial(),
    answer: one(SpecialDay),
  }),
  destroy: endpoint('specialDays.destroy', 'DELETE', '/special_days/:id', {
    summary: 'Remove a special day',
    access: DESTROY,
    params: idParams,
    answer: empty,
    status: 204,
  }),
  /** Asked before a special day is saved. Nothing is stored. */
  touches: endpoint('specialDays.touches', 'POST', '/zones/:id/special_day_touches', {
    summary: 'The bookings and schedules that a special day would touch, and what becomes of each',
    access: READ,
    params: idParams,
    body: SpecialDayInput.pick({ date: true, hours: true }),
    answer: one(SpecialDayTouches),
  }),
  holidays: endpoint('specialDays.holidays', 'GET', '/holidays', {
    summary: 'Public holidays of a country in a year, to be taken over as special days',
    access: READ,
    query: z.object({
      country: z.string().regex(/^[A-Z]{2}$/, 'Please choose a country'),
      year: z.coerce.number().int().min(2000).max(2100),
    }),
    answer: one(z.array(Holiday)),
  }),
}
