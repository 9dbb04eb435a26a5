import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { stayOf } from '../testing/notices.ts'
import { timers } from '../testing/timers.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const grid = () => screen.findByRole('grid', { name: 'Discounts' })
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name })
const create = async (name: string, code: string) => {
  const body = { name, code, discount_amount: 10 }
  return (await portal.server.client('operations_manager').call(api.discounts.create, { body })).data
}

describe('Discounts', () => {
  // covers: DISC-01..06, DISC-08, DISC-09, DISC-12, DISC-14, DISC-16, DISC-17, DISC-19..22, DISC-35
  test('an operations manager creates a discount code from the menu, and each empty field says what it needs', async () => {
    await portal.open('operations_manager', '/')
    const { user } = portal
    const system = within(await screen.findByRole('region', { name: 'System' }))
    await user.click(system.getByRole('link', { name: 'Discounts' }))
    expect(await screen.findByRole('heading', { name: 'Discounts', level: 1 })).toBeVisible()
    expect(portal.address()).toMatch(/^\/DiscountManagement/)
    await user.click(screen.getByRole('button', { name: 'Create Discount' }))
    const dialog = await portal.dialog('Create New Discount')
    const name = await dialog.findByLabelText(/Promo Name/)
    expect(dialog.getByRole('combobox', { name: 'Discount Type' })).toHaveValue('Percentage off')

    await user.click(name)
    for (const next of [/Discount Code/, /Discount Type/, /Amount/]) {
      await user.tab()
      expect(dialog.getAllByLabelText(next)[0]).toHaveFocus()
    }
    await user.tab()
    for (const message of ['a promotion name', 'a discount code', 'discount amount'])
      expect(await dialog.findByText(`Please enter ${message}`)).toBeVisible()

    await portal.fill(name, 'Open day')
    await portal.fill(dialog.getByLabelText(/Discount Code/), 'OPEN-1')
    await portal.fill(dialog.getByLabelText(/Amount/), '25')
    expect(await dialog.findByText('A ride of $10.00 then costs $7.50.')).toBeVisible()
    await user.click(dialog.getByLabelText(/Activation/))
    await screen.findByRole('button', { name: 'Today' })
    const presets = screen.getAllByRole('button', { name: /^(Today|Tomorrow|In 2 days|In 1 week)$/ })
    expect(presets.map((preset) => preset.textContent)).toEqual(['Today', 'Tomorrow', 'In 2 days', 'In 1 week'])
    await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
    expect(dialog.getByLabelText(/Activation/)).toHaveTextContent(/^\d{2}-\d{2}-\d{4} \d{2}:\d{2}$/)
    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    const words = await screen.findByText('Your discount settings have been successfully updated')
    expect(words.closest('[role=alert]')).toHaveTextContent('Thank you')
    await portal.noDialog()
    const made = await row(/Open day/)
    expect(within(made).getByText('Scheduled')).toBeVisible()
    expect(made).toHaveTextContent('25%')
  })

  // covers: DISC-07, DISC-08, DISC-10, DISC-33, DISC-34
  test('a discount code that is taken is reported beside its field, and a failed save shows no error text', async () => {
    await create('First of two', 'FIRST-2')
    const second = await create('Second of two', 'SECOND-2')
    await portal.open('operations_manager', '/DiscountManagement?search=of%20two')
    const { user } = portal
    await user.click(await row(/Second of two/))
    const headings = within(await grid()).getAllByRole('columnheader', { hidden: true })
    const words = 'ID, Promo Name, Discount Code, Discount Type, Amount, Uses, Activation, Expiration, Status, Actions'
    expect(headings.map((heading) => heading.textContent)).toEqual(words.split(', '))
    const dialog = await portal.dialog(`Editing Discount Second of two | (ID: ${second.id})`)
    const code = await dialog.findByLabelText(/Discount Code/)
    await portal.fill(code, 'first-2')
    const submit = () => dialog.getByRole('button', { name: 'Submit' })
    await user.click(submit())
    expect(await dialog.findByText('This code is already taken')).toBeVisible()

    await portal.fill(code, 'OTHER-2')
    const mend = calls.answer(api.discounts.update, () => Promise.reject(new TypeError('Failed to fetch')))
    const before = calls.of(api.discounts.update).length
    await user.click(submit())
    await waitFor(() => expect(calls.of(api.discounts.update)).toHaveLength(before + 1))
    await waitFor(() => expect(submit()).toBeEnabled())
    expect(dialog.getByRole('alert')).toBeEmptyDOMElement()
    mend()

    await portal.choose(dialog.getByRole('combobox', { name: 'Discount Type' }), 'Total off')
    await waitFor(() => expect(dialog.getByLabelText(/Amount/)).toBeDisabled())
    await user.click(submit())
    await portal.noDialog()
    const changed = await row(/OTHER-2/)
    expect(changed).toHaveTextContent('Free ride')

    await user.click(within(changed).getByRole('button', { name: /actions/i }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click((await portal.dialog(/./)).getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(within(await grid()).queryByRole('row', { name: /OTHER-2/ })).toBeNull())
    await row(/First of two/)
  })
})

// covers: DISC-36
test('A saved discount is announced for three and a half seconds', async () => {
  const discount = await create('Brief notice', 'BRIEF')
  await portal.open('operations_manager', `/DiscountManagement?d=DiscountDialog-edit-${discount.id}`)
  const dialog = await portal.dialog(/^Editing Discount/)
  await portal.fill(await dialog.findByLabelText(/Promo Name/), 'Brief word')
  timers.hold()
  await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
  const stay = await stayOf('Your discount settings have been successfully updated')
  expect([stay > 3300, stay < 5000]).toEqual([true, true])
})

// covers: DISC-24
test('An analyst reads discounts, and a fleet manager has no link to them', async () => {
  const discount = await create('Read by many', 'READ')
  await portal.open('analyst', `/DiscountManagement?d=DiscountDialog-edit-${discount.id}`)
  const dialog = await portal.dialog(/^Viewing Discount/)
  expect(await dialog.findByText('READ')).toBeVisible()
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create Discount', hidden: true })).toBeNull()
  await portal.open('fleet_manager', '/DiscountManagement')
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
  await menu.findByRole('link', { name: 'Drivers' })
  expect(menu.queryByRole('link', { name: 'Discounts' })).toBeNull()
  expect(await screen.findByRole('heading', { name: 'No permission' })).toBeInTheDocument()
  expect(screen.queryByRole('grid', { name: 'Discounts' })).toBeNull()
})
