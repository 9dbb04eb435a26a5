import { api } from '@ambit/contract'
import { screen, waitFor } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal, TEST_PASSWORD } from '../testing/start-portal.ts'

const portal = startPortal()
// Without anybody the portal asks for its first administrator.
beforeAll(() => portal.server.token('superadmin'))

/** The link in a mail to a dispatcher, of whom an administrator changes the e-mail address. */
const mailed = async (): Promise<string> => {
  await portal.server.token('dispatcher')
  const admin = portal.server.client('superadmin')
  const { data: users } = await admin.call(api.users.list, { query: { search: 'dispatcher' } })
  const [user] = users
  if (user === undefined) throw new Error('there is no dispatcher')
  const body = { email: `${crypto.randomUUID()}@example.org` }
  await admin.call(api.users.update, { params: { id: user.id }, body, version: user.version })
  const { text } = await portal.server.deps.db
    .selectFrom('outbox_mails')
    .select('text')
    .where('to', '=', body.email)
    .executeTakeFirstOrThrow()
  return /\/Admin\/NotMe\/\S+/.exec(text ?? '')?.[0] ?? ''
}
const statusOf = (token: string) =>
  fetch(`${portal.server.url}/api/v2/ops/sessions/current`, { headers: { authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
  )
const confirm = () => screen.findByRole('button', { name: 'End all sessions' })

// covers: OPS-32
test('The link of a mail says what it does, does it once confirmed, and leads to a new password', async () => {
  const link = await mailed()
  const token = await portal.server.token('dispatcher')
  await portal.open(null, link)
  expect(await screen.findByRole('heading', { name: 'This was not me' })).toBeVisible()
  expect(screen.getByText(/All sessions of your account end/)).toBeVisible()
  await confirm()
  expect(calls.of(api.passwords.notMe)).toEqual([])
  expect(await statusOf(token)).toBe(200)
  await portal.user.click(await confirm())
  expect(await screen.findByRole('heading', { name: 'Your sessions have ended' })).toBeVisible()
  expect(await statusOf(token)).toBe(401)
  await portal.user.click(screen.getByRole('link', { name: 'Choose a new password' }))
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible()

  await portal.open(null, '/Login')
  await portal.fill(await screen.findByLabelText('Email or username'), 'dispatcher')
  await portal.fill(screen.getByLabelText('Password', { selector: 'input' }), TEST_PASSWORD)
  await portal.user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Signing in was blocked by “This was not me”')
})

test('A link that was used, is over or was cut off says so, and nothing of the account', async () => {
  for (const link of ['/Admin/NotMe/something', '/Admin/NotMe']) {
    await portal.open(null, link)
    await portal.user.click(await confirm())
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This link is no longer valid'))
  }
})

test('An administrator sees in the user’s dialogs that sign-in is blocked and what to look at, and allows it again', async () => {
  await portal.server.token('analyst')
  const user = await portal.server.deps.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'analyst')
    .executeTakeFirstOrThrow()
  const created_at = portal.server.deps.clock.wall()
  await portal.server.deps.db
    .insertInto('sign_in_blocks')
    .values({ user_id: user.id, created_at, reset_lifts: false })
    .execute()
  await portal.open('superadmin', `/UserManagement?d=UserDialog-view-${user.id}`)
  await portal.user.click(await screen.findByRole('tab', { name: 'Sessions' }))
  expect(await screen.findByRole('heading', { name: 'Sign-in is blocked' })).toBeVisible()
  expect(screen.getByText(/A new password by mail does not lift it/)).toBeVisible()
  await portal.open('superadmin', `/UserManagement?d=UserPasswordDialog-edit-${user.id}`)
  expect(await screen.findByRole('alert')).toHaveTextContent('This password lifts the block by “This was not me”')
  await portal.open('superadmin', `/UserManagement?d=UserDialog-view-${user.id}`)
  await portal.user.click(await screen.findByRole('tab', { name: 'Sessions' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Allow sign-in again' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Sign-in is blocked' })).toBeNull())
})
