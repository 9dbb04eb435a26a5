import { expect, test } from 'vitest'
import { axisOf, groupsOf, placeOf, spansOf, ticksOf, widthOf, worstOutside } from './timeline.ts'

const at = (clock: string): string => `2026-11-26T${clock}:00+10:00`
const ms = (clock: string): number => Date.parse(at(clock))
const served = (from: string, to: string, eta: string | null = null, actual: string | null = null) => ({
  promised_lower_bound: at(from),
  promised_upper_bound: at(to),
  eta: eta === null ? null : at(eta),
  actual: actual === null ? null : at(actual),
})
const booking = (more: object = {}) => ({
  pickup: served('09:00', '09:10', '09:04'),
  dropoff: served('09:20', '09:35', '09:24'),
  zone_id: 1,
  zone_name: 'Harbour',
  vehicle_id: 7,
  vehicle_number: 'BUS 7',
  first_boarded_at: null,
  ...more,
})
const range = [new Date(at('09:00')), new Date(at('11:00'))] as const

test('a ride is drawn from its known or expected boarding to its known or expected arrival', () => {
  const done = { pickup: served('09:00', '09:10', '09:04', '09:06'), dropoff: served('09:20', '09:35', '09:24') }
  expect(spansOf(done).ride).toEqual({ from: ms('09:06'), to: ms('09:24') })
  expect(spansOf({ ...done, dropoff: served('09:20', '09:35') }).ride).toBeNull()
})

test('the time axis covers the range and grows for its bookings by an hour and a half at most', () => {
  expect(axisOf(range, [])).toEqual({ from: ms('09:00'), to: ms('11:00') })
  const late = booking({ dropoff: served('11:10', '11:20', '11:25') })
  expect(axisOf(range, [booking(), late])).toEqual({ from: ms('09:00'), to: ms('11:25') })
  expect(axisOf(range, [booking({ dropoff: served('14:00', '14:20') })]).to).toBe(ms('12:30'))
  expect(placeOf({ from: ms('09:00'), to: ms('11:00') }, ms('09:30'))).toBe(25)
  expect(placeOf({ from: ms('09:00'), to: ms('11:00') }, ms('12:00'))).toBe(100)
  expect(widthOf({ from: ms('09:00'), to: ms('11:00') })).toBe(220)
})

test('the time axis has few labels, at round times in the zone', () => {
  const clocks = (from: string, to: string, zone = 'Australia/Brisbane') =>
    ticksOf({ from: ms(from), to: ms(to) }, zone, 16).map((time) =>
      new Date(time).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
    )
  expect(clocks('09:05', '09:45')).toEqual(['09:10', '09:20', '09:30', '09:40'])
  expect(clocks('00:00', '23:30')).toEqual([
    '00:00',
    '02:00',
    '04:00',
    '06:00',
    '08:00',
    '10:00',
    '12:00',
    '14:00',
    '16:00',
    '18:00',
    '20:00',
    '22:00',
  ])
  expect(clocks('09:05', '12:05', 'Asia/Kathmandu')[0]).toBe('05:00')
})

test('bookings without a vehicle are listed first, the others by name and number', () => {
  const bookings = [
    booking(),
    booking({ vehicle_id: 10, vehicle_number: 'BUS 10', zone_id: 2, zone_name: 'Alder' }),
    booking({ vehicle_id: null, vehicle_number: null }),
  ]
  expect(groupsOf(bookings, 'vehicle', 'No vehicle').map(({ name }) => name)).toEqual(['No vehicle', 'BUS 7', 'BUS 10'])
  expect(groupsOf(bookings, 'zone', '').map(({ name, bookings: of }) => [name, of.length])).toEqual([
    ['Alder', 1],
    ['Harbour', 2],
  ])
})

test('a booking is as late as the later of its pick-up and drop-off', () => {
  expect(worstOutside(booking())).toBe(0)
  expect(worstOutside(booking({ dropoff: served('09:20', '09:35', '09:40') }))).toBe(5)
  expect(worstOutside(booking({ pickup: served('09:00', '09:10', null, '08:53') }))).toBe(-7)
})
