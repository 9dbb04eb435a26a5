import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { CODE } from '../testing/fake-account.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { choosePlace, heading, openApp, openSignedIn, type Opened, tap } from '../testing/open-app.tsx'
import { mia } from '../testing/samples.ts'

const askForCode = async (app: Opened, contact = 'mia@example.org'): Promise<void> => {
  await app.user.type(await screen.findByLabelText('E-mail address or phone number'), contact)
  await tap(app, 'Send code')
}
const enterCode = async (app: Opened, code = CODE): Promise<void> => {
  const field = await screen.findByLabelText('Code of 6 digits')
  await app.user.click(field)
  await app.user.paste(code)
  await tap(app, 'Sign in')
}

// covers: RIDE-23
test('a passenger signs in with a pasted code in one field, and scripts see no token', async () => {
  const app = openApp()
  await askForCode(app, ' mia@example.org ')
  const field = await screen.findByLabelText('Code of 6 digits')
  expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  expect(field).toHaveAttribute('inputmode', 'numeric')
  await enterCode(app, ' 123 456 ')
  expect(await heading('Where to?')).toHaveFocus()
  expect(app.fake.called('ride.askForCode')[0]?.asked.body).toEqual({ contact: 'mia@example.org', language: 'en' })
  expect(Object.entries(localStorage)).toEqual([])
  expect(Object.entries(sessionStorage)).toEqual([['ride-owner', '7']])
})

test('what is missing is said beside its field before anything is sent', async () => {
  const app = openApp()
  await tap(app, 'Send code')
  expect(await screen.findByText('Please enter your e-mail address or phone number.')).toBeVisible()
  expect(screen.getByLabelText('E-mail address or phone number')).toHaveFocus()
  await askForCode(app)
  await enterCode(app, '123')
  expect(await screen.findByText('Please enter the 6 digits.')).toBeVisible()
  expect(app.fake.called('ride.signIn')).toEqual([])
})

test('a wrong code is refused beside its field in the words of the server, and can be entered once more', async () => {
  const app = openApp()
  await askForCode(app)
  await enterCode(app, '000000')
  const field = screen.getByLabelText('Code of 6 digits')
  await waitFor(() => expect(field).toHaveAccessibleDescription('This code is wrong.'))
  await app.user.clear(field)
  await enterCode(app)
  expect(await heading('Where to?')).toBeVisible()
})

// @test-tag long
test('another code can be asked for once the time for it has come, which is counted down', async () => {
  const app = openApp(createFakeApi({ againIn: 0.03 }))
  await askForCode(app)
  expect(await screen.findByText(/^You can ask for a new code in \d s\.$/)).toBeVisible()
  await tap(app, 'Send a new code')
  await waitFor(() => expect(app.fake.called('ride.askForCode')).toHaveLength(2))
})

test.each([
  [429, 'too_many_requests', 'Please ask for a new code after 2:40 pm.'],
  [503, 'not_ready', 'Please call +61 7 5555 0100'],
] as const)(
  'a code that is refused with %i says so in the words of the server, with the number to call',
  async (status, code, detail) => {
    const app = openApp()
    app.fake.world.refusals.set('ride.askForCode', { status, code, detail })
    await askForCode(app)
    expect(await screen.findByText(detail)).toBeVisible()
    const calls = screen.getAllByRole('link', { name: 'Call us: +61 7 5555 0100' })
    expect(calls).toHaveLength(2)
    expect(calls[0]).toHaveAttribute('href', 'tel:+61755550100')
    expect(screen.getByLabelText('E-mail address or phone number')).toHaveValue('mia@example.org')
  },
)

test('a number that was not used for long asks for the last name as well', async () => {
  const app = openApp(createFakeApi({ steps: [{ outcome: 'last_name_needed' }] }))
  await askForCode(app, '0400 000 000')
  await enterCode(app)
  await app.user.type(await screen.findByLabelText('Last name'), 'Okafor')
  await tap(app, 'Continue')
  expect(await heading('Where to?')).toBeVisible()
  expect(app.fake.called('ride.signIn')[1]?.asked.body).toEqual({ code: CODE, last_name: 'Okafor' })
})

test('where a number belongs to several passengers the app asks who is travelling, by first names', async () => {
  const people = [
    { id: 7, first_name: 'Mia' },
    { id: 8, first_name: 'Tom' },
  ]
  const app = openApp(createFakeApi({ steps: [{ outcome: 'who_is_travelling', people }] }))
  await askForCode(app, '0400 000 000')
  await enterCode(app)
  expect(await heading('Who is travelling?')).toBeVisible()
  await tap(app, 'Tom')
  expect(await heading('Where to?')).toBeVisible()
  expect(app.fake.called('ride.signIn')[1]?.asked.body).toEqual({ code: CODE, traveler_id: 8 })
})

// covers: RIDE-109
test('a newcomer enters names and accepts the terms, and nothing is lost when the server refuses a field', async () => {
  const app = openApp(createFakeApi({ steps: [{ outcome: 'profile_needed', channel: 'email' }] }))
  await askForCode(app)
  await enterCode(app)
  await app.user.type(await screen.findByLabelText('First name'), 'Mia')
  await tap(app, 'Continue')
  expect(await screen.findByText('Please accept the terms.')).toBeVisible()
  await app.user.type(screen.getByLabelText('Last name'), 'Okafor')
  await app.user.type(screen.getByLabelText('Phone number (optional)'), '12')
  await app.user.click(screen.getByRole('checkbox', { name: 'I accept the terms of carriage' }))
  const detail = 'Please enter a phone number such as 0400 000 000'
  app.fake.world.refusals.set('ride.signIn', { status: 422, code: 'invalid', detail, pointer: '/profile/phone_number' })
  await tap(app, 'Continue')
  expect(await screen.findByText(detail)).toBeVisible()
  expect(screen.getByLabelText('First name')).toHaveValue('Mia')
  await app.user.clear(screen.getByLabelText('Phone number (optional)'))
  await tap(app, 'Continue')
  expect(await heading('Where to?')).toBeVisible()
  expect(app.fake.called('ride.signIn').at(-1)?.asked.body).toEqual({
    code: CODE,
    profile: { first_name: 'Mia', last_name: 'Okafor', terms: true },
  })
})

test('a session that ends in the middle of something asks to sign in again, and nothing that was entered is lost', async () => {
  const app = openSignedIn({}, 'account')
  const name = await screen.findByLabelText('First name')
  await app.user.clear(name)
  await app.user.type(name, 'Amelia')
  app.fake.world.session = null
  await tap(app, 'Save')
  expect(await screen.findByText('Please sign in again. What you entered is still here.')).toBeVisible()
  expect(name).not.toBeVisible()
  await askForCode(app)
  await enterCode(app)
  await waitFor(() => expect(name).toBeVisible())
  expect(name).toHaveValue('Amelia')
})

test('another passenger who signs in after a session has ended sees nothing that was entered before', async () => {
  const app = openSignedIn({}, 'account')
  const name = await screen.findByLabelText('First name')
  await app.user.type(name, 'XY')
  app.fake.world.session = null
  app.fake.world.passenger = { ...mia, id: 9, first_name: 'Tom' }
  await tap(app, 'Save')
  await askForCode(app)
  await enterCode(app)
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Tom'))
})

// @test-tag long
test('another passenger who signs in later in the same tab finds no place that was entered before', async () => {
  const app = openSignedIn()
  await choosePlace(app, 'To', 'clinic')
  app.fake.world.session = null
  app.fake.world.passenger = { ...mia, id: 9, first_name: 'Tom' }
  app.reload()
  await askForCode(app)
  await enterCode(app)
  expect(await screen.findByRole('combobox', { name: 'To' })).toHaveValue('')
})

// covers: RIDE-110
test('the language is chosen before signing in, and holds on this device', async () => {
  const app = openApp()
  await app.user.selectOptions(await screen.findByLabelText('Language'), 'Deutsch')
  expect(await heading('Anmelden')).toBeVisible()
  expect(document.documentElement).toHaveAttribute('lang', 'de')
  app.reload()
  expect(await heading('Anmelden')).toBeVisible()
})

// covers: RIDE-16
test('who has a password uses it instead of the code', async () => {
  const app = openApp()
  await askForCode(app)
  await tap(app, 'Use my password')
  const field = await screen.findByLabelText('Password')
  expect(screen.queryByLabelText('Code of 6 digits')).toBeNull()
  await app.user.type(field, 'wrong{Enter}')
  expect(await screen.findByText('This password is not right')).toBeVisible()
  await app.user.clear(field)
  await app.user.type(field, 'a long password{Enter}')
  expect(await heading('Where to?')).toBeVisible()
  expect(app.fake.called('ride.signIn').at(-1)?.asked.body).toEqual({ password: 'a long password' })
})
