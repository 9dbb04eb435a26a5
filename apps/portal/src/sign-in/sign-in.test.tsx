import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { stayOf } from '../testing/notices.ts'
import { startPortal, TEST_PASSWORD } from '../testing/start-portal.ts'

const portal = startPortal()
// Without anybody the portal asks for its first administrator.
beforeAll(() => Promise.all((['dispatcher', 'fleet_manager', 'customer_service'] as const).map(portal.server.token)))

const savedToken = () => /ambit_token=([^;]+)/.exec(document.cookie)?.[1]
const loginButton = () => screen.queryByRole('button', { name: 'Login' })
const username = () => screen.findByLabelText(/Email or username/)
const password = () => screen.getByLabelText(/^Password/, { selector: 'input' })
const menu = () => screen.findByRole('navigation', { name: 'Main menu' })
const signIn = async (name: string, secret = TEST_PASSWORD) => {
  await portal.fill(await username(), name)
  await portal.fill(password(), secret)
  await portal.user.click(loginButton()!)
}

describe('Signing in', () => {
  // covers: AUTH-01, AUTH-02, AUTH-16, AUTH-18..23, AUTH-30..33, AUTH-46, AUTH-47, SHELL-02, SHELL-44
  test('a dispatcher signs in with a username and lands on the start page', async () => {
    await portal.open(null, '/Login')
    expect(await screen.findByRole('heading', { name: /^Welcome/ })).toBeVisible()
    expect(document.title).toBe('Login · Ambit')
    expect(loginButton()).toBeNull()
    await portal.fill(await username(), 'dispatcher')
    expect(loginButton()).toBeNull()
    await portal.fill(password(), TEST_PASSWORD)
    const forgotten = screen.getByRole('link', { name: 'I forgot my password' })
    expect(forgotten).toHaveAttribute('href', '/Admin/ForgotPassword')
    await portal.user.click(loginButton()!)
    expect(await screen.findByText('Successful Login')).toBeVisible()
    expect(screen.getByText('We have successfully logged you in.')).toBeVisible()
    const body = { email: 'dispatcher', password: TEST_PASSWORD }
    expect(calls.of(api.sessions.create).map((call) => call.body)).toEqual([body])
    expect(await menu()).toBeVisible()
    expect(screen.getByRole('button', { name: /account menu/ })).toHaveTextContent('Test dispatcher')
  })

  // covers: AUTH-39
  test('a wrong password is refused with a reason and keeps what was typed', async () => {
    await portal.open(null, '/Login')
    await signIn('dispatcher', 'wrong password')
    await waitFor(() => expect(document.querySelector('form [role=alert]')).toHaveTextContent(/^.+: .+$/))
    expect(await username()).toHaveValue('dispatcher')
    expect(portal.address()).toBe('/Login')
  })

  // covers: AUTH-40, AUTH-41
  test('a failing server shows each error on a line of its own, or a plain sentence when it names none', async () => {
    await portal.open(null, '/Login')
    const errors = [
      { status: '422', code: 'invalid', title: 'Invalid', detail: 'One.' },
      { status: '422', code: 'invalid', title: '', detail: 'Two.', source: { pointer: '/email' } },
    ]
    const alert = () => document.querySelector('form [role=alert]')?.textContent
    calls.answer(api.sessions.create, () => Response.json({ errors }, { status: 422 }))
    await signIn('dana', 'secret')
    await waitFor(() => expect(alert()).toBe('Invalid: One.\n/email: Two.'))
    calls.answer(api.sessions.create, () => Response.json({}, { status: 201 }))
    await portal.user.click(loginButton()!)
    await waitFor(() => expect(alert()).toBe('Login error. Please try again.'))
  })

  // covers: AUTH-48
  test('the welcome notice disappears after three and a half seconds', async () => {
    await portal.open(null, '/Login')
    await username()
    await portal.fill(await username(), 'fleet_manager')
    await portal.fill(password(), TEST_PASSWORD)
    const button = loginButton()!
    timers.hold()
    await portal.user.click(button)
    const stay = await stayOf('We have successfully logged you in.')
    expect([stay > 3300, stay < 5000]).toEqual([true, true])
  })

  // covers: AUTH-44
  test('the sign-in form is shown at once when there is no saved token', async () => {
    await portal.open(null, '/Login')
    const field = await username()
    await waitFor(() => expect(field).toHaveFocus())
    expect(calls.of(api.sessions.current)).toEqual([])
  })
})

describe('The guard', () => {
  // covers: AUTH-03, AUTH-04, AUTH-07, AUTH-08, AUTH-27, VERCHK-19
  test('a visitor is sent to Login and then back to the requested page', async () => {
    const wanted = '/DriverManagement?filter.approved=true#list'
    await portal.open(null, wanted)
    await username()
    expect(portal.address()).toBe('/Login')
    expect(localStorage.getItem('fromUrl')).toBe(wanted)
    await signIn('fleet_manager')
    expect(await screen.findByRole('heading', { name: 'Drivers', level: 1 })).toBeVisible()
    expect(portal.address() + location.hash).toBe(wanted)
  })

  // covers: AUTH-10..14, AUTH-29, VERCHK-20
  test('addresses of the sign-in pages are not remembered as the return address', async () => {
    const paths = ['/Admin/Nothing', '/Traveller/Nothing', '/nowhere?code=1', '/nowhere?State=x', '/login/again']
    for (const path of paths) {
      await portal.open(null, path)
      await username()
      expect(portal.address()).toBe('/Login')
      expect([path, localStorage.getItem('fromUrl')]).toEqual([path, null])
    }
    localStorage.setItem('fromUrl', '/login')
    await signIn('fleet_manager')
    await menu()
    await waitFor(() => expect(portal.address()).toBe('/Dashboard'))
  })

  // covers: AUTH-05
  test('the password pages are open to visitors', async () => {
    await portal.open(null, '/Admin/ResetPassword')
    expect(await screen.findByRole('button', { name: 'Update Password' })).toBeVisible()
    await portal.open(null, '/Admin/ForgotPassword')
    expect(await screen.findByLabelText(/E-mail/)).toBeVisible()
  })
})

// covers: AUTH-49..56, SHELL-45
test('Logging out asks first, then removes the token in the browser and on the server', async () => {
  await portal.open(null, '/Login')
  await signIn('customer_service')
  await menu()
  const ask = async () => {
    await portal.user.click(screen.getByRole('button', { name: /account menu/ }))
    await portal.user.click(await screen.findByRole('button', { name: 'Logout' }))
    return portal.dialog('Do you really want to log out?')
  }
  await portal.user.click((await ask()).getByRole('button', { name: 'Cancel' }))
  await portal.noDialog()
  const token = savedToken()
  const answered = async () => {
    const headers = { authorization: `Bearer ${token ?? ''}` }
    return (await fetch('/api/v2/ops/sessions/current', { headers })).status
  }
  expect(await answered()).toBe(200)
  await portal.user.click((await ask()).getByRole('button', { name: 'Logout' }))
  await username()
  expect(portal.address()).toBe('/Login')
  expect(savedToken()).toBeUndefined()
  expect(localStorage.getItem('fromUrl')).toBe('/')
  await waitFor(async () => expect(await answered()).toBe(401))
  expect(within(document.body).queryByRole('dialog')).toBeNull()
})
