import { api } from '@ambit/contract'
import { stopPoint } from '@ambit/server/testing/small-town'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, open, choosePlaces, timeField, findTrip } = startWizard()

// @test-tag long
test('a booking is read back with its number, date, places, windows, vehicle and price', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText('Mon 23 Nov · leave at 8:00 am · 1 passenger')).toBeVisible()
  await portal.user.click(await wizard.findByRole('button', { name: 'Confirm Trip' }))
  expect(await wizard.findByText("You're Booked!")).toBeVisible()
  const { client } = portal.server
  const [booking] = (await client('dispatcher').call(api.serviceRequests.list, { query: { sort: '-id' } })).data
  expect(wizard.getByText(`Booking # ${booking?.id}`)).toBeVisible()
  const fact = async (name: string) => (await wizard.findByText(name)).parentElement?.textContent
  expect(await fact('Date')).toContain('Mon 23 Nov')
  expect(await fact('Pick Up')).toMatch(/\d+:\d\d am – \d+:\d\d am, Harbour$/)
  expect(await fact('Drop Off')).toMatch(/\d+:\d\d am – \d+:\d\d am, School$/)
  expect(await fact('Vehicle')).toBe('VehicleBus 7')
  expect(await fact('Price')).toMatch(/^Price\$\d+\.\d\d$/)
})

const createDiscount = (code: string, discount_amount: number) =>
  portal.server
    .client('operations_manager')
    .call(api.discounts.create, { body: { name: 'Spring', code, discount_amount } })

// @test-tag long
test('a discount code is looked up, shown in the price of the chosen trip, and applied to the booking', async () => {
  await createDiscount('SPRING', 20)
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  const field = await wizard.findByRole('textbox', { name: 'Discount code' })
  await portal.fill(field, 'wrong')
  await portal.user.keyboard('{Enter}')
  expect(await wizard.findByText('There is no such code')).toBeVisible()
  expect(field).toHaveValue('wrong')
  await portal.fill(field, 'spring')
  await portal.user.click(wizard.getByRole('button', { name: 'Apply' }))
  const applied = await wizard.findByRole('group', { name: 'Discount code' })
  await waitFor(() => expect(applied).toHaveTextContent(/SPRING: Spring−\$\d\.\d\dTo pay\$\d\.\d\d/))
  const toPay = applied.textContent?.match(/To pay(\$\d\.\d\d)/)?.[1] ?? ''
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  expect((await wizard.findByText('Price')).parentElement).toHaveTextContent(`Price${toPay}`)
  const { data } = await portal.server
    .client('dispatcher')
    .call(api.serviceRequests.list, { query: { sort: '-id', per_page: 1 } })
  expect(data[0]).toMatchObject({ discount_code: 'SPRING' })
  expect(data[0]?.total_price).toBeLessThan(data[0]?.scaled_price ?? 0)
})

// @test-tag long
test('a code that has expired by the time of confirmation is refused in words, and the trip stays to be booked', async () => {
  await createDiscount('LAST', 50)
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  await portal.fill(await wizard.findByRole('textbox', { name: 'Discount code' }), 'LAST')
  await portal.user.keyboard('{Enter}')
  await wizard.findByRole('group', { name: 'Discount code' })
  const { db } = portal.server.deps
  await db
    .updateTable('discounts')
    .set({ expiration_datetime: '2026-11-22T00:00:00Z' })
    .where('code', '=', 'LAST')
    .execute()
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  expect(await wizard.findByText('This code has expired')).toBeVisible()
  await portal.user.click(wizard.getByRole('button', { name: 'Remove code' }))
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  expect(await wizard.findByText("You're Booked!")).toBeVisible()
})

// @test-tag long
test('the time that is typed is the time that is searched, and Enter in its field only takes it', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByText('Leave Later'))
  await portal.fill(timeField(wizard), '9:30am')
  expect(findTrip(wizard)).toBeDisabled()
  expect(await screen.findByRole('option', { name: '9:30 am' })).toHaveAttribute('data-combobox-selected', 'true')
  await portal.user.keyboard('{Enter}')
  expect(timeField(wizard)).toHaveValue('9:30 am')
  expect(calls.of(api.searches.create)).toHaveLength(0)
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText('Mon 23 Nov · leave at 9:30 am · 1 passenger')).toBeVisible()
  expect(calls.of(api.searches.create).map(({ body }) => body)).toMatchObject([
    { traveling_at: '2026-11-22T23:30:00.000Z' },
  ])
})

// @test-tag long
test('a text that is no time stays in the field of the time, marked, and nothing is searched', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByText('Leave Later'))
  const before = timeField(wizard).getAttribute('value')
  await portal.fill(timeField(wizard), 'after tea{Enter}')
  await portal.user.tab()
  expect(timeField(wizard)).toHaveValue('after tea')
  expect(timeField(wizard)).toBeInvalid()
  expect(wizard.getByText('Choose a time from the list, such as 9:05 am')).toBeVisible()
  expect(findTrip(wizard)).toBeDisabled()
  expect(calls.of(api.searches.create)).toHaveLength(0)
  await portal.user.click(timeField(wizard))
  await portal.user.keyboard('{Escape}')
  expect(timeField(wizard)).toHaveValue(before)
  expect(findTrip(wizard)).toBeEnabled()
})

test('a time that can only mean one thing is taken when its field is left', async () => {
  const wizard = await open()
  await portal.user.click(wizard.getByText('Leave Later'))
  await portal.fill(timeField(wizard), '2115')
  await portal.user.tab()
  expect(timeField(wizard)).toHaveValue('9:15 pm')
})

// @test-tag long
test('an address that matches nothing stays in its field, marked, and the place before it is not travelled to', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const dropOff = wizard.getByRole('combobox', { name: 'Drop Off' })
  await portal.fill(dropOff, 'Nowhere Street')
  expect(await screen.findByText('No results found')).toBeVisible()
  await portal.user.keyboard('{Enter}')
  await portal.user.tab()
  expect(dropOff).toHaveValue('Nowhere Street')
  expect(dropOff).toBeInvalid()
  expect(wizard.getByText('Choose one of the suggestions, or type another address')).toBeVisible()
  expect(findTrip(wizard)).toBeDisabled()
  expect(calls.of(api.searches.create)).toHaveLength(0)
  await portal.user.click(dropOff)
  await portal.user.keyboard('{Escape}')
  expect(dropOff).toHaveValue('School Lane, Port')
  expect(findTrip(wizard)).toBeEnabled()
})

// @test-tag long
test('coordinates that are typed are the place when their field is left, and their address that comes later ends no search', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const [lng, lat] = stopPoint('Market')
  const address = Promise.withResolvers<Response>()
  calls.answer(api.geo.revgeocode, () => address.promise)
  calls.answer(api.searches.create, async (ask) => {
    const found = await ask()
    address.resolve(Response.json({ items: [] }))
    // The address is there before the trips are.
    await new Promise((done) => setTimeout(done, 50))
    return found
  })
  await portal.fill(wizard.getByRole('combobox', { name: 'Drop Off' }), `${lat}, ${lng}`)
  await portal.user.tab()
  await portal.user.click(findTrip(wizard))
  await wizard.findByRole('button', { name: 'Confirm Trip' })
  expect(calls.of(api.searches.create).map(({ body }) => body)).toMatchObject([{ destination: { point: [lng, lat] } }])
})

// @test-tag long
test('wheelchairs that no longer fit the passengers are kept and reported, and nothing is searched', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const passengers = wizard.getByRole('textbox', { name: 'Total Passengers' })
  const wheelchairs = wizard.getByRole('textbox', { name: 'Wheelchair Space' })
  await portal.fill(passengers, '2')
  await portal.fill(wheelchairs, '2')
  await portal.fill(passengers, '1')
  await portal.user.tab()
  expect(wheelchairs).toHaveValue('2')
  expect(wizard.getByText('There cannot be more wheelchairs than passengers')).toBeVisible()
  expect(findTrip(wizard)).toBeDisabled()
  await portal.fill(wheelchairs, '1')
  expect(wizard.queryByText('There cannot be more wheelchairs than passengers')).toBeNull()
  expect(findTrip(wizard)).toBeEnabled()
})

// @test-tag long
test('a drop-off at the pick-up is reported at its field before anything is searched', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.fill(wizard.getByRole('combobox', { name: 'Drop Off' }), 'Harbour Road')
  await screen.findByRole('option', { name: /Harbour Road/ })
  await portal.user.keyboard('{Enter}')
  expect(await wizard.findByText('Pick up and drop off are the same place')).toBeVisible()
  expect(findTrip(wizard)).toBeDisabled()
})

// @test-tag long
test('the keyboard is at the chosen offer after a search, and at Find Trip after one that found nothing', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const nobodyDrives = calls.answer(api.searches.create, async (ask) => {
    const answer = (await (await ask()).json()) as { data: object } // the contract's search
    const data = { ...answer.data, status: 'no_offerings', message: 'No bus then.', service_offerings: [] }
    return Response.json({ ...answer, data }, { status: 201 })
  })
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText('No bus then.')).toBeVisible()
  await waitFor(() => expect(findTrip(wizard)).toHaveFocus())
  nobodyDrives()
  // What went wrong goes with what was asked.
  await portal.user.click(wizard.getByText('Leave Later'))
  expect(wizard.queryByText('No bus then.')).toBeNull()
  await portal.user.click(findTrip(wizard))
  await waitFor(() => expect(wizard.getByRole('radio', { name: /Soonest/ })).toHaveFocus())
})
