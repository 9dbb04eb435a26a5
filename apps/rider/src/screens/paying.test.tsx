import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { choosePlace, heading, openSignedIn, searchRide, tap } from '../testing/open-app.tsx'
import { sampleOffering, sampleRide, NOON } from '../testing/samples.ts'

const openSummary = async (change: Parameters<typeof openSignedIn>[0] = {}) => {
  const app = openSignedIn(change)
  await searchRide(app)
  await tap(app, /^Choose: Soonest/)
  await heading('Check and book')
  return app
}

// covers: RIDE-51
// @test-tag long
test('only the methods that the server offers can be chosen, and what is paid on board says so, and how much', async () => {
  const offerings = [sampleOffering(51, NOON, { payment_methods: ['cash', 'opalcard', 'card'] })]
  const app = await openSummary({ offerings })
  const methods = within(screen.getByRole('group', { name: 'How do you pay?' }))
  const names = methods.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)
  expect(names).toEqual(['Cash on board', 'Opal card on board', 'Card'])
  expect(methods.getByRole('status')).toHaveTextContent('Pay $2.50 on board')
  await app.user.click(methods.getByRole('radio', { name: 'Opal card on board' }))
  expect(methods.getByRole('status')).toHaveTextContent('Pay $2.50 on board')
  await app.user.click(methods.getByRole('radio', { name: 'Card' }))
  expect(methods.getByRole('status')).toHaveTextContent('$2.50 by card after the ride')
})

// covers: RIDE-55
// @test-tag long
test('a concession is named with its share and its last day beside the offerings and before booking, and asks for no code', async () => {
  const concession = { name: 'Seniors', share: 50, last_day: '2026-12-31' }
  const words = /^Seniors: 50 % less, until Thu,? 31 Dec\. No code is needed\.$/
  const app = openSignedIn({ search: { concession } })
  await searchRide(app)
  expect(screen.getByText(words)).toBeVisible()
  await tap(app, /^Choose: Soonest/)
  await heading('Check and book')
  expect(screen.getByText(words)).toBeVisible()
})

// covers: RIDE-56
// @test-tag long
test('a discount code is tried before booking: a wrong one says so beside it, and one that holds changes the price and is booked', async () => {
  const app = await openSummary()
  const field = screen.getByLabelText('Discount code (optional)')
  await app.user.type(field, 'WINTER')
  await tap(app, 'Use the code')
  await waitFor(() => expect(field).toHaveAccessibleDescription('This code is not valid now'))
  expect(screen.getByText('Pay $2.50 on board')).toBeVisible()
  await app.user.clear(field)
  await app.user.type(field, 'spring')
  await tap(app, 'Use the code')
  expect(await screen.findByText('The code SPRING is used.')).toBeVisible()
  expect(screen.getByText('Pay $1.25 on board')).toBeVisible()
  await tap(app, 'Book')
  await heading('Your ride')
  expect(app.fake.called('ride.book')[0]?.asked.body).toMatchObject({ discount_code: 'SPRING' })
})

// covers: RIDE-83
test('past rides are filtered by region where there are several', async () => {
  const contact = { name: 'Hills', phone_number: null, emergency_number: '000' }
  const rides = [
    sampleRide(12, { phase: 'completed' }),
    sampleRide(13, { phase: 'completed', contact }),
    sampleRide(14, { contact }),
    sampleRide(15),
  ]
  const regions = [
    { id: 1, name: 'Coastlink South' },
    { id: 2, name: 'Hills' },
  ]
  const app = openSignedIn({ rides, regions }, 'rides')
  const links = async () => {
    await waitFor(() => expect(screen.queryByText('One moment …')).toBeNull())
    return screen
      .queryAllByRole('link')
      .flatMap((link) => /rides\/(\d+)$/.exec(link.getAttribute('href') ?? '')?.[1] ?? [])
  }
  await waitFor(async () => expect(await links()).toEqual(['14', '15', '12', '13']))
  await app.user.selectOptions(screen.getByLabelText('Rides in'), 'Hills')
  await waitFor(async () => expect(await links()).toEqual(['14', '13']))
})

// covers: RIDE-114
// @test-tag long
test('what a suspension refuses says until when and how to object, beside the time and with the letter', async () => {
  const app = openSignedIn()
  const detail = 'Suspended until Wed 25 Nov. To object, call 123. Rides can be booked for Thu 26 Nov and later'
  const refusal = { status: 422, code: 'suspended' as const, detail, pointer: '/traveling_at' }
  app.fake.world.refusals.set('ride.search', { ...refusal, meta: { letter: 'Dear Ms Okafor\n\nFrom Monday' } })
  await choosePlace(app, 'To', 'clinic')
  await choosePlace(app, 'From', 'beach')
  await tap(app, 'Find a ride')
  const when = await screen.findByRole('group', { name: 'When?' })
  await waitFor(() => expect(when).toHaveAccessibleDescription(detail))
  await app.user.click(screen.getByText('The letter about it'))
  expect(screen.getByText(/^Dear Ms Okafor/)).toBeVisible()
})

// covers: RIDE-46
// @test-tag long
test('where the zone keeps a waiting list a search that found nothing is put on it by one tap, and nowhere else', async () => {
  const app = openSignedIn({ offerings: [], search: { message: 'All vehicles are full.', can_wait: ['cash', 'card'] } })
  await searchRide(app)
  expect(screen.getByText('All vehicles are full.')).toBeVisible()
  await tap(app, 'Put me on the waiting list · Card')
  expect(
    await screen.findByText(/^You are on the waiting list, from 1:00\spm to 3:00\spm\. If nothing is free by 2:30\spm/),
  ).toBeVisible()
  expect(app.fake.called('ride.wait').map(({ asked }) => [asked.params, asked.body])).toEqual([
    [{ id: 31 }, { payment_method: 'card' }],
  ])
  expect(screen.queryByRole('button', { name: /waiting list/ })).toBeNull()
  app.fake.world.search = { can_wait: null }
  history.back()
  await tap(app, 'Find a ride')
  await heading('Choose a ride')
  expect(screen.queryByText(/waiting list/)).toBeNull()
})
