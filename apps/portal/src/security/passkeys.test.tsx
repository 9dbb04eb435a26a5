import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, test } from 'vitest'
import { givePasskeyDevice } from '../testing/passkeys.ts'
import { startPortal, TEST_PASSWORD } from '../testing/start-portal.ts'

const portal = startPortal()

let device: ReturnType<typeof givePasskeyDevice> | null = null
afterEach(() => {
  device?.takeAway()
  device = null
})
const giveDevice = () => (device = givePasskeyDevice(portal.server.url))
const MINUTE = 60_000
const list = () => within(screen.getByRole('list', { name: 'Passkeys' })).getAllByRole('listitem')

/** On the page Security, as far as the browser's question. */
const nameOne = async (name: string) => {
  await portal.user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const dialog = await portal.dialog('Add a passkey')
  await portal.fill(dialog.getByLabelText('Name'), name)
  await portal.user.click(dialog.getByRole('button', { name: 'Continue' }))
  return dialog
}
const add = async (role: Parameters<typeof portal.open>[0], name: string) => {
  await portal.open(role, '/Profile/Security')
  await nameOne(name)
  await portal.user.click(await screen.findByRole('button', { name: 'I have kept them' }))
  await portal.noDialog()
}

describe('The page Security', () => {
  // covers: OPS-15
  test('adds a passkey by a name and what the browser asks, lists, renames and removes it', async () => {
    const { user } = portal
    const { refuse } = giveDevice()
    await portal.open('fleet_manager', '/Profile/Security')
    expect(await screen.findByText('You have no passkey.')).toBeVisible()
    refuse()
    const dialog = await nameOne('Work laptop')
    expect(await dialog.findByText('No passkey was made. Please try again.')).toBeVisible()
    expect(dialog.getByLabelText('Name')).toHaveValue('Work laptop')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
    expect(codes).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'I have kept them' }))
    await portal.noDialog()
    await waitFor(() => expect(list()).toHaveLength(1))
    expect(list()[0]).toHaveTextContent(/^Work laptopAdded .*2026/)
    expect(list()[0]).not.toHaveTextContent('Last used')
    expect(await screen.findByText('10 of 10 recovery codes are left.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Rename Work laptop' }))
    const renaming = await portal.dialog('Rename this passkey')
    await portal.fill(renaming.getByLabelText('Name'), 'Old laptop')
    await user.click(renaming.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Old laptop' }))
    const question = await portal.dialog('Remove this passkey?')
    expect(question.getByText(/your recovery codes are no longer good/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('You have no passkey.')).toBeVisible()
    expect(screen.queryByText(/recovery codes are left/)).toBeNull()
  })

  // covers: OPS-18
  test('says why a passkey cannot be used where it was opened without HTTPS, or by a number', async () => {
    await portal.open('analyst', '/Profile/Security')
    expect(await screen.findByText(/^Passkeys cannot be used here: this page was opened without HTTPS/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
    Object.defineProperty(globalThis, 'isSecureContext', { configurable: true, value: true })
    try {
      await portal.open('analyst', '/Profile/Security')
      expect(await screen.findByText(/they belong to a name such as localhost/)).toBeVisible()
      await portal.open(null, '/Login')
      expect(await screen.findByLabelText('Password')).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
    } finally {
      Reflect.deleteProperty(globalThis, 'isSecureContext')
    }
  })

  // covers: OPS-27
  test('asks for a passkey in place of the password before it removes one', async () => {
    const { user } = portal
    const { refuse } = giveDevice()
    await add('customer_service', 'Key')
    portal.server.deps.clock.advance(11 * MINUTE)
    await user.click(await screen.findByRole('button', { name: 'Remove Key' }))
    await user.click((await portal.dialog('Remove this passkey?')).getByRole('button', { name: 'Remove' }))
    const proof = await portal.dialog('Please confirm that it is you')
    refuse()
    await user.click(await proof.findByRole('button', { name: 'Use a passkey' }))
    expect(await proof.findByText('No passkey was used. Please try again.')).toBeVisible()
    await user.click(proof.getByRole('button', { name: 'Use a passkey' }))
    expect(await screen.findByText('You have no passkey.')).toBeVisible()
  })
})

describe('Signing in', () => {
  // covers: OPS-18
  // @test-tag long
  test('takes a passkey alone, or as the second step after the password', async () => {
    const { user } = portal
    const { refuse } = giveDevice()
    await add('operations_manager', 'Phone')
    await portal.open(null, '/Login')
    refuse()
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used. Please try again.')
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await portal.open(null, '/Login')
    await portal.fill(await screen.findByLabelText('Email or username'), 'operations_manager')
    await portal.fill(screen.getByLabelText('Password'), TEST_PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText(/^Use a passkey, or enter the code/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await portal.go('/Profile/Security')
    const sessions = within(await screen.findByRole('list', { name: 'Sessions' }))
    expect(await sessions.findByText('Signed in by passkey')).toBeVisible()
    expect(sessions.getByText('Signed in by password and passkey')).toBeVisible()
    await portal.server.deps.db.deleteFrom('passkeys').execute()
    await portal.open(null, '/Login')
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Your login details are incorrect. Please try again!')
  })
})

// @test-tag long
test('A passkey of another user is in the list of what an administrator takes away', async () => {
  giveDevice()
  await add('dispatcher', 'Tablet')
  const { id } = (await portal.server.client('dispatcher').call(api.sessions.current)).data
  await portal.open('superadmin', `/UserManagement?d=UserDialog-view-${id}`)
  await portal.user.click(await screen.findByRole('tab', { name: 'Sessions' }))
  expect(await screen.findByText('Tablet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Take away' })).toBeVisible()
})
