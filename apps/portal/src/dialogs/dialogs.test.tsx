import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const hire = async (username: string) => {
  const body = { first_name: 'Dana', last_name: username, username, email: `${username}@example.org` }
  return (await portal.server.client('fleet_manager').call(api.drivers.create, { body })).data
}
const openEditing = async (username: string) => {
  const driver = await hire(username)
  await portal.open('fleet_manager', `/DriverManagement?d=DriverDialog-edit-${driver.id}`)
  const dialog = await portal.dialog(driver.full_name)
  return { dialog, name: await dialog.findByLabelText(/First Name/) }
}

test('Focus returns to the control that opened a dialog', async () => {
  await portal.open('fleet_manager', '/DriverManagement')
  const button = await screen.findByRole('button', { name: 'Create Driver' })
  button.focus()
  await portal.user.keyboard('{Enter}')
  const dialog = await portal.dialog('Create Driver')
  await waitFor(() => expect(dialog.getByLabelText(/First Name/)).toHaveFocus())
  await portal.user.keyboard('{Escape}')
  await portal.noDialog()
  await waitFor(() => expect(button).toHaveFocus())
})

// covers: DLG-29
test('A tab that holds an invalid field is marked', async () => {
  const { dialog, name } = await openEditing('marked')
  const [tab] = dialog.getAllByRole('tab')
  expect(tab).toHaveTextContent(/^Details$/)
  await portal.fill(name, '')
  await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(tab).toHaveTextContent(/^Details \*$/))
  await portal.fill(name, 'x')
  await waitFor(() => expect(tab).toHaveTextContent(/^Details$/))
})

describe('Unsaved changes', () => {
  // covers: DLG-18
  test('unsaved changes are asked about before the dialog closes, the mode changes or the page is left', async () => {
    const driver = await hire('unsaved')
    await portal.open('fleet_manager', '/DriverManagement?sort=id')
    const { user } = portal
    await user.click(await screen.findByRole('button', { name: `Actions for ${driver.full_name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = await portal.dialog(driver.full_name)
    await portal.fill(await dialog.findByLabelText(/First Name/), 'Changed')
    const keepEditing = async () => {
      const question = await portal.dialog('Unsaved changes')
      await user.click(question.getByRole('button', { name: 'Keep editing' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unsaved changes' })).toBeNull())
      expect(dialog.getByLabelText(/First Name/)).toHaveValue('Changed')
    }
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await keepEditing()
    dialog.getByLabelText(/First Name/).focus()
    await user.keyboard('{Escape}')
    await keepEditing()
    await user.click(dialog.getByText('View Mode'))
    await keepEditing()
    history.back()
    const question = await portal.dialog('Unsaved changes')
    await user.click(question.getByRole('button', { name: 'Discard changes' }))
    await portal.noDialog()
  })

  test('unsaved changes do not block another tab of the same dialog', async () => {
    const { dialog, name } = await openEditing('unblocked')
    await portal.fill(name, 'Changed')
    await portal.user.click(dialog.getByRole('tab', { name: 'Reset password' }))
    expect(await dialog.findByLabelText(/New PIN/)).toBeVisible()
    expect(portal.address()).toMatch(/-ResetPassword$/)
    await portal.user.click(dialog.getByRole('tab', { name: 'Details' }))
    expect(await dialog.findByLabelText(/First Name/)).toHaveValue('Changed')
    expect(within(document.body).queryByRole('dialog', { name: 'Unsaved changes' })).toBeNull()
  })
})
