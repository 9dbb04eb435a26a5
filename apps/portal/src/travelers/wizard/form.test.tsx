import { api } from '@ambit/contract'
import { saveCard } from '@ambit/server/testing/paid-rides'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls, refusal } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'
import { DRAFTS_KEY, readDrafts } from '../booking-draft.ts'

const { portal, town, open, choosePlaces, findTrip } = startWizard()

const draft = () => readDrafts(localStorage.getItem(DRAFTS_KEY), new Date())[0]
const optionsOf = async (field: HTMLElement) => {
  await portal.user.click(field)
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  await portal.user.keyboard('{Escape}')
  return options
}

// covers: WIZ-13..15, WIZ-17..23, WIZ-27, WIZ-90
test('the first step asks for two addresses, when to travel, and with how many', async () => {
  const wizard = await open({ handicapped: true })
  for (const label of ['Pick Up', 'Drop Off']) expect(wizard.getByRole('combobox', { name: label })).toBeVisible()
  const choices = wizard.getByRole('radiogroup', { name: 'Leave' })
  expect(
    within(choices)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent),
  ).toEqual(['Leave Now', 'Leave Later'])
  expect(wizard.queryByLabelText('Travel Date')).toBeNull()
  await portal.user.click(wizard.getByText('Leave Later'))
  expect(await optionsOf(wizard.getByRole('combobox', { name: 'Time preference' }))).toEqual(['Depart at', 'Arrive by'])
  const date = wizard.getByLabelText('Travel Date')
  expect(date).toHaveValue('2026-11-23')
  // The page's clock may have moved on a little from eight o'clock.
  const soonest = (await optionsOf(wizard.getByRole('combobox', { name: 'Travel Time' }))).slice(0, 2)
  expect(soonest).toEqual(soonest[0] === '8:00 am' ? ['8:00 am', '8:05 am'] : ['8:05 am', '8:10 am'])
  await portal.user.click(date)
  const days = await screen.findAllByRole('button', { name: /^(22|23|24) November 2026$/ })
  expect(days.map((day) => (day as HTMLButtonElement).disabled)).toEqual([true, false, false])

  const passengers = wizard.getByRole('textbox', { name: 'Total Passengers' })
  const wheelchairs = wizard.getByRole('textbox', { name: 'Wheelchair Space' })
  expect([passengers, wheelchairs].map((field) => (field as HTMLInputElement).value)).toEqual(['1', '1'])
  await portal.fill(passengers, '0')
  expect(passengers).not.toHaveValue('0')
  await portal.fill(wheelchairs, '-2')
  expect(wheelchairs).toHaveValue('2')
  await portal.fill(passengers, '3')
  await portal.user.click(wheelchairs)
  await portal.user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(wheelchairs).toHaveValue('3')
})

// covers: WIZ-14
// @test-tag long
test('pick up and drop off are swapped by the button between them', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByRole('button', { name: 'Swap pick up and drop off' }))
  expect(wizard.getByRole('combobox', { name: 'Pick Up' })).toHaveValue('School Lane, Port')
  expect(wizard.getByRole('combobox', { name: 'Drop Off' })).toHaveValue('Harbour Road, Port')
})

// covers: WIZ-98, WIZ-95, WIZ-100
test('a trip is searched only when both addresses are there and every field is right', async () => {
  const wizard = await open()
  expect(findTrip(wizard)).toBeDisabled()
  await choosePlaces(wizard)
  expect(findTrip(wizard)).toBeEnabled()
  await portal.user.clear(wizard.getByRole('textbox', { name: 'Total Passengers' }))
  await portal.user.click(findTrip(wizard))
  expect(wizard.getByText('Please select the number of passengers on this trip')).toBeVisible()
  expect(calls.of(api.searches.create)).toHaveLength(0)
})

// covers: WIZ-30, WIZ-31, WIZ-99, WIZ-102
test('a search that runs covers the form, and Stop Search gives the form back', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  calls.answer(api.searches.create, () => new Promise(() => {}))
  await portal.user.click(findTrip(wizard))
  const overlay = await wizard.findByText('Finding trips…')
  expect(overlay.parentElement).toHaveAttribute('role', 'status')
  expect(findTrip(wizard)).toBeDisabled()
  expect(draft()?.status).toBe('enteredTrip')
  await portal.user.click(wizard.getByRole('button', { name: 'Stop Search' }))
  expect(wizard.queryByText('Finding trips…')).toBeNull()
  expect(findTrip(wizard)).toBeEnabled()
})

// covers: WIZ-25, WIZ-107, WIZ-108, WIZ-169
test('a search without a trip shows the reason of the answer, or the general sentence', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  for (const [message, shown] of [
    ['No bus before noon.', 'No bus before noon.'],
    [null, 'We could not find a service for you at this moment. Please try again later!'],
  ]) {
    const release = calls.answer(api.searches.create, async (ask) => {
      const answer = (await (await ask()).json()) as { data: object } // the contract's search
      const data = {
        ...answer.data,
        status: 'error',
        message,
        service_offerings: [],
        reasons: [],
        nearest_change: null,
      }
      return Response.json({ ...answer, data }, { status: 201 })
    })
    await portal.user.click(findTrip(wizard))
    expect(await wizard.findByText(shown ?? '')).toBeVisible()
    expect(draft()?.status).toBe('error')
    expect(draft()?.step).toBe(0)
    release()
  }
})

// covers: WIZ-109, WIZ-168
test('a search that cannot be made marks the draft as failed', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  calls.answer(api.searches.create, () => refusal(500, 'internal'))
  await portal.user.click(findTrip(wizard))
  await waitFor(() => expect(draft()?.status).toBe('error'))
  expect(findTrip(wizard)).toBeEnabled()
})

// covers: WIZ-02, WIZ-10, WIZ-12, WIZ-34, WIZ-37..39, WIZ-44, WIZ-48..50, WIZ-55, WIZ-56, WIZ-104, WIZ-105, WIZ-111
test('offers show when and how long they go and what they cost, and Edit Trip returns to the form', async () => {
  const wizard = await open()
  const { name, id } = wizard.traveler
  expect(screen.getByRole('dialog', { name: `New Booking for ${name} | (ID: ${id})` })).toBe(wizard.element)
  const steps = within(wizard.getByRole('list', { name: 'Steps of the booking' })).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual(['1Create Booking', '2Select Trip'])
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual(['step', null])
  await choosePlaces(wizard)
  calls.answer(api.searches.create, async (ask) => {
    const answer = (await (await ask()).json()) as {
      data: { service_offerings: { meta: object; pickup: object; dropoff: object }[] }
    } // the contract's search
    const [offer, ...rest] = answer.data.service_offerings
    Object.assign(offer!.meta, { scaled_price: 5, total_price: 3.5 })
    Object.assign(offer!.pickup, { lower_bound: '2026-11-22T22:10:00Z' })
    Object.assign(offer!.dropoff, { lower_bound: '2026-11-22T22:32:00Z' })
    return Response.json({ ...answer, data: { ...answer.data, service_offerings: [offer, ...rest] } }, { status: 201 })
  })
  await portal.user.click(findTrip(wizard))
  const offer = (await wizard.findByRole('radio', { name: /Soonest/ })).closest('label')!
  expect(within(offer).getByText('22 min')).toBeVisible()
  expect(within(offer).getByText('DROP OFF').nextSibling).toHaveTextContent(/^8:32 am – /)
  const offers = wizard.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.name === 'offering')
  expect(offers.map((radio) => radio.checked)).toEqual(offers.map((_, index) => index === 0))
  expect(within(offer).getByText('$5.00').tagName).toBe('S')
  expect(within(offer).getByText('$3.50')).toBeVisible()
  expect(draft()).toMatchObject({ step: 1, status: 'offerings available' })
  expect(wizard.getByRole('button', { name: 'Confirm Trip' })).toBeEnabled()
  await portal.user.click(wizard.getByRole('button', { name: 'Edit Trip' }))
  expect(draft()?.step).toBe(0)
  expect(wizard.getByRole('combobox', { name: 'Pick Up' })).toHaveValue('Harbour Road, Port')
})

// covers: WIZ-61, WIZ-110, WIZ-58, WIZ-170, WIZ-171
test('a booking that fails can be confirmed again, is made once, and can be closed', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  const confirm = await wizard.findByRole('button', { name: 'Confirm Trip' })
  const release = calls.answer(api.serviceRequests.create, () => refusal(500, 'internal', 'The dog ate it.'))
  await portal.user.click(confirm)
  expect(await wizard.findByText('The dog ate it.')).toBeVisible()
  expect(draft()?.status).toBe('error')
  expect(confirm).toBeEnabled()
  release()
  await portal.user.dblClick(confirm)
  expect(await wizard.findByText("You're Booked!")).toBeVisible()
  expect(draft()?.status).toBe('booked')
  const made = await portal.server
    .client('dispatcher')
    .call(api.serviceRequests.list, { query: { filter: { traveler: wizard.traveler.id } } })
  expect(made.meta.total).toBe(1)
  await portal.user.click(wizard.getByText('Close'))
  await portal.noDialog()
})

// covers: WIZ-43, WIZ-59
test('a trip is paid by card only when the passenger has one', async () => {
  const client = portal.server.client('administrator')
  const params = { id: town().zone_id }
  const { data: zone } = await client.call(api.zones.show, { params })
  await client.call(api.zones.update, { params, body: { payment_methods: ['cash', 'card'] }, version: zone.version })
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  await portal.user.click(await wizard.findByRole('radio', { name: 'Card' }))
  expect(await wizard.findByText('No credit card on file.')).toBeVisible()
  expect(wizard.getByRole('button', { name: 'Confirm Trip' })).toBeDisabled()
  await portal.user.click(wizard.getByRole('radio', { name: 'Cash' }))
  expect(wizard.getByRole('button', { name: 'Confirm Trip' })).toBeEnabled()
})

// @test-tag long
test('a card that was removed meanwhile is missed at the payment, with a button that adds one', async () => {
  const client = portal.server.client('administrator')
  const params = { id: town().zone_id }
  const { data: zone } = await client.call(api.zones.show, { params })
  await client.call(api.zones.update, { params, body: { payment_methods: ['cash', 'card'] }, version: zone.version })
  const wizard = await open()
  await saveCard(portal.server, wizard.traveler.id, `card_${wizard.traveler.id}`, 'test')
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  await portal.user.click(await wizard.findByRole('radio', { name: 'Card' }))
  const confirm = wizard.getByRole('button', { name: 'Confirm Trip' })
  await waitFor(() => expect(confirm).toBeEnabled())
  await portal.server.deps.db.deleteFrom('payment_methods').where('traveler_id', '=', wizard.traveler.id).execute()
  await portal.user.click(confirm)
  expect(await wizard.findByRole('alert')).toHaveTextContent('This passenger has no saved card.')
  await portal.user.click(await wizard.findByRole('button', { name: 'Add a card' }))
  expect(await screen.findByRole('tab', { name: 'Payment Details', selected: true })).toBeVisible()
})

// covers: WIZ-26, WIZ-62
test('journeys made before are offered as Recent Bookings and fill both addresses', async () => {
  const first = await open()
  await choosePlaces(first)
  await portal.user.click(findTrip(first))
  await portal.user.click(await first.findByRole('button', { name: 'Confirm Trip' }))
  await first.findByText("You're Booked!")
  await portal.user.click(first.getByText('Close'))
  await portal.noDialog()
  await portal.open('dispatcher', '/TravellerManagement')
  await portal.user.click(await screen.findByRole('button', { name: `Actions for ${first.traveler.name}` }))
  await portal.user.click(await screen.findByRole('menuitem', { name: 'New booking' }))
  const again = within(await screen.findByRole('dialog', { name: /New Booking/ }))
  const recent = await again.findByText('Recent Bookings')
  await portal.user.click(within(recent.closest('section')!).getByRole('button'))
  expect(again.getByRole('combobox', { name: 'Pick Up' })).toHaveValue('Harbour Road, Port')
  expect(again.getByRole('combobox', { name: 'Drop Off' })).toHaveValue('School Lane, Port')
  expect(draft()?.bookingData.selectedFrequentLocationIndex).toBe(0)
})

// @test-tag long
test('a booking that is made elsewhere shows in Recent Bookings of an open wizard', async () => {
  const wizard = await open()
  expect(wizard.queryByText('Recent Bookings')).toBeNull()
  const asked = () => calls.of(api.travelers.frequentLocations).length
  await waitFor(() => expect(asked()).toBe(1))
  await town().book({ who: wizard.traveler.id, from: 'Market', to: 'School' })
  await waitFor(() => expect(asked()).toBeGreaterThan(1))
  expect(await wizard.findByText('Recent Bookings')).toBeVisible()
})
