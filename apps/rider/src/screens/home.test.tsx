import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { choosePlace, heading, lend, openSignedIn, passTime, searchRide, tap } from '../testing/open-app.tsx'
import { clinic, home, later, library, mia, sampleConfig, sampleRide } from '../testing/samples.ts'

const DAY_MS = 24 * 3_600_000

const bodyOf = (app: ReturnType<typeof openSignedIn>): unknown => app.fake.called('ride.search').at(-1)?.asked.body

// covers: RIDE-34
test('a place is found by typing three letters and chosen with the keyboard', async () => {
  const app = openSignedIn()
  const field = await screen.findByRole('combobox', { name: 'To' })
  await app.user.type(field, 'cl')
  expect(field).toHaveAttribute('aria-expanded', 'false')
  await app.user.type(field, 'inic')
  const option = await screen.findByRole('option', { name: clinic.name })
  expect(app.fake.called('geo.autosuggest')).toHaveLength(1)
  expect(field).toHaveAttribute('aria-expanded', 'true')
  await app.user.keyboard('{ArrowDown}')
  expect(field).toHaveAttribute('aria-activedescendant', option.id)
  await app.user.keyboard('{Enter}')
  expect(field).toHaveValue(clinic.name)
  expect(screen.queryByRole('option')).toBeNull()
  await tap(app, 'Clear To')
  expect(field).toHaveValue('')
  expect(field).toHaveFocus()
})

// covers: RIDE-34
// @test-tag long
test('places that are near the other end of the way are asked for first', async () => {
  const app = openSignedIn()
  await choosePlace(app, 'To', 'clinic')
  await app.user.type(screen.getByRole('combobox', { name: 'From' }), 'beach')
  await screen.findAllByRole('option')
  expect(app.fake.called('geo.autosuggest').at(-1)?.asked.query).toMatchObject({ q: 'beach', at: '-28.11,153.46' })
})

// covers: RIDE-34, RIDE-100
test('the location is asked for on the tap of Where I am alone, once, and only the chosen place is sent', async () => {
  let asked = 0
  lend('geolocation', {
    getCurrentPosition: (found: (position: object) => void) => {
      asked++
      found({ coords: { latitude: -28.1401, longitude: 153.4902 } })
    },
  })
  const app = openSignedIn()
  await choosePlace(app, 'To', 'clinic')
  expect(asked).toBe(0)
  await tap(app, 'Where I am')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'From' })).toHaveValue(home.name))
  expect(asked).toBe(1)
  await tap(app, 'Find a ride')
  await heading('Choose a ride')
  expect(asked).toBe(1)
  expect(bodyOf(app)).toMatchObject({ origin: home })
  const sent = app.fake.calls.filter(({ asked: call }) => JSON.stringify(call).includes('28.1401'))
  expect(sent.map(({ name }) => name)).toEqual(['geo.revgeocode'])
})

test('a location that is refused says so, and the place can be typed', async () => {
  lend('geolocation', { getCurrentPosition: (_found: unknown, failed: (error: object) => void) => failed({ code: 1 }) })
  const app = openSignedIn()
  await tap(app, 'Where I am')
  expect(await screen.findByText('Your place could not be found. Please type it.')).toBeVisible()
})

test('the next ride, saved places and usual ways are offered, and one tap fills in the places', async () => {
  const past = [1, 2, 3].map((id) =>
    sampleRide(id, { phase: 'completed', status: 'completed', ...(id === 3 ? { destination: library } : {}) }),
  )
  const app = openSignedIn({ rides: [...past, sampleRide(12)] })
  expect(await screen.findByRole('link', { name: /Wilga Clinic.*Next ride · Booked/ })).toHaveAttribute(
    'href',
    '/Ride/rides/12',
  )
  const ways = await screen.findByRole('list', { name: 'Your usual ways' })
  expect(
    within(ways)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([`${home.name} to ${clinic.name}`, `${home.name} to ${library.name}`])
  const places = await screen.findByRole('list', { name: 'Saved places' })
  await app.user.click(within(places).getByRole('button', { name: 'Clinic' }))
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveValue(clinic.name)
  await tap(app, 'Clear To')
  await tap(app, `${home.name} to ${library.name}`)
  expect(screen.getByRole('combobox', { name: 'From' })).toHaveValue(home.name)
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveValue(library.name)
})

// covers: RIDE-37
// @test-tag long
test('a time to leave at, or to arrive by, is chosen in steps of five minutes and sent as its moment', async () => {
  const app = openSignedIn()
  await choosePlace(app, 'To', 'clinic')
  await choosePlace(app, 'From', 'beach')
  await tap(app, 'Find a ride')
  await heading('Choose a ride')
  expect(bodyOf(app)).toMatchObject({ departing: true })
  history.back()
  await app.user.click(await screen.findByRole('radio', { name: 'Arrive by' }))
  await app.user.selectOptions(screen.getByLabelText('Day'), 'Tomorrow')
  const time = screen.getByLabelText('Time')
  expect(within(time).getAllByRole('option')).toHaveLength(288)
  await app.user.selectOptions(time, '555')
  await tap(app, 'Find a ride')
  await waitFor(() => expect(app.fake.called('ride.search')).toHaveLength(2))
  // 9:15 am of the next day by Brisbane's clocks, which the first answer named.
  expect(bodyOf(app)).toMatchObject({ departing: false, traveling_at: '2026-11-23T23:15:00.000Z' })
})

// @test-tag long
test('passengers are counted by kind, with their wheelchairs, of which there cannot be more', async () => {
  const app = openSignedIn()
  await choosePlace(app, 'To', 'clinic')
  await choosePlace(app, 'From', 'beach')
  await app.user.click(await screen.findByText('1 adult'))
  await tap(app, 'More: Children')
  await tap(app, 'More: With concession')
  await tap(app, 'Fewer: Adults')
  for (let tapped = 0; tapped < 3; tapped++) await tap(app, 'More: Wheelchairs')
  expect(screen.getByText('1 child, 1 with concession, 3 wheelchairs')).toBeVisible()
  await tap(app, 'Find a ride')
  expect(await screen.findByText('There cannot be more wheelchairs than passengers.')).toBeVisible()
  await tap(app, 'Fewer: Wheelchairs')
  await tap(app, 'Find a ride')
  await heading('Choose a ride')
  expect(bodyOf(app)).toMatchObject({
    passengers: [{ fare_type: 'child' }, { fare_type: 'concession' }],
    mobility_support: 2,
  })
})

test('a wheelchair that the account names is preset', async () => {
  openSignedIn({ session: { ...mia, wheelchair: true } })
  expect(await screen.findByText('1 adult, 1 wheelchair')).toBeVisible()
})

test('a search without places says what is missing beside the fields, in their order', async () => {
  const app = openSignedIn()
  await tap(app, 'Find a ride')
  const to = screen.getByRole('combobox', { name: 'To' })
  expect(to).toHaveFocus()
  expect(to).toHaveAccessibleDescription('Please choose a place.')
  expect(screen.getByRole('combobox', { name: 'From' })).toHaveAccessibleDescription('Please choose a place.')
  expect(app.fake.called('ride.search')).toEqual([])
})

// @test-tag long
test.each([
  ['/destination/point', 'These places are the same'],
  ['/traveling_at', 'Please choose a time to come'],
])('a search that is refused at %s says so beside the field, and loses nothing', async (pointer, detail) => {
  const app = openSignedIn()
  await choosePlace(app, 'To', 'clinic')
  await choosePlace(app, 'From', 'beach')
  app.fake.world.refusals.set('ride.search', { status: 422, code: 'invalid', detail, pointer })
  await tap(app, 'Find a ride')
  const field =
    pointer === '/traveling_at'
      ? screen.getByRole('group', { name: 'When?' })
      : screen.getByRole('combobox', { name: 'To' })
  await waitFor(() => expect(field).toHaveAccessibleDescription(detail))
  expect(screen.getByRole('combobox', { name: 'From' })).toHaveValue(home.name)
})

test('a passenger who cannot book sees why and whom to call, and nothing to search with', async () => {
  const booking_refused = 'Your account cannot book at the moment. Please call +61 7 5555 0142.'
  openSignedIn({ session: { ...mia, booking_refused } })
  expect(await screen.findByText(booking_refused)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Find a ride' })).toBeNull()
})

// covers: RIDE-108
test('Call us stands at the same place of every page, with the number of the region', async () => {
  const app = openSignedIn({ rides: [sampleRide(12)], passenger: mia })
  const called = async (title: string, number: string): Promise<void> => {
    await heading(title)
    const link = within(screen.getByRole('banner')).getByRole('link', { name: `Call us: ${number}` })
    expect(link).toHaveAttribute('href', `tel:${number.replaceAll(' ', '')}`)
    expect(screen.getByRole('banner').lastElementChild).toBe(link)
  }
  await called('Where to?', '+61 7 5555 0199')
  await app.user.click(screen.getByRole('link', { name: 'My rides' }))
  await called('My rides', '+61 7 5555 0199')
  await app.user.click(screen.getByRole('link', { name: 'My account' }))
  await called('My account', '+61 7 5555 0199')
  await app.user.click(screen.getByRole('link', { name: 'My rides' }))
  await app.user.click(await screen.findByRole('link', { name: /Wilga Clinic/ }))
  await screen.findByText('Pay $2.50 on board')
  await called('Your ride', '+61 7 5555 0142')
  await app.user.click(screen.getByRole('link', { name: 'Ride' }))
  await searchRide(app)
  await called('Choose a ride', '+61 7 5555 0199')
  await tap(app, /^Choose: Soonest/)
  await called('Check and book', '+61 7 5555 0199')
  app.fake.world.session = null
  await tap(app, 'Book')
  await called('Sign in', '+61 7 5555 0199')
})

test('the first screen says in one line that the service is closed now, and when it begins again', async () => {
  const zone = {
    zone_id: 1,
    name: 'Coast',
    time_zone: 'Australia/Brisbane',
    open_now: false,
    opens_at: '2026-11-24T20:00:00Z',
    days: [{ date: '2026-11-23', special: { name: 'Feast', notice: 'No buses on the feast.' }, spans: [] }],
  }
  const app = openSignedIn({ config: { ...sampleConfig(), service_hours: [zone] } })
  expect(
    await screen.findByText(/^Closed now\. Rides go again: Wed.* 6:00.am\. No buses on the feast\.$/i),
  ).toBeVisible()
  app.fake.world.config = { ...sampleConfig(), service_hours: [zone, { ...zone, zone_id: 2, open_now: true }] }
  app.reload()
  await screen.findByRole('combobox', { name: 'To' })
  await waitFor(() => expect(screen.queryByText(/Closed now/)).toBeNull())
})

test('that the service is closed is said no longer once it opens, and the app asks for what holds now when it is looked at again', async () => {
  const zone = {
    zone_id: 1,
    name: 'Coast',
    time_zone: 'Australia/Brisbane',
    open_now: false,
    opens_at: later(5),
    days: [{ date: '2026-11-23', special: null, spans: [] }],
  }
  const app = openSignedIn({ config: { ...sampleConfig(), service_hours: [zone] } })
  expect(await screen.findByText(/^Closed now/)).toBeVisible()
  passTime(6)
  await waitFor(() => expect(screen.queryByText(/^Closed now/)).toBeNull())
  app.fake.world.now += 6 * 60_000
  app.fake.world.config = { ...sampleConfig(), service_hours: [{ ...zone, opens_at: later(600) }] }
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText(/^Closed now/)).toBeVisible()
  const asked = app.fake.called('ride.config').length
  document.dispatchEvent(new Event('visibilitychange'))
  expect(app.fake.called('ride.config')).toHaveLength(asked)
})

test('a day that is further ahead than others can be chosen stays, and one that is over makes way for a time soon', async () => {
  const app = openSignedIn()
  await choosePlace(app, 'To', 'clinic')
  await choosePlace(app, 'From', 'beach')
  await app.user.click(screen.getByRole('radio', { name: 'Leave at' }))
  const day = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Day' })
  const shown = async () => (await day()).selectedOptions[0]?.textContent
  await app.user.selectOptions(await day(), '2026-12-23')
  const said = await shown()
  app.fake.world.now -= DAY_MS
  app.reload()
  expect(await shown()).toBe(said)
  app.fake.world.now += 60 * DAY_MS
  app.reload()
  expect(await shown()).toBe('Today')
  await tap(app, 'Find a ride')
  await heading('Choose a ride')
  expect(bodyOf(app)).toMatchObject({ traveling_at: later(35, app.fake.world.now) })
})

// covers: MSG-70
test('a service notice stands above the search in the passenger’s language, with its zones and until when it holds', async () => {
  const notice = {
    id: 4,
    texts: { en: 'Mill Road is closed', de: 'Die Mühlstraße ist gesperrt' },
    zones: ['Bayside', 'Hills'],
    time_zone: 'Australia/Brisbane',
    valid_until: '2026-11-23T08:00:00Z',
  }
  const app = openSignedIn({ notices: [notice] })
  const shown = within(await screen.findByRole('region', { name: 'About the service' }))
  expect(shown.getByText('Mill Road is closed')).toBeVisible()
  expect(shown.getByText(/^Bayside, Hills, until .*6:00.pm/i)).toBeVisible()
  app.fake.world.session = { ...mia, language: 'de' }
  app.reload()
  expect(await screen.findByText('Die Mühlstraße ist gesperrt')).toBeVisible()
})
