import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'
import { isOfSession } from '../../testing/session.ts'
import { DRAFTS_KEY } from '../booking-draft.ts'

const { portal, town, open, choosePlaces, timeField, findTrip } = startWizard()

type Stored = { bookingData: object } // written by the page
const stored = (): Stored => (JSON.parse(localStorage.getItem(DRAFTS_KEY) ?? '[]') as Stored[])[0]!

// covers: WIZ-76..78, WIZ-81, WIZ-164
test('the form’s fields, the stored draft and the suggested addresses have the specification’s names', async () => {
  const wizard = await open()
  await portal.user.click(wizard.getByText('Leave Later'))
  const form = wizard.element.querySelector('form')!
  const names = ['leaveAsap', 'timePreference', 'travelDate', 'travelTime', 'totalPassengers', 'mobilitySeats']
  expect(names.filter((name) => form.elements.namedItem(name) === null)).toEqual([])
  await portal.fill(wizard.getByRole('combobox', { name: 'Pick Up' }), 'Harbour')
  const option = await screen.findByRole('option', { name: /Harbour Road/ })
  expect(option).toHaveAttribute('value', 'Harbour Road')
  await portal.user.click(option)
  expect(stored()).toMatchObject({ travelerId: wizard.traveler.id, tripZoneId: null })
  const ofPeopleAndAids = ['aids', 'attendants', 'companions', 'spacesByAids']
  expect(Object.keys(stored().bookingData).toSorted()).toEqual(
    [
      'departing',
      'destination',
      'leaveNow',
      'mobility_support',
      'origin',
      'passengers',
      'selectedFrequentLocationIndex',
      'traveling_at',
      ...ofPeopleAndAids,
    ].toSorted(),
  )
  expect(stored().bookingData).toMatchObject({ origin: { name: 'Harbour Road, Port' } })
})

// covers: WIZ-85..87
test('a trip for later is searched only with a time preference, a date and a time, each asked for at its field', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByText('Leave Later'))
  const preference = wizard.getByRole('combobox', { name: 'Time preference' })
  await portal.choose(preference, 'Depart at')
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText('Please select what you prefer')).toBeVisible()
  await portal.choose(preference, 'Arrive by')
  await portal.user.clear(wizard.getByRole('textbox', { name: 'Travel Date' }))
  expect(await wizard.findByText('Please select a travelling date')).toBeVisible()
  expect(findTrip(wizard)).toBeDisabled()
  await portal.fill(wizard.getByRole('textbox', { name: 'Travel Date' }), '2026-11-24')
  await portal.user.clear(timeField(wizard))
  await portal.user.tab()
  expect(await wizard.findByText('Please select a travelling time')).toBeVisible()
  expect(findTrip(wizard)).toBeDisabled()
  await portal.user.click(wizard.getByText('Leave Now'))
  for (const text of [/what you prefer/, /travelling date/, /travelling time/])
    await waitFor(() => expect(wizard.queryByText(text)).toBeNull())
  expect(findTrip(wizard)).toBeEnabled()
  expect(calls.of(api.searches.create)).toHaveLength(0)
})

// @test-tag long
test('a text that is no day stays in the field of the date, marked, and nothing is searched for the day before', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByText('Leave Later'))
  await portal.choose(wizard.getByRole('combobox', { name: 'Time preference' }), 'Arrive by')
  const date = wizard.getByRole('textbox', { name: 'Travel Date' })
  await portal.fill(date, 'someday')
  await portal.user.tab()
  expect(await wizard.findByText('Enter a date such as 24/11/2026')).toBeVisible()
  expect(date).toHaveValue('someday')
  expect(findTrip(wizard)).toBeDisabled()
  await portal.fill(date, '2020-01-01')
  await portal.user.tab()
  expect(await wizard.findByText(/^Choose \d\d\/\d\d\/\d{4} or later$/)).toBeVisible()
  await portal.fill(date, '24/11/2026')
  await portal.user.tab()
  await waitFor(() => expect(date).toHaveValue('2026-11-24'))
  expect(wizard.queryByText(/or later$/)).toBeNull()
  expect(findTrip(wizard)).toBeEnabled()
})

// covers: WIZ-16, WIZ-52, WIZ-54, WIZ-82, WIZ-149, WIZ-159
test('a trip is paid by the methods that its zone allows, and every call of the wizard carries the user’s token', async () => {
  const client = portal.server.client('administrator')
  const params = { id: town().zone_id }
  const { data: zone } = await client.call(api.zones.show, { params })
  const payment_methods: (typeof zone)['payment_methods'] = ['metrocard', 'myki', 'cash', 'card']
  await client.call(api.zones.update, { params, body: { payment_methods }, version: zone.version })
  await open()
  const [lng, lat] = [153.0215, -27.472] // 270 m from the harbour
  calls.answer(api.travelers.frequentLocations, () => {
    const journey = {
      origin: { name: 'A door', point: [lng, lat] },
      destination: { name: 'School', point: [153.04, -27.47] },
    }
    return Response.json({ data: { frequent_locations: [{ ...journey, count: 2, last_on: '2026-11-20' }] } })
  })
  await portal.reload()
  const again = within(await screen.findByRole('dialog', { name: /New Booking/ }))
  await portal.user.click(await again.findByRole('button', { name: /A door/ }))
  await portal.user.click(again.getByRole('button', { name: 'Find Trip' }))
  const soonest = (await again.findByRole('radio', { name: /Soonest/ })).closest('label')!
  expect(within(soonest).getAllByText('Trip-Stop')[0]).toBeVisible()
  const payments = within(again.getByRole('radiogroup', { name: 'Payment method' }))
  const choices = payments.getAllByRole('radio').map((radio) => [
    (radio as HTMLInputElement).labels?.[0]?.textContent, // radios of the payment method are inputs
    radio.getAttribute('value'),
  ])
  expect(choices).toEqual([
    ['Metrocard', 'metrocard'],
    ['myki', 'myki'],
    ['Cash', 'cash'],
    ['Card', 'card'],
  ])
  await portal.user.click(payments.getByRole('radio', { name: 'Cash' }))
  await portal.user.click(again.getByRole('button', { name: 'Confirm Trip' }))
  await again.findByText("You're Booked!")
  for (const endpoint of [
    api.travelers.frequentLocations,
    api.regions.list,
    api.zones.list,
    api.serviceAreas.list,
    api.searches.create,
    api.serviceRequests.create,
  ]) {
    await waitFor(() => expect(calls.of(endpoint)).not.toEqual([]))
    expect(calls.of(endpoint).every(isOfSession)).toBe(true)
  }
})

// @test-tag long
test('a later time that works is a button away', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  const none = calls.answer(api.searches.create, async (ask, { body }) => {
    const answer = (await (await ask()).json()) as { data: { traveling_at: string } } // the contract's search
    const later = new Date(Date.parse(answer.data.traveling_at) + 20 * 60_000).toISOString()
    const nearest_change = { code: 'later', text: 'A pick-up at 8:20 am works', figures: { traveling_at: later } }
    const change = {
      status: 'no_offerings',
      message: 'All buses are full. A pick-up at 8:20 am works.',
      service_offerings: [],
      nearest_change,
    }
    expect(body).toMatchObject({ departing: true })
    return Response.json({ ...answer, data: { ...answer.data, ...change } }, { status: 201 })
  })
  await portal.user.click(findTrip(wizard))
  const button = await wizard.findByRole('button', { name: 'Leave 20 min later' })
  expect(wizard.getByRole('alert').textContent?.match(/A pick-up at 8:20 am works/g)).toHaveLength(1)
  none()
  await portal.user.click(button)
  expect(await wizard.findByText('Mon 23 Nov · leave at 8:20 am · wished for 8:00 am · 1 passenger')).toBeVisible()
})
