import { expect, test } from 'vitest'
import { compareRides, requireReached } from './compare.ts'
import type { OtherRide } from './queries.ts'

const time = (clock: string): number => Date.parse(`2026-11-23T${clock}:00Z`)
const window = (opens: string, closes: string) => ({ opens: time(opens), closes: time(closes) })
const ride = (sameJourney: OtherRide['sameJourney']): OtherRide => ({
  id: 7,
  traveler_name: 'Maria Silva',
  time_zone: 'UTC',
  seen: true,
  boards: time('09:00'),
  alights: time('09:10'),
  asked: { from: [153, -27], to: [153.001, -27], pickup: window('09:00', '09:10'), dropoff: window('09:10', '09:25') },
  pickup: [153, -27],
  dropoff: [153.001, -27],
  pickup_opens: new Date(time('09:00')),
  sameJourney,
})
/** The way back over a hundred metres, which begins where and when the way there ends. */
const back = (opens: string) => ({
  boards: time('09:10'),
  alights: time('09:20'),
  asked: {
    from: [153.001, -27] as [number, number],
    to: [153, -27] as [number, number],
    pickup: window(opens, '09:40'),
    dropoff: null,
  },
})
const of = { pointer: '/service_offering_id', unnamed: false, traveler_id: 1 }
/** The leg before. */
const before = (stay_minutes = 0) => ({ isBefore: true, stay_minutes, pickup_walk_s: 0, dropoff_walk_s: 60 })

test('two legs of one journey stand together, where as rides of their own they would not', () => {
  expect(() => compareRides([ride(null)], back('09:30'), of)).toThrow('is nearly the same ride')
  expect(compareRides([ride(before())], back('09:30'), of)).toEqual([])
  expect(() => compareRides([ride(before()), { ...ride(null), id: 8 }], back('09:30'), of)).toThrow('Booking 8')
})

// covers: JRN-04, JRN-10
test('a leg that is changed is not before the end of the one before it, nor before ten minutes of a stay are over', () => {
  const way = (opens: string) => ({ window: back(opens).asked, pickup_walk_s: 60, dropoff_walk_s: 0 })
  expect(() => requireReached([ride(before())], way('09:27'), '/service_offering_id')).not.toThrow()
  expect(() => requireReached([ride(before())], way('09:26'), '/service_offering_id')).toThrow(
    'The way there ends at 9:25 am; a return is possible from 9:30 am',
  )
  expect(() => requireReached([ride(before(10))], way('09:36'), '/service_offering_id')).toThrow(
    'The leg before ends at 9:25 am; after a stay of 10 min the next one is possible from 9:40 am',
  )
  expect(() => requireReached([ride(null)], way('09:00'), '/service_offering_id')).not.toThrow()
})
