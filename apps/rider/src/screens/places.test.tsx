import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { choosePlace, openSignedIn, tap } from '../testing/open-app.tsx'
import { clinic, home, sampleStops } from '../testing/samples.ts'

const field = (name: string) => screen.findByRole('combobox', { name })
const open = async (app: ReturnType<typeof openSignedIn>, label: string): Promise<void> => {
  await app.user.click(await screen.findByText(`${label}: stops and map`))
}

// covers: RIDE-34
// @test-tag long
test('either end is one of the saved places, or a stop of a list that is found by its name, nearest to the other end first', async () => {
  const app = openSignedIn()
  await open(app, 'From')
  const places = within(await screen.findByRole('list', { name: 'From: Saved places' }))
  await app.user.click(places.getByRole('button', { name: 'Home' }))
  expect(await field('From')).toHaveValue(home.name)
  await open(app, 'To')
  const stops = within(await screen.findByRole('list', { name: 'To: Stops' }))
  expect((await stops.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
    'Beach Road Shops · 180 m',
    'Wilga Clinic · 4.4 km',
  ])
  expect(app.fake.called('ride.stops').map(({ asked }) => asked.query)).toContainEqual({ at: '-28.14,153.49' })
  await app.user.type(screen.getByLabelText('Find a stop'), 'wilga')
  await waitFor(() => expect(stops.getAllByRole('button')).toHaveLength(1))
  await app.user.click(stops.getByRole('button'))
  expect(await field('To')).toHaveValue('Wilga Clinic')
  await tap(app, 'Clear To')
  await open(app, 'To')
  await app.user.type(await screen.findByLabelText('Find a stop'), 'nowhere')
  expect(await screen.findByText('No stop is found.')).toBeVisible()
})

// covers: RIDE-34
test('either end is a pin on the map, which a tap moves, with the address beside it as its name', async () => {
  const app = openSignedIn()
  await choosePlace(app, 'To', 'clinic')
  await open(app, 'From')
  await tap(app, 'Pin on the map')
  const map = await screen.findByRole('img', { name: 'Pin on the map' })
  fireEvent.pointerUp(map, { clientX: map.clientWidth / 2 + 40, clientY: map.clientHeight / 2 - 30 })
  await tap(app, 'Use the pin')
  await waitFor(async () => expect(await field('From')).toHaveValue(home.name))
  const asked = app.fake.called('geo.revgeocode').at(-1)?.asked.query
  const [lat = 0, lng = 0] = String(Object(asked).at).split(',').map(Number)
  // To the right of the clinic, from which the map begins, and above it.
  expect(lng).toBeGreaterThan(clinic.point[0])
  expect(lat).toBeGreaterThan(clinic.point[1])
  await tap(app, 'Find a ride')
  await screen.findByRole('heading', { name: 'Choose a ride' })
  const body = Object(app.fake.called('ride.search').at(-1)?.asked.body)
  expect(body.origin).toEqual({ name: home.name, point: [lng, lat] })
})

test('where rides go from door to door and no stop is known the pin begins in the middle of the zone', async () => {
  const app = openSignedIn()
  app.fake.world.stops = { is_served: true, stops: [], middle: clinic.point }
  await open(app, 'From')
  await tap(app, 'Pin on the map')
  await tap(app, 'Use the pin')
  await waitFor(() => expect(app.fake.called('geo.revgeocode')).toHaveLength(1))
  const [asked] = app.fake.called('geo.revgeocode')
  expect(asked?.asked.query).toMatchObject({ at: `${clinic.point[1]},${clinic.point[0]}` })
})

test('a list of stops that does not come says why instead of staying empty, and letters are asked for once typing pauses', async () => {
  const app = openSignedIn()
  await open(app, 'To')
  const find = await screen.findByLabelText('Find a stop')
  await screen.findByText(/^Wilga Clinic/)
  const before = app.fake.called('ride.stops').length
  await app.user.type(find, 'wilga')
  await waitFor(() => expect(screen.queryByText(/^Beach Road Shops/)).toBeNull())
  expect(app.fake.called('ride.stops').length - before).toBeLessThan(5)
  app.fake.world.offline = true
  await app.user.type(find, ' clinic')
  expect(await screen.findByText(/cannot be reached/)).toBeVisible()
})

// covers: RIDE-35
test('a place that no ride goes to says so as soon as it is chosen, and offers the nearest stop within 2 km', async () => {
  const app = openSignedIn()
  app.fake.world.stops = { is_served: false, stops: [{ ...sampleStops[0]!, distance_m: 1900 }], middle: null } // it has two
  await choosePlace(app, 'To', 'clinic')
  expect(await screen.findByText('The nearest stop is Beach Road Shops, 1.9 km away.')).toBeVisible()
  // It is said to screen readers at once.
  const [note] = screen.getAllByRole('alert').filter(({ textContent }) => textContent.startsWith('No ride goes'))
  expect(app.fake.called('ride.search')).toEqual([])
  app.fake.world.stops = { is_served: true, stops: sampleStops, middle: null }
  await app.user.click(within(note!).getByRole('button', { name: 'Use Beach Road Shops' })) // found above
  expect(await field('To')).toHaveValue('Beach Road Shops')
  await waitFor(() => expect(screen.queryByText(/No ride goes/)).toBeNull())
  app.fake.world.stops = { is_served: false, stops: [{ ...sampleStops[0]!, distance_m: 2001 }], middle: null } // it has two
  await tap(app, 'Clear To')
  await choosePlace(app, 'To', 'library')
  expect(await screen.findByText('No ride goes to this place.')).toBeVisible()
  expect(screen.queryByText(/nearest stop/)).toBeNull()
})
