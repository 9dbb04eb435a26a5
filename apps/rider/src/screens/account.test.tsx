import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { choosePlace, heading, openSignedIn, tap } from '../testing/open-app.tsx'
import { library, mia, samplePlaces } from '../testing/samples.ts'

test('name, language and wheelchair are changed, and the app speaks the language at once', async () => {
  const app = openSignedIn({}, 'account')
  const name = await screen.findByLabelText('First name')
  await app.user.clear(name)
  await app.user.type(name, 'Amelia')
  await app.user.click(screen.getByRole('checkbox', { name: 'I travel in a wheelchair' }))
  await app.user.selectOptions(screen.getByLabelText('Language'), 'Deutsch')
  await tap(app, 'Save')
  expect(await screen.findByText('Gespeichert')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Mein Konto' })).toBeVisible()
  expect(app.fake.called('ride.changeMe')[0]?.asked.body).toEqual({
    first_name: 'Amelia',
    last_name: 'Okafor',
    language: 'de',
    wheelchair: true,
  })
})

// covers: RIDE-39
test('what the passenger needs is chosen from what the region knows, and kept at once', async () => {
  const choices = [
    { id: 7, kind: 'help_to_door' as const, name: 'Help to the door' },
    { id: 8, kind: 'deaf' as const, name: 'Deaf or hard of hearing' },
  ]
  const app = openSignedIn({ needs: { kept: [8], choices } }, 'account')
  const needs = within(await screen.findByRole('region', { name: 'What I need' }))
  expect(needs.getByRole('checkbox', { name: 'Deaf or hard of hearing' })).toBeChecked()
  await app.user.click(needs.getByRole('checkbox', { name: 'Help to the door' }))
  await app.user.click(needs.getByRole('checkbox', { name: 'Deaf or hard of hearing' }))
  expect(await needs.findByText('Saved')).toBeVisible()
  await waitFor(() => expect(app.fake.world.needs.kept).toEqual([7]))
  expect(needs.getByRole('checkbox', { name: 'Help to the door' })).toBeChecked()
  expect(needs.getByRole('checkbox', { name: 'Deaf or hard of hearing' })).not.toBeChecked()
})

test('a name that is refused says so beside its field', async () => {
  const app = openSignedIn({}, 'account')
  await app.user.clear(await screen.findByLabelText('Last name'))
  await tap(app, 'Save')
  await waitFor(() =>
    expect(screen.getByLabelText('Last name')).toHaveAccessibleDescription('Please enter your last name'),
  )
})

test('a place is added, a name that is taken is refused at its field, and a place is renamed and removed', async () => {
  const app = openSignedIn({}, 'account')
  await tap(app, 'Add a place')
  await app.user.type(await screen.findByLabelText('Name of the place'), 'Home')
  await app.user.selectOptions(screen.getByLabelText('Kind'), 'Other')
  await choosePlace(app, 'Address', 'library')
  await app.user.type(screen.getByLabelText('Note for drivers at this place (optional)'), 'Back gate')
  const form = screen.getByRole('form', { name: 'Add a place' })
  await app.user.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Name of the place')).toHaveAccessibleDescription('You have a place of that name'),
  )
  await app.user.type(screen.getByLabelText('Name of the place'), ' 2')
  await app.user.click(within(form).getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit Home 2' })
  expect(app.fake.world.places.at(-1)).toMatchObject({
    name: 'Home 2',
    kind: 'other',
    address: library,
    note: 'Back gate',
  })
  expect(screen.getByText('Back gate')).toBeVisible()
  await tap(app, 'Edit Home 2')
  const name = await screen.findByLabelText('Name of the place')
  await app.user.clear(name)
  await app.user.type(name, 'Books{Enter}')
  await tap(app, 'Remove Books')
  await waitFor(() => expect(app.fake.world.places.map((place) => place.name)).toEqual(['Home', 'Clinic']))
  await waitFor(() => expect(screen.queryByText('Books')).toBeNull())
})

test('with twenty places no further one can be added', async () => {
  const [place] = samplePlaces()
  openSignedIn(
    { places: Array.from({ length: 20 }, (_, index) => ({ ...place!, id: index + 1, name: `Place ${index + 1}` })) },
    'account',
  )
  expect(await screen.findByText('You have 20 saved places, which is the most.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a place' })).toBeNull()
})

test('other devices are signed out one by one or all at once, and this one by its own button', async () => {
  const app = openSignedIn({}, 'account')
  expect(await screen.findByText('(this device)', { exact: false })).toHaveTextContent('Safari on iPhone')
  expect(screen.queryByRole('button', { name: 'Sign out Safari on iPhone' })).toBeNull()
  await tap(app, 'Sign out Firefox on Windows')
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull()
  await tap(app, 'Sign out')
  expect(await heading('Sign in')).toBeVisible()
  expect(app.fake.world.session).toBeNull()
})

test('all other devices are signed out by one tap', async () => {
  const app = openSignedIn({ session: mia }, 'account')
  await tap(app, 'Sign out all other devices')
  expect(await screen.findByText('All other devices are signed out.')).toBeVisible()
  expect(app.fake.world.devices).toHaveLength(1)
})

test('saved cards are listed by brand and last digits, and one is removed', async () => {
  const card = { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 }
  const app = openSignedIn({ cards: [card, { ...card, id: 'pm_2', last4: '1881' }] }, 'account')
  expect(await screen.findByText('visa ending in 4242')).toBeVisible()
  await tap(app, 'Remove visa ending in 4242')
  await waitFor(() => expect(screen.queryByText('visa ending in 4242')).toBeNull())
  expect(screen.getByText('visa ending in 1881')).toBeVisible()
})
