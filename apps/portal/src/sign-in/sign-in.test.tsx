import { api, NO_SESSION, SESSION_HEADER } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls, noNetwork } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { stayOf } from '../testing/notices.ts'
import { forgetSession, isOfSession, keepSession, savedToken } from '../testing/session.ts'
import { startPortal, TEST_PASSWORD } from '../testing/start-portal.ts'

const portal = startPortal()
// Without anybody the portal asks for its first administrator.
beforeAll(() => Promise.all((['dispatcher', 'fleet_manager', 'customer_service'] as const).map(portal.server.token)))

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

/** Asks for the log-out in the account menu and confirms or leaves it. */
const answerLogout = async (answer: 'Cancel' | 'Logout') => {
  await portal.user.click(screen.getByRole('button', { name: /account menu/ }))
  await portal.user.click(await screen.findByRole('button', { name: 'Logout' }))
  const question = await portal.dialog('Do you really want to log out?')
  await portal.user.click(question.getByRole('button', { name: answer }))
}

// covers: AUTH-49..56, SHELL-45
test('Logging out asks first, then removes the token in the browser and on the server', async () => {
  await portal.open(null, '/Login')
  await signIn('customer_service')
  await menu()
  await answerLogout('Cancel')
  await portal.noDialog()
  const token = savedToken()
  const answered = async () => {
    const headers = { authorization: `Bearer ${token ?? ''}` }
    return (await fetch('/api/v2/ops/sessions/current', { headers })).status
  }
  expect(await answered()).toBe(200)
  await answerLogout('Logout')
  await username()
  expect(portal.address()).toBe('/Login')
  await waitFor(() => expect(savedToken()).toBeUndefined())
  expect(localStorage.getItem('fromUrl')).toBe('/')
  await waitFor(async () => expect(await answered()).toBe(401))
  expect(within(document.body).queryByRole('dialog')).toBeNull()
})

describe('The session’s cookies', () => {
  test('hold the token where no script of the page finds it', async () => {
    await portal.open(null, '/Login')
    let answer = ''
    calls.answer(api.sessions.create, async (ask) => {
      const given = await ask()
      answer = await given.clone().text()
      return given
    })
    await signIn('dispatcher')
    await menu()
    const token = savedToken() ?? ''
    expect(token).toMatch(/^\S+\.\S+\.\S+$/)
    expect(answer).toContain('dispatcher@example.org')
    expect(answer).not.toContain(token)
    const readable = [document.cookie, ...Object.values(localStorage), ...Object.values(sessionStorage)]
    expect(readable.filter((text) => text.includes(token.split('.')[2] ?? ''))).toEqual([])
  })

  // covers: AUTH-52
  test('sign nobody in after a log-out of which the server never heard', async () => {
    await portal.open('dispatcher', '/DriverManagement')
    await menu()
    calls.answer(api.sessions.destroy, noNetwork)
    await answerLogout('Logout')
    await username()
    calls.forget()
    await portal.reload()
    await username()
    expect(savedToken()).toBeDefined()
    expect(calls.of(api.sessions.current)).toEqual([])
  })

  test('end the session in every tab when one signs out', async () => {
    await portal.open('fleet_manager', '/DriverManagement')
    await screen.findByRole('heading', { name: 'Drivers', level: 1 })
    await forgetSession()
    await portal.go('/VehicleManagement')
    await username()
    expect(localStorage.getItem('fromUrl')).toBe('/VehicleManagement')
  })

  test('of another user, who signed in in another tab, make this tab theirs and never mix the two', async () => {
    await portal.open('fleet_manager', '/DriverManagement')
    expect(await screen.findByRole('button', { name: /account menu/ })).toHaveTextContent('Test fleet_manager')
    await keepSession(await portal.server.cookies('superadmin'))
    calls.forget()
    await portal.go('/VehicleManagement')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /account menu/ })).toHaveTextContent('Test superadmin'),
    )
    expect(await screen.findByRole('heading', { name: 'Vehicles', level: 1 })).toBeVisible()
    const seen = calls.of(api.vehicles.list).map(({ headers }) => headers.get(SESSION_HEADER))
    const refused = seen.filter((mark) => mark === NO_SESSION).length
    expect(seen.slice(0, refused)).toEqual(Array(refused).fill(NO_SESSION))
    expect(calls.of(api.vehicles.list).slice(refused).every(isOfSession)).toBe(true)
  })

  test('of the same user, who signed in again in another tab, go on without a word', async () => {
    await portal.open('fleet_manager', '/DriverManagement')
    await screen.findByRole('heading', { name: 'Drivers', level: 1 })
    await keepSession(await portal.server.cookies('fleet_manager'))
    calls.forget()
    await portal.go('/VehicleManagement')
    expect(await screen.findByRole('heading', { name: 'Vehicles', level: 1 })).toBeVisible()
    await waitFor(() => expect(calls.of(api.vehicles.list)).not.toEqual([]))
    expect(calls.of(api.vehicles.list).every(isOfSession)).toBe(true)
    expect(calls.of(api.sessions.current)).toEqual([])
  })

  test('that a browser refuses are said in words', async () => {
    await portal.open(null, '/Login')
    calls.answer(api.sessions.create, async (ask) => {
      const answer = await ask()
      await forgetSession()
      return answer
    })
    await signIn('dispatcher')
    expect(
      await screen.findByText('Your browser keeps no cookies of this site. Allow them and sign in again.'),
    ).toBeVisible()
    expect(portal.address()).toBe('/Login')
  })
})
