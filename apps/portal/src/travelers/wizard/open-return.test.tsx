import { api } from '@ambit/contract'
import { consentOf, organisationIn } from '@ambit/server/testing/organisations'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, test } from 'vitest'
import { calls, refusal } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'
// After the tests' own fetch, which the portal's client takes when it is made.
import { DRAFTS_KEY, readDrafts } from '../booking-draft.ts'
import { changeBack } from './way-back.ts'

const { portal, town, open, choosePlaces, findTrip } = startWizard()

const clock = (time: string): void => portal.server.deps.clock.set(`2026-11-23T${time}:00+10:00`)
afterEach(() => clock('08:00'))

type Wizard = Awaited<ReturnType<typeof open>>
const choice = (wizard: Wizard, name: string) => wizard.getByRole('radio', { name })
const dispatcher = () => portal.server.client('dispatcher')
const openReturns = async (traveler: number) =>
  (await dispatcher().call(api.openReturns.list, { query: { filter: { traveler: [traveler] } } })).data
const bookingsOf = async (traveler: number) =>
  (await dispatcher().call(api.serviceRequests.list, { query: { filter: { traveler: [traveler] }, sort: 'id' } })).data

/** A passenger whose way there is booked for nine o'clock, and whose way back waits to be called for. */
const waiting = async (name: string) => {
  const who = await town().passenger(name)
  const there = await town().book({ who, from: 'Harbour', to: 'School', at: '09:00' })
  const body = { service_request_id: there.id, not_before: '2026-11-23T10:30:00+10:00' }
  const { data } = await dispatcher().call(api.openReturns.create, { body })
  return { who, there, open: data }
}

// covers: JRN-01
test('a way back is returned at a time, when called, or not at all, and the passenger’s last choice is chosen at first', async () => {
  const wizard = await open()
  expect(
    within(wizard.getByRole('radiogroup', { name: 'Return' }))
      .getAllByRole('radio')
      .map((radio) => radio.closest('[data-active], div')?.textContent),
  ).toEqual(['No return', 'Return at a time', 'Return when called'])
  expect(choice(wizard, 'No return')).toBeChecked()
  const who = wizard.traveler.id
  const there = await town().book({ who, from: 'Harbour', to: 'School', at: '13:00' })
  const body = { service_request_id: there.id, not_before: '2026-11-23T15:00:00+10:00' }
  await dispatcher().call(api.openReturns.create, { body })
  await choosePlaces(wizard)
  await waitFor(() => expect(choice(wizard, 'Return when called')).toBeChecked())
})

// @test-tag long
test('a way back to be called for is kept with the way there, and the read-back says that nothing is promised', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(choice(wizard, 'Return when called'))
  expect(wizard.getByText('Nothing is booked or promised: the passenger calls when ready.')).toBeVisible()
  expect(wizard.queryByRole('combobox', { name: 'Return preference' })).toBeNull()
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.fill(wizard.getByRole('combobox', { name: 'Not Before' }), '11:30 am')
  await portal.user.keyboard('{Enter}')
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByText(/^Way back when called: Mon 23 Nov, not before 11:30 am/)).toBeVisible()
  expect(calls.of(api.searches.create)).toHaveLength(1)
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  expect(await wizard.findByText("You're Booked!")).toBeVisible()
  const way = within(wizard.getByRole('region', { name: 'Way back' }))
  expect(way.getByText('The way back is kept until the passenger calls. Nothing is booked or promised.')).toBeVisible()
  expect(way.getByText('Mon 23 Nov, not before 11:30 am')).toBeVisible()
  expect(way.getByText('School Lane, Port')).toBeVisible()
  const [kept] = await openReturns(wizard.traveler.id)
  expect(kept).toMatchObject({
    state: 'waiting',
    origin: { name: 'School Lane, Port' },
    destination: { name: 'Harbour Road, Port' },
    not_before: '2026-11-23T01:30:00.000Z',
  })
  expect(await bookingsOf(wizard.traveler.id)).toHaveLength(1)
})

// @test-tag long
test('a time before the way there ends is refused, and the journey can be changed', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(choice(wizard, 'Return when called'))
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.fill(wizard.getByRole('combobox', { name: 'Not Before' }), '8:05 am')
  await portal.user.keyboard('{Enter}')
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  await portal.user.click(await wizard.findByRole('button', { name: 'Confirm Trip' }))
  expect(await wizard.findByRole('alert')).toHaveTextContent(/^The way there ends at .*; a return is possible from/)
  expect(await bookingsOf(wizard.traveler.id)).toEqual([])
  await portal.user.click(wizard.getByRole('button', { name: 'Edit Trip' }))
  expect(wizard.getByRole('combobox', { name: 'Not Before' })).toHaveValue('8:05 am')
})

// @test-tag long
test('a way there is not booked without the way back that was asked for', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(choice(wizard, 'Return when called'))
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  const confirm = await wizard.findByRole('button', { name: 'Confirm Trip' })
  expect(confirm).toBeEnabled()
  const { uuid } = readDrafts(localStorage.getItem(DRAFTS_KEY), new Date()).at(-1) ?? { uuid: '' }
  changeBack(uuid, { places: { origin: null, destination: null } })
  await waitFor(() => expect(confirm).toBeDisabled())
})

describe('the passenger calls', () => {
  // covers: JRN-36
  // @test-tag long
  test('three presses from the passenger’s name book the way back for now', async () => {
    const { who, open: kept } = await waiting('Cora Called')
    clock('11:00')
    await portal.open('customer_service', '/TravellerManagement')
    // The passenger's name, Activate, and the trip.
    await portal.user.click(await screen.findByText('Cora'))
    await portal.user.click(await screen.findByRole('button', { name: 'Activate the return of Cora Called' }))
    const wizard = within(await screen.findByRole('dialog', { name: /New Booking for Cora Called/ }))
    await portal.user.click(await wizard.findByRole('button', { name: 'Confirm Trip' }))
    expect(await wizard.findByText("You're Booked!")).toBeVisible()
    const [, back] = await bookingsOf(who)
    expect([back?.journey_id, back?.journey_leg, back?.pickup.name]).toEqual([kept.journey_id, 2, 'School'])
    expect(await openReturns(who)).toMatchObject([{ state: 'activated', service_request_id: back?.id }])
  })

  // covers: JRN-36
  // @test-tag long
  test('a representative books the way back of a passenger of theirs within three presses from the name', async () => {
    const { who, open: kept } = await waiting('Rosa Represented')
    await waiting('Otto Other')
    const home = await organisationIn(portal.server, town().region_id, 'Called House')
    await consentOf(portal.server, home, who)
    await portal.server.token('representative')
    const { db } = portal.server.deps
    await db.updateTable('users').set({ organisation_id: home }).where('username', '=', 'representative').execute()
    clock('11:00')
    await portal.open('representative', '/LiveBookings/data')
    const returns = within(await screen.findByRole('region', { name: /^Open returns/ }))
    const name = returns.getByRole('button', { name: 'Rosa Represented' })
    expect(returns.queryByText('Otto Other')).toBeNull()
    expect(returns.queryByRole('button', { name: /^Close the return/ })).toBeNull()
    // The passenger's name, Activate, and the trip.
    await portal.user.click(name)
    const dialog = within(await screen.findByRole('dialog', { name: /Rosa Represented/ }))
    await portal.user.click(await dialog.findByRole('button', { name: 'Activate the return of Rosa Represented' }))
    const wizard = within(await screen.findByRole('dialog', { name: /New Booking for Rosa Represented/ }))
    await portal.user.click(await wizard.findByRole('button', { name: 'Confirm Trip' }))
    expect(await wizard.findByText("You're Booked!")).toBeVisible()
    expect(calls.of(api.searches.create)).toEqual([])
    expect(await openReturns(who)).toMatchObject([{ id: kept.id, state: 'activated' }])
  })

  // @test-tag long
  test('and another time is searched for in the wizard, for the same way back', async () => {
    const { open: kept } = await waiting('Tim Timed')
    clock('11:00')
    await portal.open('dispatcher', `/TravellerManagement?d=OpenReturnDialog-edit-${kept.id}`)
    const wizard = within(await screen.findByRole('dialog', { name: /New Booking for Tim Timed/ }))
    await portal.user.click(await wizard.findByRole('button', { name: 'Edit Trip' }))
    expect(wizard.queryByRole('radiogroup', { name: 'Return' })).toBeNull()
    expect(
      await wizard.findByText('For the way back that was kept: School → Harbour, Mon 23 Nov, not before 10:30 am'),
    ).toBeVisible()
    for (const name of ['Pick Up', 'Drop Off'])
      expect(wizard.getByRole('combobox', { name })).toHaveAttribute('readonly')
    expect(wizard.queryByRole('button', { name: 'Swap pick up and drop off' })).toBeNull()
    expect(wizard.queryByRole('button', { name: /^Book again/ })).toBeNull()
    await portal.user.click(await wizard.findByText('Leave Later'))
    await portal.fill(wizard.getByRole('combobox', { name: 'Travel Time' }), '2:00 pm')
    await portal.user.keyboard('{Enter}')
    await waitFor(() => expect(wizard.getByRole('button', { name: 'Find Trip' })).toBeEnabled())
    await portal.user.click(wizard.getByRole('button', { name: 'Find Trip' }))
    await portal.user.click(await wizard.findByRole('button', { name: 'Confirm Trip' }))
    expect(await wizard.findByText("You're Booked!")).toBeVisible()
    expect(calls.of(api.searches.create).map(({ body }) => body)).toMatchObject([{ open_return_id: kept.id }])
    expect(await openReturns(kept.traveler_id)).toMatchObject([{ state: 'activated' }])
  })

  // @test-tag long
  test('while nothing drives, and waits before all others', async () => {
    const { open: kept } = await waiting('Wanda Waits')
    clock('18:30')
    await portal.open('dispatcher', `/TravellerManagement?d=OpenReturnDialog-edit-${kept.id}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Way back, called for' }))
    expect(await dialog.findByText('Wanda Waits is on the waiting list, before all others')).toBeVisible()
    expect((await openReturns(kept.traveler_id))[0]?.waitlist_entry_id).not.toBeNull()
    await portal.user.click(dialog.getByRole('button', { name: 'Choose another time' }))
    const wizard = within(await screen.findByRole('dialog', { name: /New Booking for Wanda Waits/ }))
    expect(await wizard.findByText(/^For the way back that was kept: School → Harbour/)).toBeVisible()
    expect(wizard.getByRole('combobox', { name: 'Travel Time' })).toHaveValue('')
    expect(screen.queryByRole('dialog', { name: 'Way back, called for' })).toBeNull()
  })

  // @test-tag long
  test('once, also where the page is loaded again, and each press of Activate is a call of its own', async () => {
    const { who } = await waiting('Lena Loads')
    clock('11:00')
    const lost = calls.answer(api.openReturns.activate, async (ask) => {
      await ask()
      return new Promise(() => {})
    })
    const activate = () => screen.findByRole('button', { name: 'Activate the return of Lena Loads' })
    await portal.open('dispatcher', `/TravellerManagement?d=TravelerDialog-view-${who}`)
    await portal.user.click(await activate())
    await waitFor(async () => expect((await openReturns(who))[0]?.called_at).not.toBeNull())
    lost()
    await portal.reload()
    await screen.findByRole('dialog', { name: /New Booking for Lena Loads/ })
    await portal.go(`/TravellerManagement?d=TravelerDialog-view-${who}`)
    await portal.user.click(await activate())
    await screen.findByRole('dialog', { name: /New Booking for Lena Loads/ })
    const keys = calls.of(api.openReturns.activate).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
  })
})

// @test-tag long
test('a timed way back is kept until its passenger calls, with the effect shown, unless its booking is secured', async () => {
  const who = await town().passenger('Olga Open')
  const [there, back] = [
    await town().search({ who, from: 'Harbour', to: 'School', at: '09:00' }),
    await town().search({ who, from: 'School', to: 'Harbour', at: '11:00' }),
  ]
  const legs = [there, back].map(({ service_offerings: [offering] }) => ({
    service_offering_id: offering?.id ?? 0,
    payment_method: 'cash' as const,
  }))
  const { data } = await dispatcher().call(api.journeys.create, { body: { traveler_id: who, legs } })
  const [out, home] = data.service_requests
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${out?.id}`)
  const first = within(await screen.findByRole('dialog', { name: new RegExp(`^Booking # ${out?.id} `) }))
  await first.findByRole('button', { name: 'Cancel Booking' })
  expect(first.queryByRole('button', { name: 'Return when called' })).toBeNull()
  const status = (to: 'assigned' | 'secured') =>
    portal.server.deps.db
      .updateTable('service_requests')
      .set({ status: to })
      .where('id', '=', home?.id ?? 0)
      .execute()
  await status('secured')
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${home?.id}`)
  expect(await screen.findByRole('button', { name: 'Return when called' })).toHaveAttribute('aria-disabled', 'true')
  await status('assigned')
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${home?.id}`)
  await portal.user.click(await screen.findByRole('button', { name: 'Return when called' }))
  const effect = await portal.dialog('What this would do')
  expect(
    await effect.findByText(`Cancel booking ${home?.id}, and keep the way back until it is called for`),
  ).toBeVisible()
  await portal.user.click(effect.getByRole('button', { name: 'Accept' }))
  await waitFor(async () => expect(await openReturns(who)).toMatchObject([{ state: 'waiting' }]))
  expect((await bookingsOf(who)).map(({ status }) => status)).toEqual(['assigned', 'cancelled'])
})

describe('open returns of the day', () => {
  // covers: JRN-35
  // @test-tag long
  test('stand above the bookings with their places and time, and are ended there', async () => {
    const first = await waiting('Rita Row')
    const second = await waiting('Nils Needless')
    await portal.open('customer_service', `/LiveBookings/data?region=${town().region_id}`)
    const returns = within(await screen.findByRole('region', { name: /^Open returns/ }))
    const row = (name: string) => returns.getByText(name).closest('li')
    expect(row('Rita Row')).toHaveTextContent(/Rita Rownot before 10:30 amSchoolHarbour1 passenger/)
    await portal.user.click(returns.getByRole('button', { name: 'The return of Nils Needless is not needed' }))
    const needless = await screen.findByRole('dialog', { name: 'The return of Nils Needless is not needed' })
    await portal.user.click(within(needless).getByRole('button', { name: 'Not needed' }))
    await waitFor(() => expect(returns.queryByText('Nils Needless')).toBeNull())
    // The row of the button that had the keyboard is gone.
    await waitFor(() => expect(returns.getByRole('list').contains(document.activeElement)).toBe(true))
    expect(await openReturns(second.who)).toMatchObject([{ state: 'not_needed' }])
    await portal.user.click(returns.getByRole('button', { name: 'Close the return of Rita Row' }))
    await portal.user.keyboard('{Escape}')
    await waitFor(() => expect(returns.getByRole('button', { name: 'Close the return of Rita Row' })).toHaveFocus())
    await portal.user.click(returns.getByRole('button', { name: 'Close the return of Rita Row' }))
    const question = within(await screen.findByRole('dialog', { name: 'Close the return of Rita Row' }))
    expect(question.getByRole('button', { name: 'Close the return' })).toBeDisabled()
    await portal.fill(question.getByRole('textbox', { name: 'Reason' }), 'Fetched by a neighbour')
    await portal.user.click(question.getByRole('button', { name: 'Close the return' }))
    await waitFor(() => expect(screen.queryByText('Rita Row')).toBeNull())
    expect(await openReturns(first.who)).toMatchObject([{ state: 'closed', reason: 'Fetched by a neighbour' }])
  })

  // @test-tag long
  test('are asked for again where they could not be read', async () => {
    await waiting('Ella Error')
    const answered = calls.answer(api.openReturns.list, () => refusal(500, 'internal'))
    await portal.open('customer_service', `/LiveBookings/data?region=${town().region_id}`)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    answered()
    await portal.user.click(retry)
    expect(await screen.findByRole('region', { name: /^Open returns/ })).toHaveTextContent('Ella Error')
  })

  test('are not shown to those who may not read them', async () => {
    await waiting('Hidden Hans')
    await portal.open('fleet_manager', '/TripManagement')
    expect(calls.of(api.openReturns.list)).toEqual([])
  })
})
