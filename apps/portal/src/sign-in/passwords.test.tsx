import { api } from '@ambit/contract'
import { screen, waitFor } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()
// Without anybody the portal asks for its first administrator.
beforeAll(() => portal.server.token('superadmin'))

const password = () => screen.findByLabelText(/^New password/, { selector: 'input' })
const confirmation = () => screen.getByLabelText(/^Confirm new password/, { selector: 'input' })
const update = () => screen.getByRole('button', { name: 'Update Password' })
const choose = async (secret: string) => {
  await portal.fill(await password(), secret)
  await portal.fill(confirmation(), secret)
  await portal.user.click(update())
}
/** The server's answer is its own; only the token is made up. */
const acceptAnyToken = () => calls.answer(api.passwords.reset, () => Response.json({ data: { message: 'done' } }))

// covers: AUTH-71, AUTH-74, AUTH-84, AUTH-95..98
test('A reset link that was used before is refused and empties the fields', async () => {
  await portal.open(null, '/Admin/ResetPassword')
  await portal.fill(await password(), 'a long password')
  await portal.fill(confirmation(), 'a long password')
  const token = screen.getByLabelText(/Token from your e-mail/)
  await portal.fill(token, '12345')
  expect(update()).toBeDisabled()
  await portal.fill(token, '123456')
  await portal.user.click(update())
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Reset Password Failed'))
  expect(token).toHaveValue('')
  expect(await password()).toHaveValue('')
  expect(confirmation()).toHaveValue('')

  calls.answer(api.passwords.reset, () => refusal(422, 'invalid', 'Something else.'))
  await portal.fill(token, '123456')
  await choose('a long password')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Reset Password Error.'))
})

// covers: AUTH-57, AUTH-62, AUTH-93
test('A dialog confirms the new password of a passenger', async () => {
  await portal.open(null, '/Traveller/ForgotPassword')
  await portal.fill(await screen.findByLabelText(/E-mail/), 'passenger@example.org')
  await portal.user.click(screen.getByRole('button', { name: 'Reset Password' }))
  const body = { email: 'passenger@example.org', kind: 'traveller' }
  await waitFor(() => expect(calls.of(api.passwords.forgot).map((call) => call.body)).toEqual([body]))
  await screen.findByText('Thank you')

  await portal.open(null, '/Traveller/ResetPassword/abcdef123456')
  acceptAnyToken()
  await choose('a long password')
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'Password reset successful. You can now login using your new password',
  )
})

// covers: AUTH-91, NOTE-09
test('The notice of a reset password stays for five seconds', async () => {
  await portal.open(null, '/Admin/ResetPassword/abcdef123456')
  acceptAnyToken()
  await password()
  timers.take()
  await choose('a long password')
  const words = 'Your password has been successfully reset. You can login now.'
  await screen.findByText(words)
  await timers.pass(4000)
  expect(screen.getByText(words)).toBeVisible()
  await timers.pass(1500)
  await waitFor(() => expect(screen.queryByText(words)).toBeNull(), { timeout: 500 })
})

/** Time stands still but for this: the page is left after a second, not before. */
const leavesAfterASecondFor = async (address: string) => {
  const here = portal.address()
  await timers.pass(900)
  expect(portal.address()).toBe(here)
  await timers.pass(150)
  await timers.until(() => expect(portal.address()).toBe(address))
}

// covers: AUTH-66
test('A user who asked for a link returns to the sign-in page a second later', async () => {
  await portal.open(null, '/Admin/ForgotPassword')
  await portal.fill(await screen.findByLabelText(/E-mail/), 'staff@example.org')
  calls.answer(api.passwords.forgot, () => Response.json({ data: { message: 'done' } }))
  const send = screen.getByRole('button', { name: 'Reset Password' })
  timers.hold()
  send.click()
  await timers.until(() => expect(screen.getByText('Thank you')).toBeVisible())
  await leavesAfterASecondFor('/Login')
})

test('A user who left the page of a forgotten password is not taken to the sign-in page', async () => {
  await portal.open(null, '/Admin/ForgotPassword')
  await portal.fill(await screen.findByLabelText(/E-mail/), 'staff@example.org')
  calls.answer(api.passwords.forgot, () => Response.json({ data: { message: 'done' } }))
  const send = screen.getByRole('button', { name: 'Reset Password' })
  timers.hold()
  send.click()
  await timers.until(() => expect(screen.getByText('Thank you')).toBeVisible())
  await portal.go('/Admin/ResetPassword')
  await timers.pass(1500)
  expect(portal.address()).toBe('/Admin/ResetPassword')
})

// covers: AUTH-92
test('An administrator who is signed in continues to the dashboard a second after choosing a new password', async () => {
  await portal.open('administrator', '/DriverManagement')
  await screen.findByRole('heading', { name: 'Drivers', level: 1 })
  acceptAnyToken()
  await portal.go('/Admin/ResetPassword/abcdef123456')
  await portal.fill(await password(), 'a long password')
  await portal.fill(confirmation(), 'a long password')
  const submit = update()
  timers.hold()
  submit.click()
  await timers.until(() => expect(screen.getByText(/successfully reset/)).toBeVisible())
  await leavesAfterASecondFor('/Dashboard')
})
