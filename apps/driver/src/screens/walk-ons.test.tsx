import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { WalkOnMode } from '@ambit/contract'
import { openTrip, tap } from '../testing/open-app.tsx'
import { at, NOON, sampleManifest } from '../testing/sample-trip.ts'

const atPickup = (walk_ons: WalkOnMode = 'listed_stops') => {
  const manifest = sampleManifest()
  Object.assign(manifest.trip.trip_stops[0]!, { arrived_at: at(0) })
  manifest.rules = { ...manifest.rules, walk_ons, room: { seats: 8, wheelchairs: 1, seatsPerWheelchair: 0 } }
  manifest.walk_on = {
    stops: [
      { location_id: 2, name: 'Redwater Hospital' },
      { location_id: 90, name: 'Lighthouse' },
    ],
    price: 3.5,
    currency: 'AUD',
    method: 'cash',
  }
  return openTrip(manifest)
}
const fits = { fits: true, reason: null, dropoff_at: at(12), price: 3.5, currency: 'AUD' }

// covers: DAPP-65
test('one adult is aboard with three taps, to a stop of the trip or, with a signal, of the zone', async () => {
  const app = atPickup()
  app.device.fit = fits
  await tap(app, 'Walk-on')
  const goals = (await screen.findAllByRole('listitem')).map((goal) => goal.textContent)
  expect(goals).toEqual(['Redwater Hospital, 2:12 pm', 'Quay Road, Redwater, 2:25 pm', 'Lighthouse'])
  await tap(app, /^Redwater Hospital/)
  expect(await screen.findByText('They get off at about 2:12 pm.')).toBeVisible()
  expect(screen.getByText('$3.50')).toBeVisible()
  await tap(app, 'Aboard: 1 person')
  expect(app.device.deeds).toEqual([
    {
      kind: 'walk_on',
      ref: expect.any(Number) as number,
      dropoff_location_id: 2,
      dropoff_trip_stop_id: 2,
      adults: 1,
      children: 0,
      concessions: 0,
      mobility_support: 0,
    },
  ])
  expect(await screen.findByRole('button', { name: /^Undo/ })).toBeVisible()
})

test('people, wheelchairs and fare types are counted, and the reason stands where they do not fit', async () => {
  const app = atPickup()
  app.device.fit = { ...fits, fits: false, dropoff_at: null, reason: '1 other booking would be later than promised' }
  await tap(app, 'Walk-on')
  await tap(app, 'Lighthouse')
  expect(await screen.findByText('1 other booking would be later than promised')).toBeVisible()
  await tap(app, 'One more: Children')
  await tap(app, 'One more: Concessions')
  await tap(app, 'One more: In wheelchairs')
  expect(within(screen.getByRole('group', { name: 'In wheelchairs' })).getByRole('status')).toHaveTextContent('1')
  const aboard = await screen.findByRole('button', { name: 'Aboard: 3 people' })
  expect(aboard).toHaveAttribute('aria-disabled', 'true')
  await tap(app, 'Aboard: 3 people')
  expect(app.device.deeds).toEqual([])
})

test('without signal only stops ahead of the trip are offered, as far as seats are free', async () => {
  const app = atPickup()
  app.device.set({ sending: { unsent: 1, unsent_since: NOON, silent_since: NOON, answered_at: null } })
  await tap(app, 'Walk-on')
  expect(screen.queryByRole('button', { name: 'Lighthouse' })).toBeNull()
  expect(await screen.findByText('Without signal they can get off only at a stop ahead of this trip.')).toBeVisible()
  await tap(app, /^Redwater Hospital/)
  for (let more = 0; more < 6; more++) await tap(app, 'One more: Adults')
  expect(await screen.findByText('There are not enough free seats all the way.')).toBeVisible()
  await tap(app, 'One less: Adults')
  expect(await screen.findByText('Dispatch was not asked: there is no signal.')).toBeVisible()
  await tap(app, 'Aboard: 6 people')
  expect(app.device.deeds).toHaveLength(1)
})

test('nothing is offered where the strategy takes nobody', async () => {
  atPickup('off')
  expect(await screen.findByRole('button', { name: 'Stops' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Walk-on' })).toBeNull()
})
