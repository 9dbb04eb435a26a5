import { expect, test } from 'vitest'
import { rideTracking } from './endpoints/ride-tracking.ts'
import { ride } from './endpoints/ride.ts'

const calls = [...Object.values(ride), ...Object.values(rideTracking)].map(({ method, path }) => `${method} ${path}`)

// covers: RIDE-118
test('the calls about rides are those that the passengers’ app is specified with', () => {
  const specified = [
    'POST /searches',
    'POST /offerings/:id/keep',
    'GET /bookings',
    'POST /bookings',
    'GET /bookings/:id',
    'POST /bookings/:id/change',
    'POST /bookings/:id/cancel',
    'POST /bookings/:id/feedback',
    'POST /bookings/:id/lost_items',
    'POST /bookings/:id/share',
    'GET /bookings/:id/receipt',
  ]
  expect(specified.filter((call) => !calls.includes(call))).toEqual([])
})
