import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { heading, openSignedIn, passTime, searchRide, tap } from '../testing/open-app.tsx'
import { clinic, home, later, NOON, sampleOffering, samplePlaces, sampleRide } from '../testing/samples.ts'

const chooseSoonest = async (app: ReturnType<typeof openSignedIn>): Promise<void> => {
  await tap(app, /^Choose: Soonest/)
  await heading('Check and book')
}

// covers: RIDE-43
test('each offering shows windows, stops, the way on foot, the time on board, the price before and after reductions, and what is best', async () => {
  const app = openSignedIn()
  await searchRide(app)
  const offer = screen.getByRole('article', { name: /^Soonest/ })
  expect(within(offer).getByRole('heading', { name: 'Soonest' })).toBeVisible()
  for (const words of [
    /2:10 pm to 2:20 pm/,
    /Beach Road Shops/,
    /3 min on foot, 240 m/,
    /2:26 pm to 2:38 pm/,
    /Wilga Clinic/,
    /At the door/,
    /Ride of about 15 min/,
    /\$2\.50 instead of \$5\.00/,
  ])
    expect(offer.textContent?.replaceAll(/\s/g, ' ')).toMatch(words)
  expect(screen.getByRole('article', { name: /^Nearest/ })).not.toHaveTextContent('instead of')
})

// covers: RIDE-45
test('in its last minute an offering can be kept once, and when it has ended it is searched for again with all that was entered', async () => {
  const app = openSignedIn()
  const keepButton = (): HTMLElement | null => screen.queryByRole('button', { name: 'Keep for 5 more minutes' })
  await searchRide(app)
  await chooseSoonest(app)
  await app.user.type(screen.getByLabelText('Note for the driver at the pick-up (optional)'), 'Blue door')
  await app.user.click(screen.getByRole('radio', { name: 'Card' }))
  expect(screen.getByText(/^Held for [45]:/)).toBeVisible()
  expect(keepButton()).toBeNull()
  passTime(4.2)
  await tap(app, 'Keep for 5 more minutes')
  expect(await screen.findByText('Kept for 5 more minutes.')).toBeInTheDocument()
  expect(screen.getByText(/^Held for 5:/)).toBeVisible()
  passTime(5)
  await screen.findByText(/^Held for 0:/)
  expect(keepButton()).toBeNull()
  app.fake.world.offerings = [sampleOffering(61, NOON + 600_000)]
  passTime(0.8)
  expect(await screen.findByText(/^The rides were held for 5 minutes\./)).toBeVisible()
  const same = expect.objectContaining({ origin: home, destination: clinic })
  expect(app.fake.called('ride.search').map(({ asked }) => asked.body)).toEqual([same, same])
  await chooseSoonest(app)
  expect(screen.getByLabelText('Note for the driver at the pick-up (optional)')).toHaveValue('Blue door')
  expect(screen.getByRole('radio', { name: 'Card' })).toBeChecked()
})

test('offerings that have ended before they come are not searched for over and over', async () => {
  const app = openSignedIn({ offerings: [sampleOffering(51, NOON, { expires_at: later(-1) })] })
  await searchRide(app)
  expect(await screen.findByText('These rides are no longer held. Search again.')).toBeVisible()
  expect(screen.queryByRole('article')).toBeNull()
  await tap(app, 'Try again')
  await waitFor(() => expect(app.fake.called('ride.search')).toHaveLength(2))
})

// covers: RIDE-46
test('where nothing fits, the search says why, offers the nearest time that does, and the number to call', async () => {
  const nearest = { text: 'leave at 3:15 pm', traveling_at: later(75), departing: true }
  const app = openSignedIn({ offerings: [], search: { message: 'No vehicle is free before 3 pm.', nearest } })
  await searchRide(app)
  expect(screen.getByRole('alert')).toHaveTextContent('No vehicle is free before 3 pm.')
  expect(screen.getAllByRole('link', { name: 'Call us: +61 7 5555 0199' })).toHaveLength(2)
  app.fake.world.offerings = [sampleOffering(61)]
  app.fake.world.search = {}
  await tap(app, 'Search with: leave at 3:15 pm')
  expect(await screen.findByRole('article', { name: /^Soonest/ })).toBeVisible()
  expect(app.fake.called('ride.search').at(-1)?.asked.body).toMatchObject({ traveling_at: later(75), departing: true })
})

// covers: RIDE-47, RIDE-78
test('before booking one page sums up who, from, to, when, the price and how it is paid, and the ride is open afterwards', async () => {
  const app = openSignedIn()
  await searchRide(app)
  await chooseSoonest(app)
  for (const words of ['Mia Okafor · 1 adult', home.name, clinic.name]) expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByText(/^Mon,? 23 Nov$/)).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Cash on board' })).toBeChecked()
  const until = /^You can cancel at no cost until you are on board\. From 2:05 pm it is late/
  expect(screen.getByText(until)).toBeVisible()
  await app.user.type(screen.getByLabelText('Note for the driver at the pick-up (optional)'), 'Blue door')
  await app.user.dblClick(screen.getByRole('button', { name: 'Book' }))
  expect(await heading('Your ride')).toHaveFocus()
  expect(location.pathname).toBe('/Ride/rides/12')
  expect(app.fake.called('ride.book').map(({ asked }) => asked.body)).toEqual([
    { service_offering_id: 51, payment_method: 'cash', pickup_note: 'Blue door', another: false },
  ])
})

// covers: RIDE-40
test('a ride has a note for each stop of at most 250 characters, which says who reads it and that it is not for health details', async () => {
  const app = openSignedIn()
  await searchRide(app)
  await chooseSoonest(app)
  const field = (stop: string) => screen.getByLabelText(`Note for the driver at the ${stop} (optional)`)
  for (const stop of ['pick-up', 'drop-off']) {
    expect(field(stop)).toHaveAccessibleDescription(
      'The driver reads it at that stop, and staff can see it. No health details. 250 characters left.',
    )
    expect(field(stop)).toHaveAttribute('maxlength', '250')
  }
  await app.user.type(field('drop-off'), 'Ward 3')
  expect(field('drop-off')).toHaveAccessibleDescription(/244 characters left\.$/)
  await tap(app, 'Book')
  await heading('Your ride')
  expect(app.fake.called('ride.book').map(({ asked }) => asked.body)).toEqual([
    { service_offering_id: 51, payment_method: 'cash', dropoff_note: 'Ward 3', another: false },
  ])
})

test('what was noted with a saved place is the note of that stop until another is entered, and goes with the place', async () => {
  const [atHome, atClinic] = samplePlaces()
  const app = openSignedIn({ places: [atHome!, { ...atClinic!, note: 'Side door' }] })
  await searchRide(app)
  await chooseSoonest(app)
  const field = () => screen.getByLabelText('Note for the driver at the drop-off (optional)')
  await waitFor(() => expect(field()).toHaveValue('Side door'))
  await app.user.clear(field())
  await app.user.type(field(), 'Main hall')
  await tap(app, 'Book')
  await heading('Your ride')
  expect(app.fake.called('ride.book')[0]?.asked.body).toMatchObject({ dropoff_note: 'Main hall' })
})

test('a booking whose answer was lost is asked for once more under its key, by the next tap', async () => {
  const app = openSignedIn({ lost: 'ride.book' })
  await searchRide(app)
  await chooseSoonest(app)
  await tap(app, 'Book')
  expect(
    await screen.findByText(/^No answer came\. Your booking is kept on this phone\..* not be booked twice\.$/),
  ).toBeVisible()
  await tap(app, 'Book')
  await heading('Your ride')
  expect(app.fake.world.rides).toHaveLength(1)
})

test('a booking whose answer was lost is found after a reload, and made once', async () => {
  const app = openSignedIn({ lost: 'ride.book' })
  await searchRide(app)
  await chooseSoonest(app)
  await tap(app, 'Book')
  await screen.findByText(/^No answer came/)
  app.reload()
  await screen.findByText('Pay $2.50 on board')
  expect(location.pathname).toBe('/Ride/rides/12')
  expect(app.fake.world.rides).toHaveLength(1)
  expect(localStorage.getItem('ride-pending')).toBeNull()
})

test('a ride that was taken in the meantime is answered with fresh ones, of which one can be booked', async () => {
  const app = openSignedIn()
  await searchRide(app)
  await chooseSoonest(app)
  app.fake.world.offerings = [sampleOffering(71, NOON, { kind: 'kindest' })]
  const meta = { service_offerings: app.fake.world.offerings }
  const detail = 'This trip was taken in the meantime'
  app.fake.world.refusals.set('ride.book', { status: 409, code: 'offer_gone', detail, meta })
  await tap(app, 'Book')
  expect(await screen.findByText(/^That ride was taken in the meantime\. These/)).toBeVisible()
  await tap(app, /^Choose: Kindest/)
  await tap(app, 'Book')
  await heading('Your ride')
  expect(app.fake.called('ride.search')).toHaveLength(1)
  expect(app.fake.called('ride.book').at(-1)?.asked.body).toMatchObject({ service_offering_id: 71 })
})

test('a second ride near there about then is asked about before it is booked', async () => {
  const app = openSignedIn()
  await searchRide(app)
  await chooseSoonest(app)
  const detail = 'You already have a ride at 2:10 pm. Book another?'
  const refusal = { status: 409, code: 'another_ride', detail } as const
  app.fake.world.refusals.set('ride.book', refusal)
  await tap(app, 'Book')
  expect(await screen.findByText(detail)).toBeVisible()
  await tap(app, 'Do not book')
  app.fake.world.refusals.set('ride.book', refusal)
  await tap(app, 'Book')
  await tap(app, 'Book another')
  await heading('Your ride')
  expect(app.fake.called('ride.book').at(-1)?.asked.body).toMatchObject({ another: true })
  expect(new Set(app.fake.called('ride.book').map(({ key }) => key)).size).toBe(3)
})

// covers: RIDE-75
test('a change searches with everything preset, shows the difference in price, and puts the new ride in the place of the old', async () => {
  const ride = sampleRide(12, { passengers: [{ fare_type: 'adult' }, { fare_type: 'child' }], mobility_support: 1 })
  const app = openSignedIn({ rides: [ride] }, 'rides/12')
  await tap(app, 'Change')
  expect(await screen.findByText(/^You are changing your ride at 2:10\spm\./)).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'From' })).toHaveValue(home.name)
  expect(screen.getByText('1 adult, 1 child, 1 wheelchair')).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Leave at' })).toBeChecked()
  await tap(app, 'Find a ride')
  await tap(app, /^Choose: Nearest/)
  expect(await screen.findByText(/\$2\.50 more than before/)).toBeVisible()
  await tap(app, 'Change the ride')
  await heading('Your ride')
  expect(app.fake.called('ride.search')[0]?.asked.body).toMatchObject({
    service_request_id: 12,
    traveling_at: later(10),
  })
  expect(app.fake.called('ride.change')[0]?.asked).toMatchObject({
    params: { id: 12 },
    body: { service_offering_id: 52, payment_method: 'cash' },
  })
  expect(app.fake.called('ride.book')).toEqual([])
})

test('a reload of the offerings searches for them again with what was entered', async () => {
  const app = openSignedIn()
  await searchRide(app)
  app.reload()
  expect(await screen.findByRole('article', { name: /^Soonest/ })).toBeVisible()
  await waitFor(() => expect(app.fake.called('ride.search')).toHaveLength(2))
})
