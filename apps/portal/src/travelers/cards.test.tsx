import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { notices } from '../testing/notices.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { enrol } from '../testing/people.ts'
import { isOfSession } from '../testing/session.ts'
import { startPortal } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'

const portal = startPortal()

type Passenger = { id: number; full_name: string }
const path = ({ id }: Passenger) => `/TravellerManagement?d=TravelerDialog-view-${id}-PaymentDetails`
const payment = async (passenger: Passenger) => {
  await portal.open('customer_service', path(passenger))
  return openedDialog(portal, new RegExp(`Passenger ${passenger.full_name} \\|`))
}

// covers: CARD-01, CARD-04, CARD-07..11, CARD-14..16, CARD-20..22, CARD-23, CARD-25..27, CARD-33, SHELL-75
test("An agent saves a passenger's card with the provider's element and removes it", async () => {
  const { user } = portal
  const carla = await enrol(portal.server, 'Carla')
  const dialog = await payment(carla)
  const press = async (name: string) => user.click(await dialog.findByRole('button', { name }))
  expect(await dialog.findByText('No credit card on file.')).toBeVisible()
  const recover = calls.answer(api.paymentMethods.setupIntent, () =>
    Response.json({ data: { client_secret: null } }, { status: 201 }),
  )
  await press('Add Credit Card')
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Card Setup failed.$/)
  await press('Cancel')
  recover()

  const added = "The credit card has been successfully added to the passenger's profile."
  const saved = () => waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent(added))
  const add = async (number: string, cvc: string): Promise<void> => {
    await press('Add Credit Card')
    await dialog.fill('Name on card', 'C Rider')
    await dialog.fill('Card number', number)
    await dialog.fill('Expiry', '04/39')
    await dialog.fill('Security code', cvc)
    const [begun] = calls.of(api.paymentMethods.setupIntent)
    expect(begun?.path).toMatch(new RegExp(`/travelers/${carla.id}/setup_intent$`))
    expect(isOfSession(begun!)).toBe(true)
    await press('Save Card')
  }
  await add('4000000000000002', '123')
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Your card was declined.$/)
  expect(dialog.queryByLabelText(/post|zip/i)).toBeNull()
  await waitFor(async () => expect(await dialog.field('Card number')).toBeEnabled())
  await dialog.fill('Card number', '4242424242424242')
  expect(dialog.queryByRole('alert')).toBeNull()
  await press('Save Card')
  await saved()
  const [attached] = calls.of(api.paymentMethods.create)
  expect(attached?.path).toMatch(new RegExp(`/travelers/${carla.id}/payment_methods$`))
  expect(attached?.body).toEqual({ payment_method_id: expect.stringMatching(/^pm_test_/) })
  await add('378282246310005', '1234')
  await saved()
  await add('36227206271667', '123')
  await saved()
  await add('5555555555554444', '123')
  await saved()
  const list = within(dialog.getByRole('list', { name: 'Saved credit cards' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(4))
  for (const [name, brand] of [
    ['Visa ending in 4242', 'visa'],
    ['American Express ending in 0005', 'amex'],
    ['Diners Club ending in 1667', 'dinersclub'],
    ['Mastercard ending in 4444', 'other'],
  ] as const) {
    const card = list.getByRole('listitem', { name })
    expect(card).toHaveTextContent('C Rider')
    expect(card).toHaveTextContent('Expires 04/2039')
    expect(card.querySelector('svg[data-brand]')).toHaveAttribute('data-brand', brand)
  }
  await press('Remove Visa ending in 4242')
  const question = within(await screen.findByRole('dialog', { name: 'Remove credit card' }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3))
  const [removed] = calls.of(api.paymentMethods.destroy)
  expect(removed?.path).toMatch(new RegExp(`/travelers/${carla.id}/payment_methods/pm_test_`))
})

// covers: CARD-28..31
test("A list of cards that cannot be loaded shows the provider's error once", async () => {
  const cleo = await enrol(portal.server, 'Cleo')
  calls.answer(api.paymentMethods.list, () => Response.json({}, { status: 500, statusText: 'Internal Server Error' }))
  timers.hold()
  await portal.open('customer_service', path(cleo))
  await timers.until(() => expect(notices()).toHaveLength(1))
  expect(notices()[0]).toHaveTextContent('ErrorInternal Server Error')
  await timers.pass(2500)
  expect(notices()).toHaveLength(1)
  await timers.pass(2500)
  await timers.until(() => expect(notices()).toEqual([]))
})

test("A passenger's payment details state when card payment is not set up", async () => {
  const cora = await enrol(portal.server, 'Cora')
  calls.answer(api.paymentMethods.provider, () => Response.json({ data: { kind: null, element: null } }))
  const dialog = await payment(cora)
  expect(await dialog.findByText('Cards are not set up in this installation.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Add Credit Card' })).toBeNull()
})
