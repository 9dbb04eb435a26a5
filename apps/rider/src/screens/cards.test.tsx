import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { followStreams } from '../testing/follow-streams.ts'
import { heading, openSignedIn, type Opened, searchRide, tap } from '../testing/open-app.tsx'
import { later, mia, sampleOffering, NOON, sampleRide } from '../testing/samples.ts'
import { putStripe } from '../testing/stripe-script.ts'

const element = { publishable_key: 'pk_test_page', script_url: 'https://cards.example/element.js' }
const stripe = { kind: 'stripe' as const, element }
const builtIn = { kind: 'test' as const, element: null }
const card = { id: 'pm_1', brand: 'visa', last4: '1881', exp_month: 4, exp_year: 2030 }
const script = () => document.querySelector<HTMLScriptElement>(`script[src="${element.script_url}"]`)

const cards = async () => within(await screen.findByRole('region', { name: 'Your cards' }))
const openForm = async (app: Opened) => {
  await heading('My account')
  await tap(app, 'Add a card')
  return within(await screen.findByRole('form', { name: 'Add a card' }))
}

// covers: RIDE-52
test('a card is entered in the element of its provider, whose script comes with the form and whose token alone is sent', async () => {
  const app = openSignedIn({ cardProvider: stripe }, 'account')
  await cards()
  expect(script()).toBeNull()
  const told = putStripe()
  const form = await openForm(app)
  await form.findByRole('group', { name: 'Card number' })
  await waitFor(() => expect([told.keys, told.locales]).toEqual([['pk_test_page'], ['en']]))
  const save = async () => app.user.click(await form.findByRole('button', { name: 'Save card' }))
  await save()
  const name = form.getByLabelText('Name on the card')
  expect(name).toHaveAccessibleDescription('Please enter the name on the card')
  await app.user.type(name, 'M Okafor')
  told.setup = { error: { message: 'Your card was declined.' } }
  await save()
  expect(await form.findByText('Your card was declined.')).toBeVisible()
  expect(name).toHaveValue('M Okafor')
  told.setup = { setupIntent: { payment_method: 'pm_new' } }
  await save()
  expect(await screen.findByText('The card is added.')).toBeVisible()
  expect(told.setups.at(-1)).toEqual({ secret: 'seti_1_secret', name: 'M Okafor' })
  expect(app.fake.called('ride.addCard').map(({ asked }) => asked.body)).toEqual([{ payment_method_id: 'pm_new' }])
  expect((await cards()).getByText('visa ending in 4242')).toBeVisible()
  expect(screen.queryByRole('form', { name: 'Add a card' })).toBeNull()
})

test('a card whose answer was lost is added by the same call, without asking its provider again', async () => {
  const told = putStripe()
  const app = openSignedIn({ cardProvider: stripe }, 'account')
  const form = await openForm(app)
  told.setup = { setupIntent: { payment_method: 'pm_new' } }
  app.fake.world.lost = 'ride.addCard'
  await app.user.type(form.getByLabelText('Name on the card'), 'M Okafor')
  await app.user.click(form.getByRole('button', { name: 'Save card' }))
  expect(await form.findByText(/^The server cannot be reached/)).toBeVisible()
  await app.user.click(form.getByRole('button', { name: 'Save card' }))
  expect(await screen.findByText('The card is added.')).toBeVisible()
  expect([told.setups.length, app.fake.world.cards.length]).toEqual([1, 1])
})

test('a provider that cannot be reached is told of in words, and asked again by a tap', async () => {
  const app = openSignedIn({ cardProvider: stripe }, 'account')
  await heading('My account')
  await tap(app, 'Add a card')
  await waitFor(() => expect(script()).not.toBeNull())
  script()?.dispatchEvent(new Event('error'))
  expect(await screen.findByText(/^The card provider cannot be reached/)).toBeVisible()
  expect(script()).toBeNull()
  putStripe()
  await tap(app, 'Try again')
  expect(await screen.findByRole('form', { name: 'Add a card' })).toBeVisible()
})

// covers: RIDE-52
test('the demo’s own provider takes a test number, says what is wrong beside it, and loads nothing', async () => {
  const app = openSignedIn({ cardProvider: builtIn }, 'account')
  const form = await openForm(app)
  await app.user.type(form.getByLabelText('Name on the card'), 'M Okafor')
  const number = form.getByLabelText('Card number')
  await app.user.type(number, '4242 4242 4242 4241')
  await app.user.click(form.getByRole('button', { name: 'Save card' }))
  await waitFor(() => expect(number).toHaveAccessibleDescription('Please check the card number'))
  expect(app.fake.called('ride.testCard')).toEqual([])
  await app.user.clear(number)
  await app.user.type(number, '4242 4242 4242 4242')
  await app.user.type(form.getByLabelText('Valid until (month / year)'), '04/30')
  await app.user.type(form.getByLabelText('Security code'), '123')
  await app.user.click(form.getByRole('button', { name: 'Save card' }))
  expect(await screen.findByText('The card is added.')).toBeVisible()
  expect(app.fake.called('ride.testCard')[0]?.asked.body).toMatchObject({ exp_month: 4, exp_year: 2030, cvc: '123' })
  expect(script()).toBeNull()
})

test('where no cards are taken there is nothing to add', async () => {
  openSignedIn({ cards: [card] }, 'account')
  expect((await cards()).getByText('visa ending in 1881')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a card' })).toBeNull()
})

const unpaid = { id: 12, total_price: 2.5, currency: 'AUD', rode_at: later(-60), time_zone: 'Australia/Brisbane' }
const failed = { phase: 'completed', status: 'completed', payment_method: 'card', payment_status: 'failed' } as const
const openUnpaid = (to_pay: 'confirm' | 'card', path = 'rides/12', change: Parameters<typeof openSignedIn>[0] = {}) =>
  openSignedIn(
    {
      session: { ...mia, unpaid },
      rides: [sampleRide(12, { ...failed, to_pay })],
      cardProvider: stripe,
      cards: [card],
      ...change,
    },
    path,
  )

// covers: RIDE-54
// @test-tag long
test('a ride whose card could not be charged is told of first of all, and paid with another card', async () => {
  const told = putStripe()
  const app = openUnpaid('card', '')
  expect(await screen.findByText(/is not paid yet: your card could not be charged \$2\.50\.$/)).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Pay for the ride' }))
  await heading('Your ride')
  const pay = within(await screen.findByRole('region', { name: 'This ride is not paid yet' }))
  expect(pay.getByText(/^Your card could not be charged \$2\.50\. Until it is paid, you cannot book/)).toBeVisible()
  expect(pay.queryByRole('button', { name: 'Confirm with my bank' })).toBeNull()
  await app.user.click(await pay.findByRole('button', { name: 'Pay with another card' }))
  await app.user.click(await pay.findByRole('button', { name: 'Add a card' }))
  told.setup = { setupIntent: { payment_method: 'pm_new' } }
  await app.user.type(await pay.findByLabelText('Name on the card'), 'M Okafor')
  await app.user.click(pay.getByRole('button', { name: 'Save card' }))
  expect(await pay.findByRole('radio', { name: 'visa ending in 4242' })).toBeChecked()
  await app.user.click(pay.getByRole('button', { name: 'Pay $2.50' }))
  expect(await pay.findByText('Your payment is under way. This takes a moment.')).toBeVisible()
  expect(app.fake.called('ride.pay').map(({ asked }) => asked.body)).toEqual([{ payment_method_id: 'pm_new' }])
  app.fake.world.rides = [sampleRide(12, { ...failed, payment_status: 'charged' })]
  app.fake.world.session = mia
  expect(await pay.findByText('Thank you, $2.50 is paid.')).toBeVisible()
})

test('an open page says that the ride is paid once staff have marked it as paid at the desk', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { tell } = followStreams()
  const app = openUnpaid('card')
  const pay = within(await screen.findByRole('region', { name: 'This ride is not paid yet' }))
  expect(await pay.findByRole('button', { name: 'Pay with another card' })).toBeVisible()
  app.fake.world.rides = [sampleRide(12, { ...failed, payment_status: 'paid_in_cash' })]
  app.fake.world.session = mia
  tell('alive')
  vi.advanceTimersByTime(15_000)
  expect(await pay.findByText('Thank you, $2.50 is paid.')).toBeVisible()
  expect(pay.queryByRole('button', { name: 'Pay with another card' })).toBeNull()
  expect(pay.getByRole('heading', { name: 'Payment' })).toBeVisible()
  expect(screen.getByText('$2.50 paid in cash')).toBeVisible()
})

// @test-tag long
test('a payment that is declined again can be tried again with the same card', async () => {
  const app = openUnpaid('card')
  const pay = within(await screen.findByRole('region', { name: 'This ride is not paid yet' }))
  for (const count of [1, 2]) {
    const other = await pay.findByRole('button', { name: /^Pay (with another card|\$2\.50)$/ })
    await app.user.click(other)
    if (other.textContent === 'Pay with another card') await tap(app, 'Pay $2.50')
    await pay.findByText(/^Your payment is under way/)
    await waitFor(() => expect(app.fake.called('ride.pay')).toHaveLength(count))
    app.fake.world.rides = [sampleRide(12, { ...failed, to_pay: 'card' })]
    await waitFor(() => expect(pay.queryByText(/^Your payment is under way/)).toBeNull())
  }
})

// covers: RIDE-54
test('a payment that the bank asks about is confirmed in the bank’s window, and a refusal is said in the provider’s words', async () => {
  const told = putStripe()
  const app = openUnpaid('confirm')
  const pay = within(await screen.findByRole('region', { name: 'This ride is not paid yet' }))
  expect(pay.getByText(/^Your bank wants you to confirm the payment\./)).toBeVisible()
  told.payment = { error: { message: 'We are unable to authenticate your card.' } }
  await tap(app, 'Confirm with my bank')
  expect(await pay.findByText('We are unable to authenticate your card.')).toBeVisible()
  told.payment = {}
  await tap(app, 'Confirm with my bank')
  expect(await pay.findByText('Your payment is under way. This takes a moment.')).toBeVisible()
  expect(told.payments.at(-1)).toEqual({ secret: 'pi_1_secret', card: 'pm_1' })
})

// covers: RIDE-54
// @test-tag long
test('before booking it is said why a card cannot be chosen, with the way to pay, and other ways to pay stay', async () => {
  const offerings = [sampleOffering(51, NOON, { payment_methods: ['cash'] })]
  const app = openUnpaid('card', '', { offerings, search: { unpaid } })
  await searchRide(app)
  await tap(app, /^Choose: Soonest/)
  await heading('Check and book')
  expect(screen.getByText(/is not paid yet\. Until it is, you cannot pay by card\.$/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Pay for the ride' })).toHaveAttribute('href', '/Ride/rides/12')
  expect(screen.getByRole('radio', { name: 'Cash on board' })).toBeChecked()
  await tap(app, 'Book')
  await heading('Your ride')
})

// @test-tag long
test('a helper is told why a card cannot be chosen for somebody else, whose ride is not theirs to pay', async () => {
  const offerings = [sampleOffering(51, NOON, { payment_methods: ['cash'] })]
  const app = openSignedIn({
    session: { ...mia, helps: [{ id: 21, name: 'Elsa Old', wheelchair: false }] },
    offerings,
    search: { unpaid },
  })
  await tap(app, 'Elsa Old')
  await searchRide(app)
  await tap(app, /^Choose: Soonest/)
  expect(await screen.findByText(/is not paid yet\. Until it is, you cannot pay by card\.$/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Pay for the ride' })).toBeNull()
})
