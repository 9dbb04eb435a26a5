import { api } from '@ambit/contract'
import { type FakeStripe, startFakeStripe } from '@ambit/server/testing/fake-stripe'
import { paidRide, saveCard, stripeCards } from '@ambit/server/testing/paid-rides'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { enrol } from '../testing/people.ts'
import { startPortal } from '../testing/start-portal.ts'
import { stripeScript } from '../testing/stripe-script.ts'

const stripe: FakeStripe = await startFakeStripe()
afterAll(() => stripe.close())
const portal = startPortal({ streets: straightStreets(), config: { cards: stripeCards(stripe) } })
beforeEach(() => stripe.reset())
afterEach(() => stripeScript.remove())

const addCard = async (name: string) => {
  const passenger = await enrol(portal.server, name)
  await portal.open('customer_service', `/TravellerManagement?d=TravelerDialog-view-${passenger.id}-PaymentDetails`)
  const dialog = await openedDialog(portal, new RegExp(`Passenger ${passenger.full_name} \\|`))
  await portal.user.click(await dialog.findByRole('button', { name: 'Add Credit Card' }))
  return { passenger, dialog }
}

// covers: CARD-14..16, CARD-23
// @test-tag long
test("A card is entered in Stripe's own element, without a postal code, and its refusal is shown", async () => {
  const element = stripeScript.put()
  const { passenger, dialog } = await addCard('Stella')
  await waitFor(() => expect(element.created).toMatchObject([{ kind: 'card', options: { hidePostalCode: true } }]))
  expect(element.key).toBe('pk_test_page')
  const save = async () => portal.user.click(await dialog.findByRole('button', { name: 'Save Card' }))
  await save()
  expect(await dialog.findByRole('alert')).toHaveTextContent('Please enter the name on the card')
  await dialog.fill('Name on card', 'S Rider')
  element.setup = { error: { message: 'Your card was declined.' } }
  await save()
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Your card was declined.$/)
  element.setup = { setupIntent: { payment_method: 'pm_visa' } }
  await save()
  await waitFor(() => expect(calls.of(api.paymentMethods.create)[0]?.body).toEqual({ payment_method_id: 'pm_visa' }))
  expect(element.confirmed.at(-1)).toMatchObject({
    secret: expect.stringMatching(/_secret$/),
    name: 'S Rider',
  })
  expect(await dialog.findByText('Visa')).toBeVisible()
  expect(
    (await portal.server.client('customer_service').call(api.paymentMethods.list, { params: passenger })).data,
  ).toHaveLength(1)
})

test('A page that cannot reach Stripe says so and loads its element once it can', async () => {
  const { dialog } = await addCard('Sigrid')
  const script = await waitFor(() => {
    const found = document.querySelector<HTMLScriptElement>(`script[src="${stripe.url}/element.js"]`)
    if (found === null) throw new Error('no script')
    return found
  })
  script.dispatchEvent(new Event('error'))
  expect(await dialog.findByText(/^The card provider cannot be reached./)).toBeVisible()
  const element = stripeScript.put()
  await portal.user.click(await dialog.findByRole('button', { name: 'Retry' }))
  expect(await dialog.findByLabelText('Name on card')).toBeVisible()
  await waitFor(() => expect(element.created).toHaveLength(1))
})

test('Nothing of Stripe is loaded before a card is entered', async () => {
  const passenger = await enrol(portal.server, 'Sven')
  await portal.open('customer_service', `/TravellerManagement?d=TravelerDialog-view-${passenger.id}-PaymentDetails`)
  expect(await screen.findByText('No credit card on file.')).toBeVisible()
  expect(document.querySelector(`script[src^="${stripe.url}"]`)).toBeNull()
})

const failedRide = async (card: string) => {
  const town = await buildSmallTown(portal.server)
  const maria = await town.passenger('Maria Silva')
  const ride = paidRide(portal.server, town, await town.vehicle('Van 1'))
  await saveCard(portal.server, maria, `${card}_${maria}`)
  const id = await ride.book(maria)
  await ride.drive(id)
  await ride.send()
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  const dialog = await portal.dialog(/Booking # /)
  return { ride, id, maria, dialog }
}
const log = async (dialog: Awaited<ReturnType<typeof failedRide>>['dialog']) => {
  const [section] = await dialog.findAllByText('Card payments')
  const rows = within(section?.closest('details') ?? document.body).getAllByRole('row')
  return rows.slice(1).map((row) => within(row).getAllByRole('cell')[1]?.textContent)
}

// @test-tag long
test('A declined charge is shown in the booking with its reason and charged again to a new card', async () => {
  const { ride, maria, dialog } = await failedRide('pm_declined')
  expect(await dialog.findByText('The fare could not be charged')).toBeVisible()
  expect(dialog.getByText('Charge failed')).toBeVisible()
  await waitFor(async () =>
    expect(await log(dialog)).toEqual(['Charge declinedYour card was declined.', 'Charge requested']),
  )
  await saveCard(portal.server, maria, `pm_new_${maria}`)
  await portal.user.click(dialog.getByRole('button', { name: 'Charge Again' }))
  expect(await dialog.findByText('Being charged')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Charge Again' })).toBeNull()
  await ride.send()
  expect(await dialog.findByText('Charged (card ending in 4242)')).toBeVisible()
  expect(dialog.queryByText('The fare could not be charged')).toBeNull()
  const refund = dialog.getByRole('button', { name: 'Refund' })
  await waitFor(() => expect(refund).toHaveAttribute('aria-disabled', 'false'))
  await portal.user.click(refund)
  const question = within(await screen.findByRole('dialog', { name: 'Refund' }))
  await portal.user.click(question.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText(/^The refund has been sent to the card provider\./)).toBeVisible()
  expect(await dialog.findByText('Being refunded')).toBeVisible()
  await ride.send()
  expect(await dialog.findByText('Refunded (card ending in 4242)')).toBeVisible()
})

// @test-tag long
test('A fare that no card could be charged is marked as paid in cash, or waived with a reason', async () => {
  const { id, dialog } = await failedRide('pm_declined')
  const question = async () => {
    await portal.user.click(await dialog.findByRole('button', { name: 'Mark as Paid' }))
    return portal.dialog('Mark as Paid')
  }
  const asked = await question()
  expect(asked.getByText(/How was the fare of \$3\.50 settled\?/)).toBeVisible()
  await portal.user.click(asked.getByRole('button', { name: 'Mark as Paid' }))
  expect(await asked.findByText('Please choose how it was settled')).toBeVisible()
  await portal.user.click(asked.getByRole('radio', { name: /^Waived/ }))
  await portal.user.click(asked.getByRole('button', { name: 'Mark as Paid' }))
  expect(await asked.findByText('Please say why the fare is waived')).toBeVisible()
  expect(calls.of(api.payments.settle)).toEqual([])
  await portal.user.click(asked.getByRole('radio', { name: 'Cash' }))
  await portal.fill(asked.getByRole('textbox', { name: /^Note for the books/ }), 'Receipt 12')
  await portal.user.click(asked.getByRole('button', { name: 'Mark as Paid' }))
  expect(await screen.findByText('The fare is marked as paid.')).toBeVisible()
  expect(calls.of(api.payments.settle).map(({ body }) => body)).toEqual([{ how: 'paid_in_cash', note: 'Receipt 12' }])
  await waitFor(async () => expect((await log(dialog))[0]).toBe('Paid in cash at the deskReceipt 12'))
  expect(dialog.queryByRole('button', { name: 'Mark as Paid' })).toBeNull()
  expect(dialog.getByRole('button', { name: 'Refund' })).toHaveAttribute('aria-disabled', 'true')
  const { data } = await portal.server.client('dispatcher').call(api.serviceRequests.show, { params: { id } })
  expect(data.payment_status).toBe('paid_in_cash')
})

// @test-tag long
test("A charge that the bank asks about is confirmed in Stripe's window", async () => {
  const element = stripeScript.put()
  const { ride, dialog } = await failedRide('pm_asks')
  const confirm = async (): Promise<void> => {
    const button = await dialog.findByRole('button', { name: 'Confirm with the Bank' })
    await waitFor(() => expect(button).toBeEnabled())
    await portal.user.click(button)
  }
  element.payment = { error: { message: 'We are unable to authenticate your card.' } }
  await confirm()
  expect(await screen.findByText('We are unable to authenticate your card.')).toBeVisible()
  element.payment = {}
  await confirm()
  expect(await screen.findByText(/^The bank has confirmed the payment\./)).toBeVisible()
  const [intent] = stripe.intents.values()
  expect(element.payments).toEqual([intent?.client_secret, intent?.client_secret])
  stripe.cardholder(intent?.id ?? '', true)
  await ride.pass(20_000)
  expect(await dialog.findByText('Charged (card ending in 4242)')).toBeVisible()
})

// @test-tag long
test('A charge that waits for Stripe says that it is tried again, and readers get no button', async () => {
  stripe.always = 'busy'
  const { id, dialog } = await failedRide('pm_visa')
  expect(
    await dialog.findByText('Ambit tries again automatically. Nothing is charged or refunded twice.'),
  ).toBeVisible()
  stripe.reset()
  await portal.server.deps.db
    .updateTable('payments')
    .set({ state: 'declined' })
    .where('service_request_id', '=', id)
    .execute()
  const permissions = ['LiveBooking:booking:canRead']
  await portal.open({ permissions }, `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  expect(await screen.findByText('The fare could not be charged')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Charge Again' })).toBeNull()
})
