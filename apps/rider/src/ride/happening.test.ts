import { expect, test } from 'vitest'
import { ridePhases, type RideBooking } from '@ambit/contract'
import { languages, sayIn } from '../texts/say.ts'
import { timesIn } from '../texts/times.ts'
import { later, NOON, sampleRide, ZONE } from '../testing/samples.ts'
import { dueOf, expectedOf, happening, minutesOld } from './happening.ts'

const wordsIn = (language: (typeof languages)[number]) => ({
  say: sayIn(language, language),
  times: timesIn(language === 'en' ? 'en-GB' : language, ZONE),
})
const ranges = {
  expected_pickup: { from: later(5), to: later(12) },
  expected_dropoff: { from: later(20), to: later(31) },
}
const of: Partial<Record<string, Partial<RideBooking>>> = {
  coming: { stops_before: 2 },
  here: { waits_until: later(3) },
  completed: { dropped_off_at: later(-4) },
}
const allIn = (language: (typeof languages)[number]): string[] =>
  ridePhases.map((phase) => happening(sampleRide(1, { phase, ...ranges, ...of[phase] }), wordsIn(language)))

// covers: RIDE-58
test('each phase of a ride is one sentence in English', () => {
  expect(allIn('en')).toEqual([
    'We are looking for a vehicle that picks you up between 14:05 and 14:12',
    'Your vehicle comes between 14:05 and 14:12',
    '2 stops before you',
    'Arriving',
    'Your vehicle is here and waits until 14:03',
    'You arrive between 14:20 and 14:31',
    'You arrived at 13:56',
    'You were not met at the stop',
    'This ride is cancelled',
    'This ride cannot be served. Please call us',
  ])
})

test('each phase of a ride is one sentence in German', () => {
  expect(allIn('de')).toEqual([
    'Wir suchen ein Fahrzeug, das Sie zwischen 14:05 und 14:12 abholt',
    'Ihr Fahrzeug kommt zwischen 14:05 und 14:12',
    '2 Halte vor Ihnen',
    'Gleich da',
    'Ihr Fahrzeug ist da und wartet bis 14:03',
    'Sie kommen zwischen 14:20 und 14:31 an',
    'Sie sind um 13:56 angekommen',
    'Sie wurden am Halt nicht angetroffen',
    'Diese Fahrt ist storniert',
    'Diese Fahrt kann nicht stattfinden. Bitte rufen Sie uns an',
  ])
})

test('each phase of a ride is one sentence in Spanish', () => {
  expect(allIn('es')).toEqual([
    'Buscamos un vehículo que le recoja entre las 14:05 y las 14:12',
    'Su vehículo llega entre las 14:05 y las 14:12',
    '2 paradas antes de usted',
    'Llegando',
    'Su vehículo está aquí y espera hasta las 14:03',
    'Usted llega entre las 14:20 y las 14:31',
    'Llegó a las 13:56',
    'No se le encontró en la parada',
    'Este viaje está cancelado',
    'Este viaje no puede hacerse. Llámenos, por favor',
  ])
})

test('without an expected time the sentence tells the promised window, and the next stop without others before is a range', () => {
  const words = wordsIn('en')
  expect(happening(sampleRide(1, { expected_pickup: null }), words)).toBe('Your vehicle comes between 14:10 and 14:20')
  const next = sampleRide(1, { phase: 'coming', stops_before: 0, ...ranges })
  expect(happening(next, words)).toBe('Your vehicle comes between 14:05 and 14:12')
  expect(happening(sampleRide(1, { phase: 'coming', stops_before: 1 }), words)).toBe('1 stop before you')
  expect(happening(sampleRide(1, { phase: 'here' }), words)).toBe('Your vehicle is here')
})

test('a time is expected until it has come, and called planned where no position is known', () => {
  const words = wordsIn('en')
  expect(expectedOf(sampleRide(1, ranges), words)).toEqual({ label: 'Expected', range: '14:05 to 14:12' })
  expect(expectedOf(sampleRide(1, { ...ranges, by_plan_only: true }), words)?.label).toBe('Planned')
  expect(expectedOf(sampleRide(1, { ...ranges, phase: 'on_board' }), words)?.range).toBe('14:20 to 14:31')
  for (const phase of ['here', 'completed', 'cancelled', 'no_show'] as const)
    expect(expectedOf(sampleRide(1, { ...ranges, phase }), words)).toBeNull()
})

test('a position older than a minute has its age in full minutes', () => {
  const at = (seconds: number): RideBooking =>
    sampleRide(1, {
      vehicle: {
        number: 'B12',
        license_plate: '123 ABC',
        description: null,
        position: { point: { lat: -28.1, lng: 153.4 }, at: new Date(NOON - seconds * 1000).toISOString() },
      },
    })
  expect(minutesOld(at(60), NOON)).toBeNull()
  expect(minutesOld(at(61), NOON)).toBe(1)
  expect(minutesOld(at(299), NOON)).toBe(4)
  expect(minutesOld(sampleRide(1), NOON)).toBeNull()
})

test.each([
  [{ payment_status: 'free' }, 'Nothing to pay'],
  [{ total_price: 0 }, 'Nothing to pay'],
  [{ payment_method: 'cash' }, 'Pay A$2.50 on board'],
  [{ payment_method: 'myki' }, 'Pay A$2.50 on board'],
  [{ payment_method: 'card' }, 'A$2.50 by card after the ride'],
  [{ payment_status: 'charged' }, 'A$2.50 paid'],
  [{ payment_status: 'failed' }, 'A$2.50 could not be charged. Please call us.'],
  [{ payment_status: 'failed', to_pay: 'card' }, 'A$2.50'],
  [{ payment_status: 'refunded' }, 'A$2.50 refunded'],
  [{ phase: 'cancelled' }, 'Nothing to pay'],
] as const)('of a ride with %j it says what there is to pay: %s', (change, words) => {
  expect(dueOf(sampleRide(1, change), wordsIn('en'))).toBe(words)
})
