import { api, bearerOf, createClient } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { codeAt, enrolApp } from '@ambit/server/testing/authenticator'
import { calls } from '../testing/calls.ts'
import { startPortal, TEST_PASSWORD } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'

const portal = startPortal()

/** Another session of the user, of a program that says what it is. */
const elsewhere = async (email: string, agent: string) => {
  const response = await fetch(`${portal.server.url}/api/v2/ops/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email, password: TEST_PASSWORD }),
  })
  const { data } = api.sessions.create.answer.parse(await response.json())
  return createClient({ origin: portal.server.url, token: () => bearerOf(data) })
}
const statusOf = (client: ReturnType<typeof createClient>) =>
  client.fetch(api.sessions.current).then(
    ({ status }) => status,
    ({ status }: { status: number }) => status,
  )
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'

describe('The page Security', () => {
  // covers: OPS-25
  // @test-tag long
  test('lists one’s sessions, marks this one, and ends one or all others', async () => {
    await portal.open('dispatcher', '/')
    const [one, other, third] = [
      await elsewhere('dispatcher', EDGE),
      await elsewhere('dispatcher', 'curl/8.5.0'),
      await elsewhere('dispatcher', EDGE),
    ]
    await portal.user.click(await screen.findByRole('button', { name: /account menu/ }))
    await portal.user.click(await screen.findByRole('link', { name: 'Security' }))
    expect(await screen.findByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
    expect(portal.address()).toContain('/Profile/Security')
    const list = () => within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem')
    await waitFor(() => expect(list()).toHaveLength(4))
    const edge = list().filter((item) => item.textContent.includes('Microsoft Edge on Windows'))
    expect(edge).toHaveLength(2)
    for (const part of ['127.0.0.1', 'Signed in by password', 'Begun', 'Last used'])
      expect(edge[0]).toHaveTextContent(part)
    const own = list().filter((item) => item.textContent.includes('This session'))
    expect(own).toHaveLength(1)
    expect(within(own[0]!).queryByRole('button')).toBeNull()
    await portal.user.click(
      within(edge[0]!).getByRole('button', { name: 'End the session in Microsoft Edge on Windows' }),
    )
    await waitFor(() => expect(list()).toHaveLength(3))
    expect([await statusOf(one), await statusOf(third)].toSorted()).toEqual([200, 401])
    await portal.user.click(screen.getByRole('button', { name: 'End all other sessions' }))
    await waitFor(() => expect(list()).toHaveLength(1))
    expect([await statusOf(one), await statusOf(other), await statusOf(third)]).toEqual([401, 401, 401])
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
  })

  // covers: OPS-25
  // @test-tag long
  test('has its like in a user’s dialog, for those who may see and end sessions of others', async () => {
    const params = { id: (await portal.server.client('analyst').call(api.sessions.current)).data.id }
    const theirs = await elsewhere('analyst', EDGE)
    await portal.open('administrator', `/UserManagement?d=UserDialog-view-${params.id}`)
    await portal.user.click(await screen.findByRole('tab', { name: 'Sessions' }))
    const list = await screen.findByRole('list', { name: 'Sessions' })
    expect(within(list).getByText('Microsoft Edge on Windows')).toBeVisible()
    await portal.user.click(screen.getByRole('button', { name: 'End all sessions' }))
    expect(await screen.findByText('There are no sessions.')).toBeVisible()
    expect(await statusOf(theirs)).toBe(401)
    await portal.open('operations_manager', `/UserManagement?d=UserDialog-view-${params.id}`)
    expect(await screen.findByRole('tab', { name: 'Details' })).toBeVisible()
    expect(screen.queryByRole('tab', { name: 'Sessions' })).toBeNull()
  })
})

describe('One’s own password', () => {
  // covers: OPS-30
  // @test-tag long
  test('is changed by the present one, and all other sessions end unless one leaves them', async () => {
    const { user } = portal
    await portal.open('administrator', '/Profile/Security')
    const other = await elsewhere('administrator', EDGE)
    const button = await screen.findByRole('button', { name: 'Change password' })
    expect(button).toBeDisabled()
    const password = 'a quiet harbour at night'
    await user.type(screen.getByLabelText('Present password'), 'a wrong one')
    await user.type(screen.getByLabelText('New password'), password)
    await user.type(screen.getByLabelText('Confirm new password'), password)
    await user.click(button)
    expect(await screen.findByText('This is not your password')).toBeVisible()
    await portal.fill(screen.getByLabelText('Present password'), TEST_PASSWORD)
    expect(screen.getByRole('checkbox', { name: 'End all other sessions' })).toBeChecked()
    await user.click(button)
    expect(await screen.findByText('Your password was changed.')).toBeVisible()
    expect(await statusOf(other)).toBe(401)
    expect(screen.getByLabelText('Present password')).toHaveValue('')
  })
})

// covers: OPS-31
// @test-tag long
test('Whoever signs in with a password that an administrator has set chooses their own first', async () => {
  const { user, server } = portal
  const { id } = (await server.client({ permissions: [] }).call(api.sessions.current)).data
  const given = 'a given harbour at night'
  await server
    .client('superadmin')
    .call(api.users.changePassword, { params: { id }, body: { password: given, password_confirm: given } })
  const { data } = await server.client('superadmin').call(api.users.show, { params: { id } })
  const enter = async (password: string) => {
    await portal.fill(await screen.findByLabelText('Email or username'), data.username)
    await portal.fill(screen.getByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Login' }))
  }
  await portal.open(null, '/Login')
  await enter(given)
  expect(await screen.findByText('An administrator has set your password. Choose your own to go on.')).toBeVisible()
  const own = 'a harbour of my own'
  await user.type(await screen.findByLabelText('New password'), own)
  await user.type(screen.getByLabelText('Confirm new password'), own)
  await user.click(screen.getByRole('button', { name: 'Update Password' }))
  await enter(own)
  expect(await screen.findByRole('button', { name: /account menu/ })).toBeVisible()
})

const serverTime = () => portal.server.deps.clock.wall()
const nextMinute = () => portal.server.deps.clock.advance(60_000)

describe('An authenticator app', () => {
  // covers: OPS-16, OPS-19
  // @test-tag long
  test('is set up by name, key and first code; its recovery codes are shown once', async () => {
    const { user } = portal
    await portal.open('fleet_manager', '/Profile/Security')
    await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
    const dialog = await portal.dialog('Set up an authenticator app')
    await portal.fill(dialog.getByLabelText('Name'), 'Work phone')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    const secret = dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent.replaceAll(' ', '')
    await user.type(dialog.getByLabelText('Code'), '000000{Enter}')
    expect(await dialog.findByText('This code is wrong. Check the clock of your phone')).toBeVisible()
    await portal.fill(dialog.getByLabelText('Code'), codeAt(secret, serverTime()))
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
    expect(codes).toHaveLength(10)
    const [first] = codes.map(({ textContent }) => textContent)
    await user.click(screen.getByRole('button', { name: 'I have kept them' }))
    await portal.noDialog()
    expect(await screen.findByText('Work phone')).toBeVisible()
    expect(await screen.findByText('10 of 10 recovery codes are left.')).toBeVisible()
    expect(document.body).not.toHaveTextContent(first ?? '')
    expect(document.body).not.toHaveTextContent(secret)
  })

  // covers: OPS-27
  // @test-tag long
  test('is removed after the password was entered again, a wrong one being told', async () => {
    const { user } = portal
    await portal.open('customer_service', '/')
    await enrolApp(await elsewhere('customer_service', EDGE), serverTime())
    portal.server.deps.clock.advance(11 * 60_000)
    await portal.go('/Profile/Security')
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'Remove Phone' }))
      const question = await portal.dialog('Remove this authenticator app?')
      await user.click(question.getByRole('button', { name: 'Remove' }))
      return portal.dialog('Please confirm that it is you')
    }
    await user.click((await remove()).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Nothing was changed')).toBeVisible()
    const proof = await remove()
    await user.type(proof.getByLabelText('Your password'), 'a wrong one{Enter}')
    expect(await proof.findByText('This is not your password')).toBeVisible()
    await portal.fill(proof.getByLabelText('Your password'), TEST_PASSWORD)
    await user.click(proof.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('No authenticator app is set up.')).toBeVisible()
  })

  // covers: OPS-17, OPS-19
  // @test-tag long
  test('is asked for after the password, and the last recovery codes are counted', async () => {
    const { user } = portal
    await portal.open('operations_manager', '/')
    const { secret, codes } = await enrolApp(await elsewhere('operations_manager', EDGE), serverTime())
    nextMinute()
    const stepIn = async (code: string) => {
      await portal.fill(await screen.findByLabelText('Email or username'), 'operations_manager')
      await portal.fill(screen.getByLabelText('Password'), TEST_PASSWORD)
      await user.click(screen.getByRole('button', { name: 'Login' }))
      expect(await screen.findByRole('heading', { name: 'One more step' })).toBeVisible()
      await user.type(await screen.findByLabelText('Code'), code)
    }
    await portal.open(null, '/Login')
    await stepIn('000000')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Your login details are incorrect. Please try again!')
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus())
    await user.keyboard(`${codeAt(secret, serverTime())}{Enter}`)
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await portal.server.deps.db
      .deleteFrom('recovery_codes')
      .where('id', 'in', (from) => from.selectFrom('recovery_codes').select('id').orderBy('id', 'desc').limit(6))
      .execute()
    await portal.open(null, '/Login')
    await stepIn(codes[0] ?? '')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/^You have 3 recovery codes left/)).toBeVisible()
    await portal.open(null, '/Login')
    await stepIn('{Enter}')
    await user.click(screen.getByRole('button', { name: 'Back to login' }))
    expect(await screen.findByLabelText('Password')).toBeVisible()
  })
})

// @test-tag long
test('A lost second step is taken away in the user’s dialog, with a reason', async () => {
  const { user, server } = portal
  const theirs = await elsewhere('analyst', EDGE)
  await enrolApp(theirs, serverTime())
  const { id } = (await theirs.call(api.sessions.current)).data
  await portal.open('superadmin', `/UserManagement?d=UserDialog-view-${id}`)
  await user.click(await screen.findByRole('tab', { name: 'Sessions' }))
  await user.click(await screen.findByRole('button', { name: 'Take away' }))
  const question = await portal.dialog('Take the second step away?')
  await user.type(question.getByLabelText('Reason'), 'Gone{Enter}')
  expect(await question.findByText('Please enter a reason of 5 to 250 characters')).toBeVisible()
  await portal.fill(question.getByLabelText('Reason'), 'The phone is lost')
  await user.click(question.getByRole('button', { name: 'Take away' }))
  expect(await screen.findByText('None is set up.')).toBeVisible()
  expect(await statusOf(theirs)).toBe(401)
  expect((await server.client('superadmin').call(api.users.secondFactors, { params: { id } })).data).toEqual([])
})

describe('A page that nobody touches', () => {
  const MINUTE = 60_000
  /** As if the last key, click or touch, in any tab, had been so long ago. */
  const untouched = (minutes: number) => localStorage.setItem('ambit:used-at', String(Date.now() - minutes * MINUTE))

  // covers: OPS-24
  test('says five minutes before that it will sign out, and a click keeps the session', async () => {
    await portal.open('dispatcher', '/Profile/Security')
    await screen.findByRole('list', { name: 'Sessions' })
    timers.take()
    untouched(234)
    await timers.pass(1500)
    expect(screen.queryByRole('dialog')).toBeNull()
    untouched(236)
    await timers.pass(1500)
    const question = await portal.dialog('Are you still there?')
    expect(question.getByText(/^You will be signed out in 3:5\d/)).toBeVisible()
    calls.forget()
    await portal.user.click(question.getByRole('button', { name: 'Stay signed in' }))
    await timers.pass(1500)
    await portal.noDialog()
    expect(calls.of(api.sessions.use)).toHaveLength(1)
    expect(portal.address()).toContain('/Profile/Security')
  })

  // covers: OPS-24
  // @test-tag long
  test('tells the server of keys and clicks once a minute at most, and of nothing that it does by itself', async () => {
    await portal.open('dispatcher', '/Profile/Security')
    await screen.findByRole('list', { name: 'Sessions' })
    timers.take()
    calls.forget()
    untouched(0)
    await portal.user.keyboard('{Tab}')
    await timers.pass(59_000)
    await portal.user.keyboard('{Tab}')
    expect(calls.of(api.sessions.use)).toEqual([])
    await timers.pass(2000)
    expect(calls.of(api.sessions.use)).toEqual([])
    await portal.user.keyboard('{Tab}')
    await portal.user.keyboard('{Tab}')
    expect(calls.of(api.sessions.use)).toHaveLength(1)
  })
})
