import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { CODE } from '../testing/fake-account.ts'
import { heading, openSignedIn, tap } from '../testing/open-app.tsx'
import { later, ZONE } from '../testing/samples.ts'

// covers: AUD-70
test('a copy of the own data is asked for by one tap and saved by its link', async () => {
  const app = openSignedIn({}, 'account')
  await tap(app, 'Download my data')
  const link = await screen.findByRole('link', { name: 'Save the file' })
  expect(link).toHaveAttribute('href', '/api/v2/ride/me/privacy_requests/1/copy')
  expect(app.fake.called('ride.askAboutData')[0]?.asked.body).toEqual({ kind: 'copy' })
})

// covers: AUD-70
test('deleting the account names rides and amounts, takes a code, signs out, and is stopped by signing in', async () => {
  const ride = { id: 12, from: 'Home', to: 'Clinic', time_zone: ZONE }
  const app = openSignedIn(
    {
      erasure: {
        rides: [
          { ...ride, pickup_at: later(8 * 24 * 60), cancels: true },
          { ...ride, id: 13, to: 'Library', pickup_at: later(60), cancels: false },
        ],
        due: [{ service_request_id: 9, amount: 3.5, currency: 'AUD', pickup_at: later(-600), time_zone: ZONE }],
      },
    },
    'account',
  )
  await tap(app, 'Delete my account')
  const asking = within(await screen.findByRole('region', { name: 'Delete my account' }))
  const [cancelled, before, due] = await asking.findAllByRole('listitem')
  expect(cancelled).toHaveTextContent('Home to Clinic')
  expect(before).toHaveTextContent('Home to Library')
  expect(due).toHaveTextContent('3.50')
  await tap(app, 'Send code')
  await app.user.type(await screen.findByLabelText('Code of 6 digits'), '654321')
  await app.user.click(asking.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByText('This code is not right')).toBeVisible()
  await app.user.clear(screen.getByLabelText('Code of 6 digits'))
  await app.user.type(screen.getByLabelText('Code of 6 digits'), CODE)
  await app.user.click(asking.getByRole('button', { name: 'Delete my account' }))
  await heading('Sign in')
  expect(screen.getByText(/^Your account is deleted on .+ To keep it, sign in before then\.$/)).toBeVisible()
  await app.user.type(screen.getByLabelText('E-mail address or phone number'), 'mia@example.org')
  await tap(app, 'Send code')
  await app.user.type(await screen.findByLabelText('Code of 6 digits'), `${CODE}{Enter}`)
  await heading('Your account stays')
  await tap(app, 'Continue')
  expect(await heading('My account')).toBeVisible()
})

test('another phone number counts once its code was given, and a wrong code says so beside it', async () => {
  const app = openSignedIn({}, 'account')
  await tap(app, 'Change phone number')
  await app.user.type(await screen.findByLabelText('Phone number'), '0412 345 678')
  await tap(app, 'Send code')
  expect(await screen.findByText('A code is on its way by text message.')).toBeVisible()
  await app.user.type(screen.getByLabelText('Code of 6 digits'), '111111{Enter}')
  expect(await screen.findByText('This code is not right')).toBeVisible()
  await app.user.clear(screen.getByLabelText('Code of 6 digits'))
  await app.user.type(screen.getByLabelText('Code of 6 digits'), `${CODE}{Enter}`)
  expect(await screen.findByText('Your new contact counts from now on.')).toBeVisible()
  expect(screen.getByText('mia@example.org · 0412 345 678')).toBeVisible()
})
