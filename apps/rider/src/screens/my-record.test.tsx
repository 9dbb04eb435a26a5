import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { heading, openSignedIn, tap } from '../testing/open-app.tsx'
import { later, sampleMiss, sampleRide } from '../testing/samples.ts'

// covers: RIDE-82
test('the record lists each miss with what shows it and whether it counts, and contests it once', async () => {
  const misses = [
    sampleMiss(),
    sampleMiss({
      id: 32,
      kind: 'late_cancellation',
      not_counted: 'beyond_control',
      evidence: { minutes_before: 20 },
      traveler_name: 'Lena Okafor',
      contested_at: later(-10),
    }),
  ]
  const app = openSignedIn({ misses }, 'account')
  await app.user.click(await screen.findByRole('link', { name: 'My record' }))
  expect(await heading('My record')).toBeVisible()
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent('Not at the stop')
  expect(first).toHaveTextContent('It stood there for 5 minutes, at most 20 m from the stop.It counts.')
  expect(second).toHaveTextContent('Cancelled 20 minutes before the promised time began.')
  expect(second).toHaveTextContent('It does not count. It was beyond your control.')
  expect(second).toHaveTextContent('For Lena Okafor')
  expect(within(second!).queryByRole('button', { name: 'This is not right' })).toBeNull()
  await tap(app, 'This is not right')
  await app.user.type(screen.getByLabelText('What happened? (optional)'), 'I was there')
  await tap(app, 'Send to our staff')
  await waitFor(() => expect(within(first!).getByText(/^Sent to our staff on/)).toBeVisible())
  expect(app.fake.called('ride.contestMiss')[0]?.asked).toMatchObject({
    params: { id: 31 },
    body: { text: 'I was there' },
  })
})

// covers: RIDE-79
test('before the last tap a late cancellation says that it costs nothing and stands in the record', async () => {
  const app = openSignedIn({ rides: [sampleRide(12, { cancel_is_late: true })] }, 'rides/12')
  expect(await screen.findByText(/^Cancelling now is late: it costs nothing/)).toBeVisible()
  await tap(app, 'Cancel the ride')
  expect(
    screen.getByText('This is late. It costs nothing, and stands in your record as a late cancellation.'),
  ).toBeVisible()
  expect(app.fake.called('ride.cancel')).toHaveLength(0)
})

// covers: RIDE-07, RIDE-66
test('the boarding code stands large on the ride’s page, read digit by digit, and without signal as last known', async () => {
  const app = openSignedIn({ rides: [sampleRide(12, { boarding_code: '0472' })] }, 'rides/12')
  expect(await screen.findByText('0472')).toHaveAccessibleName('0 4 7 2')
  expect(screen.getByText(/Say this code to the driver/)).toBeVisible()
  app.fake.world.offline = true
  app.reload()
  expect(await heading('No signal')).toBeVisible()
  expect(screen.getByText(/^As of/)).toBeVisible()
  expect(screen.getByText('0472')).toBeVisible()
  expect(screen.getByText('Booking needs a signal.')).toBeVisible()
  expect(screen.getAllByRole('link', { name: /^Call us: / })[0]).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Find a ride' })).toBeNull()
})

// covers: RIDE-57
test('a completed ride has a receipt with number, date, places, price, reductions, tax note and payment, and a file', async () => {
  const app = openSignedIn({ rides: [sampleRide(12, { phase: 'completed', status: 'completed' })] }, 'rides/12')
  await app.user.click(await screen.findByRole('link', { name: 'Receipt' }))
  expect(await heading('Receipt')).toBeVisible()
  expect(await screen.findByText('R-2026-000012')).toBeVisible()
  const said = screen.getByRole('main').textContent
  for (const words of [
    'The fare includes 10 % GST.',
    '12 Beach Road, Tugun',
    'Wilga Clinic, Palm Beach',
    '23 Nov 2026',
    '$5.00',
    '$2.50 off: Seniors, SPRING',
    '$2.50 taken on board',
  ])
    expect(said).toContain(words)
  const file = screen.getByRole('link', { name: 'Download as PDF' })
  expect(file).toHaveAttribute('href', '/api/v2/ride/bookings/12/receipt/pdf')
})
