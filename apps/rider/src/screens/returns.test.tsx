import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { choosePlace, heading, type Opened, openSignedIn, tap } from '../testing/open-app.tsx'
import { sampleBack, sampleReturn } from '../testing/fake-returns.ts'
import { noNotes, clinic, home, later, sampleOffering, sampleRide } from '../testing/samples.ts'

const searchWith = async (app: Opened, choice: 'At a time' | 'When I call'): Promise<void> => {
  await choosePlace(app, 'To', 'clinic')
  await choosePlace(app, 'From', 'beach')
  const group = within(await screen.findByRole('group', { name: 'Return' }))
  await app.user.click(group.getByRole('radio', { name: choice }))
  await tap(app, 'Find a ride')
  await heading('Choose a ride')
}
const chooseBoth = async (app: Opened): Promise<void> => {
  await tap(app, /^Choose: Soonest/)
  await heading('Choose the way back')
  await tap(app, /^Choose: Soonest/)
  await heading('Check and book')
}
const plain = (element: HTMLElement): string => (element.textContent ?? '').replaceAll(/\s/g, ' ')

// covers: RIDE-41, RIDE-47
// @test-tag long
test('there and back are searched together, chosen one after the other, and booked with one tap', async () => {
  const app = openSignedIn({ offerings: [sampleOffering(51)] })
  await searchWith(app, 'At a time')
  expect(app.fake.called('ride.search')[0]?.asked.body).toMatchObject({
    origin: home,
    destination: clinic,
    return: { choice: 'timed', traveling_at: expect.stringMatching(/T06:0[05]:00/), departing: true },
  })
  await tap(app, /^Choose: Soonest/)
  await heading('Choose the way back')
  expect(plain(screen.getByText(/^Your way there:/))).toMatch(
    /^Your way there: Mon,? 23 Nov, 2:10 pm to 2:20 pm, at the place by 2:38 pm at the latest\.$/,
  )
  await tap(app, /^Choose: Soonest, pick-up 4:10/)
  await heading('Check and book')
  expect(screen.getByText(/^\$5\.00$/)).toBeVisible()
  expect(plain(screen.getByText(/there, .* back$/))).toBe('$2.50 there, $2.50 back')
  await app.user.type(screen.getByLabelText('Note for the driver at the pick-up (optional)'), 'Blue door')
  await app.user.dblClick(screen.getByRole('button', { name: 'Book both ways' }))
  await heading('Your ride')
  expect(app.fake.called('ride.book').map(({ asked }) => asked.body)).toEqual([
    {
      service_offering_id: 51,
      payment_method: 'cash',
      pickup_note: 'Blue door',
      another: false,
      return: { choice: 'timed', service_offering_id: 71, dropoff_note: 'Blue door' },
    },
  ])
  await app.user.click(await screen.findByRole('link', { name: /^Way back: 4:10/ }))
  expect(await screen.findByText('This is the way back.')).toBeVisible()
})

// covers: RIDE-48
// @test-tag long
test('where the way back is gone, another one is offered and the way there stays chosen', async () => {
  const app = openSignedIn({ offerings: [sampleOffering(51)] })
  await searchWith(app, 'At a time')
  await chooseBoth(app)
  const fresh = sampleBack(72, 150)
  app.fake.world.backs = [fresh]
  const meta = { leg: 2, service_offerings: [fresh], message: null }
  app.fake.world.refusals.set('ride.book', { status: 409, code: 'offer_gone', detail: 'It is gone', meta })
  await tap(app, 'Book both ways')
  await heading('Choose the way back')
  expect(screen.getByText(/^That ride was taken in the meantime/)).toBeVisible()
  await tap(app, /^Choose: Soonest, pick-up 4:40/)
  await tap(app, 'Book both ways')
  await heading('Your ride')
  expect(app.fake.called('ride.book').at(-1)?.asked.body).toMatchObject({
    service_offering_id: 51,
    return: { service_offering_id: 72 },
  })
})

// @test-tag long
test('a way back that begins before the way there ends cannot be chosen, and a later one is looked for', async () => {
  const app = openSignedIn({ offerings: [sampleOffering(51)], backs: [sampleBack(71, 20)] })
  await searchWith(app, 'At a time')
  await tap(app, /^Choose: Soonest/)
  expect(plain(await screen.findByText(/^The way there ends at/))).toBe(
    'The way there ends at 2:38 pm; a return is possible from 2:40 pm.',
  )
  expect(screen.queryByRole('article')).toBeNull()
  app.fake.world.backs = [sampleBack(72)]
  await tap(app, /^Look for a way back from 2:40/)
  await heading('Choose a ride')
  expect(app.fake.called('ride.search').at(-1)?.asked.body).toMatchObject({ return: { traveling_at: later(40) } })
})

// @test-tag long
test('where no way back is found, the way there is booked alone, or with a call for the way back', async () => {
  const app = openSignedIn({ offerings: [sampleOffering(51)], backs: [], back: { message: 'Service ends at 3 pm.' } })
  await searchWith(app, 'At a time')
  await tap(app, /^Choose: Soonest/)
  expect(await screen.findByRole('alert')).toHaveTextContent('Service ends at 3 pm.')
  expect(screen.getByRole('button', { name: 'Book only the way there' })).toBeVisible()
  await tap(app, 'Book the way there, and call for the way back')
  await heading('Check and book')
  await tap(app, 'Book')
  await heading('Your ride')
  expect(app.fake.called('ride.book')[0]?.asked.body).toMatchObject({ return: { choice: 'open' } })
})

// covers: RIDE-41
// @test-tag long
test('a way back is kept until the passenger calls, and then called with one tap', async () => {
  const app = openSignedIn({ offerings: [sampleOffering(51)] })
  await searchWith(app, 'When I call')
  await tap(app, /^Choose: Soonest/)
  await heading('Check and book')
  expect(plain(screen.getByText(/^You call for the way back/))).toMatch(/when you are ready, until 6:00 pm\./)
  await tap(app, 'Book')
  await heading('Your ride')
  await app.user.click(await screen.findByRole('link', { name: 'Your way back' }))
  await heading('Your way back')
  expect(plain(await screen.findByText(/^The soonest ride is booked/))).toMatch(/: Cash on board\.$/)
  expect(plain(screen.getByText(/^You can call until/))).toBe('You can call until 6:00 pm.')
  await app.user.dblClick(screen.getByRole('button', { name: 'I’m ready, call my ride' }))
  await heading('Your ride')
  expect(location.pathname).toBe('/Ride/rides/44')
  expect(app.fake.called('ride.callReturn')).toHaveLength(1)
})

test('a call whose answer was lost is sent again under its key, and books once', async () => {
  const app = openSignedIn({ returns: [sampleReturn(91)], lost: 'ride.callReturn' }, 'returns/91')
  await tap(app, 'I’m ready, call my ride')
  expect(await screen.findByText(/cannot be reached/)).toBeVisible()
  const [{ key } = { key: null }] = app.fake.called('ride.callReturn')
  expect(key).not.toBeNull()
  await tap(app, 'I’m ready, call my ride')
  await heading('Your ride')
  expect(app.fake.called('ride.callReturn')).toHaveLength(1)
})

test('where no ride comes soon, the page says that one is looked for, and a later one can be taken', async () => {
  const called = { ride: null, waits_until: later(200), later: sampleBack(81, 60) }
  const app = openSignedIn({ returns: [sampleReturn(91)], called, offerings: [sampleBack(81, 60)] }, 'returns/91')
  await tap(app, 'I’m ready, call my ride')
  expect(plain(await screen.findByText(/^We are looking for a ride/))).toMatch(/until 5:20 pm\.$/)
  expect(screen.getByRole('button', { name: 'Look again' })).toBeVisible()
  await tap(app, 'Book this ride')
  await heading('Your ride')
  expect(app.fake.called('ride.book')[0]?.asked.body).toMatchObject({ service_offering_id: 81, another: true })
})

test('a way back that waits stands on the first screen and with the rides, until it is not needed', async () => {
  const app = openSignedIn({ returns: [sampleReturn(91)] })
  const link = { name: /Way back: when you call, until 6:00/ }
  await app.user.click(await screen.findByRole('link', link))
  await tap(app, 'I need no way back')
  await tap(app, 'Yes, I need none')
  await heading('My rides')
  expect(screen.queryByRole('link', link)).toBeNull()
})

test('who only follows sees why the way back is not theirs to call for', async () => {
  const refused = 'You may follow the rides of Noah Okafor, and not change them'
  openSignedIn({ returns: [sampleReturn(91, { traveler_name: 'Noah Okafor', refused })] }, 'returns/91')
  expect(await screen.findByText(refused)).toBeVisible()
  expect(screen.queryByRole('button', { name: /ready/ })).toBeNull()
})

test('my rides say which way each is, and cancelling asks whether it is this ride or both', async () => {
  const journey = {
    leg: 'there' as const,
    number: 1,
    others: [{ id: 13, number: 2, pickup_opens: later(130), can_cancel: true, cancel_is_late: true }],
    open_return_id: null,
  }
  const app = openSignedIn({ rides: [sampleRide(12, { journey })] }, 'rides')
  expect(plain(await screen.findByText(/^Way there · Way back:/))).toBe('Way there · Way back: 4:10 pm')
  await app.user.click(screen.getByRole('link', { name: /Way there/ }))
  await tap(app, 'Cancel the ride')
  const which = within(screen.getByRole('group', { name: 'What do you cancel?' }))
  expect(which.getByRole('radio', { name: 'This ride' })).toBeChecked()
  expect(screen.getByText('It costs nothing.')).toBeVisible()
  await app.user.click(which.getByRole('radio', { name: 'Both' }))
  expect(screen.getByText(/stands in your record as a late cancellation/)).toBeVisible()
  await tap(app, 'Cancel the ride')
  expect(await screen.findByText('This ride is cancelled')).toBeVisible()
  expect(app.fake.called('ride.cancel')[0]?.asked.body).toMatchObject({ legs: 'all' })
})

test('a ride with stops leads to the other two, and is cancelled with them where that is wanted', async () => {
  const other = (id: number, number: number, minutes: number) => ({
    id,
    number,
    pickup_opens: later(minutes),
    can_cancel: true,
    cancel_is_late: false,
  })
  const journey = {
    leg: 'stops' as const,
    number: 1,
    others: [other(13, 2, 130), other(14, 3, 190)],
    open_return_id: null,
  }
  const app = openSignedIn({ rides: [sampleRide(12, { journey })] }, 'rides')
  const listed = await screen.findByText(/^Ride 1, with stops/)
  expect(plain(listed)).toBe('Ride 1, with stops · Ride 2: 4:10 pm · Ride 3: 5:10 pm')
  await app.user.click(screen.getByRole('link', { name: /Ride 1/ }))
  expect(await screen.findByText('This is ride 1 of a journey with stops.')).toBeVisible()
  expect(screen.getByRole('link', { name: /^Ride 3:/ })).toHaveAttribute('href', expect.stringContaining('rides/14'))
  await tap(app, 'Cancel the ride')
  await app.user.click(screen.getByRole('radio', { name: 'All rides of this journey' }))
  await tap(app, 'Cancel the ride')
  expect(await screen.findByText('This ride is cancelled')).toBeVisible()
  expect(app.fake.called('ride.cancel')[0]?.asked.body).toMatchObject({ legs: 'all' })
})

// covers: RIDE-38
// @test-tag long
test('attendants, companions and a service animal are added to a search, beside the passengers', async () => {
  const needs = {
    kept: [5],
    choices: [
      { id: 5, kind: 'walker' as const, name: 'Walker' },
      { id: 6, kind: 'service_animal' as const, name: 'Guide dog' },
    ],
  }
  const app = openSignedIn({ needs })
  await app.user.click(await screen.findByText('Who?'))
  await tap(app, 'More: Attendants')
  await tap(app, 'More: Companions')
  await app.user.click(await screen.findByRole('checkbox', { name: 'Guide dog' }))
  expect(screen.getByText(/1 adult, 1 attendant, 1 companion/)).toBeVisible()
  await choosePlace(app, 'To', 'clinic')
  await choosePlace(app, 'From', 'beach')
  await tap(app, 'Find a ride')
  await heading('Choose a ride')
  expect(app.fake.called('ride.search')[0]?.asked.body).toMatchObject({
    passengers: [
      { fare_type: 'adult' },
      { fare_type: 'adult', travels_as: 'attendant' },
      { fare_type: 'adult', travels_as: 'companion' },
    ],
    aids: [5, 6],
  })
})

test('what comes along on a booked ride is shown when it is changed, and searched with as it is chosen then', async () => {
  const walker = { id: 5, kind: 'walker' as const, name: 'Walker' }
  const dog = { id: 6, kind: 'service_animal' as const, name: 'Guide dog' }
  const app = openSignedIn({ needs: { kept: [], choices: [walker, dog] }, rides: [sampleRide(12)] }, 'rides/12')
  app.fake.world.notes = { 12: { ...noNotes, aids: [5] } }
  await tap(app, 'Change')
  await app.user.click(await screen.findByText('Who?'))
  expect(await screen.findByRole('checkbox', { name: 'Walker' })).toBeChecked()
  await app.user.click(screen.getByRole('checkbox', { name: 'Walker' }))
  await app.user.click(screen.getByRole('checkbox', { name: 'Guide dog' }))
  await tap(app, 'Find a ride')
  await heading('Choose a ride')
  expect(app.fake.called('ride.search')[0]?.asked.body).toMatchObject({ service_request_id: 12, aids: [6] })
})

// @test-tag long
test('a time of the way back that is refused is said beside it', async () => {
  const app = openSignedIn()
  const detail = 'Rides can be booked up to Mon 30 Nov'
  app.fake.world.refusals.set('ride.search', { status: 422, code: 'invalid', detail, pointer: '/return/traveling_at' })
  await choosePlace(app, 'To', 'clinic')
  await choosePlace(app, 'From', 'beach')
  await app.user.click(await screen.findByRole('radio', { name: 'At a time' }))
  await tap(app, 'Find a ride')
  expect(await screen.findByText(detail)).toBeVisible()
  expect(screen.getByRole('group', { name: 'Return' })).toHaveAccessibleDescription(detail)
})
