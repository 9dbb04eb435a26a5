import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { heading, openSignedIn, tap } from '../testing/open-app.tsx'
import { later, sampleRide } from '../testing/samples.ts'

const ridden = (minutesAgo: number) => sampleRide(12, { phase: 'completed', picked_up_at: later(-minutesAgo) })

test('something that was lost is reported with where it was left, and what became of it stands on the ride', async () => {
  const app = openSignedIn({ rides: [ridden(60)] }, 'rides/12')
  await tap(app, 'Lost something')
  const form = within(await screen.findByRole('form', { name: 'Lost something' }))
  await app.user.type(form.getByLabelText('What have you lost?'), 'Ba')
  await app.user.click(form.getByRole('button', { name: 'Report it' }))
  await waitFor(() =>
    expect(form.getByLabelText('What have you lost?')).toHaveAccessibleDescription(
      'Please enter at least 3 characters',
    ),
  )
  await app.user.type(form.getByLabelText('What have you lost?'), 'g')
  await app.user.type(form.getByLabelText('Where did you leave it? (optional)'), 'Back row')
  expect(form.getByLabelText('How can we reach you? (optional)')).toHaveValue('mia@example.org')
  await app.user.click(form.getByRole('button', { name: 'Report it' }))
  expect(await screen.findByText('Reported. We will tell you what we find.')).toBeVisible()
  expect(app.fake.called('ride.reportLost').at(-1)?.asked.body).toEqual({
    what: 'Bag',
    left_where: 'Back row',
    reach: 'mia@example.org',
  })
})

test('a report whose answer was lost is made once however often it is sent, and one that says something else is another', async () => {
  const app = openSignedIn({ rides: [ridden(60)] }, 'rides/12')
  await tap(app, 'Lost something')
  const form = within(await screen.findByRole('form', { name: 'Lost something' }))
  const send = async (what: string): Promise<void> => {
    await app.user.clear(form.getByLabelText('What have you lost?'))
    await app.user.type(form.getByLabelText('What have you lost?'), what)
    await app.user.click(form.getByRole('button', { name: 'Report it' }))
  }
  for (const what of ['Red bag', 'Blue bag']) {
    app.fake.world.lost = 'ride.reportLost'
    await send(what)
    await waitFor(() =>
      expect(form.getByRole('button', { name: 'Report it' })).toHaveAttribute('aria-disabled', 'false'),
    )
  }
  await send('Red bag')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Lost something' })).toBeNull())
  expect(app.fake.world.lostItems.map(({ what }) => what)).toEqual(['Red bag', 'Blue bag'])
})

test('nothing can be reported of a ride that is a month ago, or has not begun', async () => {
  const app = openSignedIn({ rides: [ridden(31 * 24 * 60)] }, 'rides/12')
  await heading('Your ride')
  await screen.findByText('Book again')
  expect(screen.queryByRole('button', { name: 'Lost something' })).toBeNull()
  app.fake.world.rides = [sampleRide(12)]
  app.reload()
  await screen.findByRole('button', { name: 'Cancel the ride' })
  expect(screen.queryByRole('button', { name: 'Lost something' })).toBeNull()
})
