import { JudgedKind, type ServiceException } from '@ambit/contract'
import { expect, test } from 'vitest'
import { type Clocks, sentenceOf } from './sentence.ts'

const at: Clocks = {
  day: (moment) => String(moment).slice(0, 10),
  time: (moment) => String(moment).slice(11, 16),
  civilDay: (date) => date,
}
const booking = (id: number, traveler_name: string) => ({
  service_request_id: id,
  traveler_id: id,
  traveler_name,
  minutes: 7,
  window_from: '2026-11-23T14:10:00Z',
  window_until: '2026-11-23T14:20:00Z',
})
/** What the sentence is made of. */
const exception = (told: Partial<ServiceException>) =>
  ({
    vehicle_number: '1042',
    driver_name: 'Sam Lee',
    zone_name: 'Bayside',
    waiting: null,
    series: null,
    passenger: { traveler_id: 1, traveler_name: 'Ann B.', phone_number: null },
    group: null,
    bookings: [booking(1, 'Ann B.'), booking(2, 'Bea K.'), booking(3, 'Cy D.')],
    facts: { minutes: 7, at: '2026-11-23T15:30:00Z' },
    ...told,
  }) as ServiceException // nothing else of it is said

// covers: EXC-07
test('a sentence names the vehicle or passenger, the figure and the promise', () => {
  const late = exception({ kind: 'promise_at_risk' })
  expect(sentenceOf(late, at)).toBe('1042 will be 7 min late for Ann B. (14:10 to 14:20) and for 2 others')
  expect(sentenceOf({ ...late, bookings: late.bookings.slice(0, 1) }, at)).toBe(
    '1042 will be 7 min late for Ann B. (14:10 to 14:20)',
  )
  const silent = JudgedKind.options.filter((kind) => {
    const sentence = sentenceOf(exception({ kind }), at)
    return !/1042|Ann B\.|schedule/.test(sentence) || !/7 min|15:30|14:10 to 14:20/.test(sentence)
  })
  expect(silent).toEqual([])
})

test('a sentence names the passenger and the pattern of a series, and the first days that could not be booked', () => {
  const series = { id: 4, traveler_id: 1, traveler_name: 'Ann B.', phone_number: null, words: 'Every Monday' }
  const failed = (...dates: string[]) => sentenceOf(exception({ kind: 'series_failed', series, facts: { dates } }), at)
  expect(failed('2026-11-30')).toBe('Ann B., Every Monday: not booked on 2026-11-30')
  expect(failed('2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28')).toBe(
    'Ann B., Every Monday: not booked on 2026-11-30, 2026-12-07, 2026-12-14 and 2 other days',
  )
  const review = (why: 'missed' | 'ends') =>
    sentenceOf(exception({ kind: 'series_review', series, facts: { review: why } }), at)
  expect(review('missed')).toBe('Ann B., Every Monday: 3 rides in a row were missed or cancelled')
  expect(review('ends')).toBe('Ann B., Every Monday: the recurring journey ends soon')
  const leftOut = exception({ kind: 'passenger_call', facts: { booking_series_id: 4, dates: ['2026-12-07'] }, series })
  expect(sentenceOf(leftOut, at)).toBe(
    'Ask Ann B., Every Monday: no service at that time on 2026-12-07. Another time, or left out?',
  )
})

// covers: JRN-10
test('after a no-show it is asked whether the way back, or which leg of a ride with stops, is still wanted', () => {
  const asked = (facts: ServiceException['facts']) => sentenceOf(exception({ kind: 'passenger_call', facts }), at)
  expect(asked({ service_request_id: 7 })).toMatch(/did not come for the way there\. Is the way back still wanted/)
  expect(asked({ service_request_id: 7, leg: 3 })).toMatch(/did not come for an earlier leg\. Is leg 3 still wanted/)
})

test('a fault names the job, or the channel by which messages fail', () => {
  const about = (facts: ServiceException['facts']) => sentenceOf(exception({ kind: 'fault', facts }), at)
  expect(about({ fault: 'job', job: 'mail.deliver' })).toBe('The job mail.deliver fails again and again')
  expect(about({ fault: 'channel', channel: 'sms' })).toBe('Messages fail: more than 20 by SMS within 5 min')
})

// covers: EXC-27
test('a broken plan names the rule, the trip and the booking', () => {
  const about = (more: Partial<ServiceException>) => sentenceOf(exception({ kind: 'plan_broken', ...more }), at)
  expect(about({ trip_name: 'HE-7', facts: { rule: 'seats' } })).toBe(
    'Broken plan, HE-7: more seats are taken than the vehicle has',
  )
  expect(about({ trip_name: 'HE-7', facts: { rule: 'history', service_request_id: 12 } })).toBe(
    'Broken plan, HE-7, booking 12: the history of a booking does not lead to its state',
  )
  expect(about({ trip_name: null, facts: { rule: 'sold_twice' } })).toBe(
    'Broken plan: one offer was booked several times',
  )
})

test('a no-show that is looked into says whether the passenger contests it or where the driver declared it', () => {
  const about = (facts: ServiceException['facts']) =>
    sentenceOf(
      exception({ kind: 'no_show_contested', facts: { service_request_id: 12, miss: 'no_show', ...facts } }),
      at,
    )
  expect(about({})).toBe('Booking 12: the passenger says that the no-show is not right')
  expect(about({ metres: 420 })).toBe('Booking 12: the driver declared the no-show 420 m from the stop')
})
