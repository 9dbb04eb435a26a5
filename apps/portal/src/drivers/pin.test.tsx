import { api } from '@ambit/contract'
import { screen, waitFor } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { notices } from '../testing/notices.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const hire = async (username: string, name: string) => {
  const [first_name = '', last_name = ''] = name.split(' ')
  const body = { first_name, last_name, username, email: `${username}@example.org`, status: 'approved' as const }
  return (await portal.server.client('fleet_manager').call(api.drivers.create, { body })).data
}

describe("A driver's PIN", () => {
  // covers: DRV-11, DRV-43..48, DRV-50..52, DRV-54
  test("a driver's PIN is reset, and a message of success replaces the form", async () => {
    const pia = await hire('ppin', 'Pia Pin')
    await portal.open('fleet_manager', '/DriverManagement?search=ppin')
    const { user } = portal
    await user.click(await screen.findByRole('button', { name: 'Actions for Pia Pin' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reset password' }))
    const dialog = await portal.dialog('Reset password')
    expect(portal.address()).toContain(`d=DriverResetPasswordDialog-edit-${pia.id}`)
    const pin = await dialog.findByLabelText(/New PIN/)
    await portal.fill(pin, '12a')
    expect(await dialog.findByText('Only digits, please')).toBeVisible()
    await portal.fill(pin, '1234')
    expect(await dialog.findByText('You need 2 more digits')).toBeVisible()
    await portal.fill(pin, '482913')
    await portal.fill(dialog.getByLabelText(/Confirm PIN/), '482914')
    expect(await dialog.findByText("Your PINs don't match")).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull()
    await portal.fill(dialog.getByLabelText(/Confirm PIN/), '482913')
    await user.click(await dialog.findByRole('button', { name: 'Submit' }))
    const done = 'Password updated successfully. You can close this window now.'
    await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent(new RegExp(`^${done}$`)))
    const [call] = calls.of(api.drivers.resetPin)
    expect(call?.path).toMatch(new RegExp(`/drivers/${pia.id}/password$`))
    expect(call?.body).toEqual({ password: '482913', password_confirmation: '482913' })
    expect(dialog.queryByLabelText(/New PIN/)).toBeNull()
  })

  // covers: DAPP-124
  test('the devices of a driver are signed out after a question, by who may change drivers', async () => {
    const pat = await hire('ppat', 'Pat Pin')
    await portal.open('fleet_manager', '/DriverManagement?search=ppat')
    await portal.user.click(await screen.findByRole('button', { name: 'Actions for Pat Pin' }))
    await portal.user.click(await screen.findByRole('menuitem', { name: 'Sign out devices' }))
    const question = await portal.dialog('Sign out all devices of this driver?')
    await portal.user.click(question.getByRole('button', { name: 'Sign out devices' }))
    expect(await screen.findByText('All devices of Pat Pin were signed out.')).toBeVisible()
    expect(calls.of(api.drivers.signOut)[0]?.path).toMatch(new RegExp(`/drivers/${pat.id}/sessions$`))
    await portal.open({ permissions: ['DriverManagement:driver:canRead'] }, '/DriverManagement?search=ppat')
    await portal.user.click(await screen.findByRole('button', { name: 'Actions for Pat Pin' }))
    await screen.findByRole('menuitem', { name: 'View' })
    expect(screen.queryByRole('menuitem', { name: 'Sign out devices' })).toBeNull()
  })

  // covers: NOTE-11, VERCHK-14
  test('a reset PIN is also confirmed by a notice of four and a half seconds', async () => {
    const pepe = await hire('ppepe', 'Pepe Pin')
    await portal.open('fleet_manager', `/DriverManagement?d=DriverResetPasswordDialog-edit-${pepe.id}`)
    const dialog = await portal.dialog('Reset password')
    await portal.fill(await dialog.findByLabelText(/New PIN/), '482913')
    await portal.fill(dialog.getByLabelText(/Confirm PIN/), '482913')
    timers.take()
    await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]).toHaveTextContent('Password updated successfully.')
    await timers.pass(3500)
    expect(notices()).toHaveLength(1)
    await timers.pass(1500)
    await waitFor(() => expect(notices()).toHaveLength(0), { timeout: 500 })
  })

  // covers: DRV-53, DRV-56..60
  test('a PIN that cannot be reset gives the reason and empties the form', async () => {
    const paul = await hire('pfail', 'Paul Fails')
    await portal.open('fleet_manager', `/DriverManagement?d=DriverDialog-edit-${paul.id}-ResetPassword`)
    const dialog = await portal.dialog('Paul Fails')
    const pin = await dialog.findByLabelText(/New PIN/)
    for (const [detail, words] of [
      ['The PIN was used before.', 'The PIN was used before.'],
      ['', 'Password failed to update.'],
    ] as const) {
      calls.answer(api.drivers.resetPin, () => refusal(422, 'invalid', detail))
      await portal.fill(pin, '123456')
      await portal.fill(dialog.getByLabelText(/Confirm PIN/), '123456')
      await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
      const message = `Error: ${words} Please try again.`
      await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(message))
      expect(dialog.getByLabelText(/New PIN/)).toHaveValue('')
      expect(dialog.getByLabelText(/Confirm PIN/)).toHaveValue('')
    }
  })
})
