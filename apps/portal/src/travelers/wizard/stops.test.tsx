import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, open, choosePlaces, findTrip } = startWizard()

type Wizard = Awaited<ReturnType<typeof open>>
type Sent = { traveling_at: string; origin: { name: string }; destination: { name: string } }
const MINUTE_MS = 60_000

const addStop = (wizard: Wizard) => portal.user.click(wizard.getByRole('button', { name: 'Add a stop' }))
const placeOf = (wizard: Wizard, leg: number) => wizard.getByRole('combobox', { name: `Leg ${leg} to` })
const choose = async (wizard: Wizard, leg: number, name: string): Promise<void> => {
  await portal.fill(placeOf(wizard, leg), name)
  await screen.findByRole('option', { name: new RegExp(name) })
  await portal.user.keyboard('{Enter}')
  await waitFor(() => expect(placeOf(wizard, leg)).toHaveValue(`${name}, Port`))
}
const stayAt = (wizard: Wizard, place: string) => wizard.getByRole('textbox', { name: `Minutes at ${place}, Port` })
const find = async (wizard: Wizard) => {
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
}
const leg = async (wizard: Wizard, number: number) =>
  within(await wizard.findByRole('region', { name: `Leg ${number}` }))
/** From Harbour Road to School Lane, to Market Street and home again. */
const askRound = async (wizard: Wizard): Promise<void> => {
  await choosePlaces(wizard)
  await addStop(wizard)
  await choose(wizard, 2, 'Market Street')
  await addStop(wizard)
}
const bookingsOf = async (wizard: Wizard) => {
  const query = { filter: { traveler: [wizard.traveler.id] }, sort: 'id' as const }
  return (await portal.server.client('dispatcher').call(api.serviceRequests.list, { query })).data
}
const searched = () => calls.of(api.searches.create).map(({ body }) => body as Sent) // as it was sent
const confirm = (wizard: Wizard) => portal.user.click(wizard.getByRole('button', { name: 'Confirm All Trips' }))

// covers: JRN-10
test('a ride with two stops is searched leg after leg, each after the stay, and booked as one', async () => {
  const wizard = await open()
  await askRound(wizard)
  expect(placeOf(wizard, 3)).toHaveValue('Harbour Road, Port')
  expect(stayAt(wizard, 'Market Street')).toHaveFocus()
  await portal.fill(stayAt(wizard, 'School Lane'), '45')
  await portal.fill(stayAt(wizard, 'Market Street'), '15')
  expect(wizard.queryByRole('button', { name: 'Add a stop' })).toBeNull()
  expect(wizard.queryByRole('radio', { name: 'Return at a time' })).toBeNull()
  await find(wizard)
  const second = await leg(wizard, 2)
  expect(await second.findByText(/leave at .* after a stay of 45 min$/)).toBeVisible()
  const [, least = '', most = ''] =
    /^By what is promised: (\d+) to (\d+) min there$/.exec(second.getByText(/promised/).textContent) ?? []
  expect(Number(least)).toBeGreaterThanOrEqual(45)
  expect(Number(most)).toBeGreaterThan(Number(least))
  expect((await leg(wizard, 1)).queryByText(/By what is promised/)).toBeNull()
  const sent = searched()
  expect(sent.map(({ origin, destination }) => `${origin.name} to ${destination.name}`)).toEqual([
    'Harbour Road, Port to School Lane, Port',
    'School Lane, Port to Market Street, Port',
    'Market Street, Port to Harbour Road, Port',
  ])
  const prices = wizard.getByText('Together').closest('dl')
  expect(prices).toHaveTextContent('Leg 1$3.50Leg 2$3.50Leg 3$3.50Together$10.50')
  await confirm(wizard)
  expect(await wizard.findByText("You're Booked!")).toBeVisible()
  for (const number of [1, 2, 3]) expect(await wizard.findByRole('region', { name: `Leg ${number}` })).toBeVisible()
  const legs = await bookingsOf(wizard)
  expect(legs.map(({ journey_leg, stay_minutes }) => [journey_leg, stay_minutes])).toEqual([
    [1, null],
    [2, 45],
    [3, 15],
  ])
  const [first, then, last] = legs
  const between = (from = '', until = ''): number => Math.floor((Date.parse(until) - Date.parse(from)) / MINUTE_MS)
  // From door to door: the ways on foot are no part of the stay.
  expect(Number(least)).toBeLessThanOrEqual(between(first?.dropoff.upper_bound, then?.pickup.lower_bound))
  expect(Number(most)).toBeLessThanOrEqual(between(first?.dropoff.lower_bound, then?.pickup.upper_bound))
  const gap = (before = first, after = first): number =>
    (Date.parse(after?.pickup.lower_bound ?? '') - Date.parse(before?.dropoff.upper_bound ?? '')) / MINUTE_MS
  expect(gap(first, then)).toBeGreaterThanOrEqual(45)
  expect(gap(then, last)).toBeGreaterThanOrEqual(15)
})

// covers: JRN-10
// @test-tag long
test('a stay out of 10 to 480 minutes is said at its field, and nothing is searched', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await addStop(wizard)
  await choose(wizard, 2, 'Market Street')
  for (const minutes of ['9', '481', '']) {
    await portal.fill(stayAt(wizard, 'School Lane'), minutes)
    expect(stayAt(wizard, 'School Lane')).toHaveAccessibleDescription('Please enter 10 to 480 minutes')
    expect(findTrip(wizard)).toBeDisabled()
  }
  await portal.fill(stayAt(wizard, 'School Lane'), '480')
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  expect(searched()).toEqual([])
})

// covers: JRN-10
// @test-tag long
test('where a return was asked for, a stop comes before the way home, and without stops the return is asked for again', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByRole('radio', { name: 'Return at a time' }))
  await addStop(wizard)
  expect([placeOf(wizard, 2), placeOf(wizard, 3)].map((field) => (field as HTMLInputElement).value)).toEqual([
    '',
    'Harbour Road, Port',
  ]) // comboboxes are inputs
  expect(wizard.queryByRole('combobox', { name: 'Repeat' })).toBeNull()
  await find(wizard)
  expect(placeOf(wizard, 2)).toHaveAccessibleDescription('Please choose a place')
  expect(searched()).toEqual([])
  await choose(wizard, 2, 'School Lane')
  expect(placeOf(wizard, 2)).toHaveAccessibleDescription('Pick up and drop off are the same place')
  await portal.user.click(wizard.getByRole('button', { name: 'Remove leg 2' }))
  expect(placeOf(wizard, 2)).toHaveValue('Harbour Road, Port')
  await portal.user.click(wizard.getByRole('button', { name: 'Remove leg 2' }))
  expect(wizard.getByRole('button', { name: 'Add a stop' })).toHaveFocus()
  expect(wizard.getByRole('radio', { name: 'No return' })).toBeChecked()
})

// covers: JRN-10
// @test-tag long
test('a leg that is gone brings fresh trips for it and those after it, the ones before stay chosen, and nothing was booked', async () => {
  const wizard = await open()
  await askRound(wizard)
  await find(wizard)
  await leg(wizard, 3)
  const { db } = portal.server.deps
  const gone = await db
    .selectFrom('service_availability_searches')
    .where('traveler_id', '=', wizard.traveler.id)
    .where('origin_name', '=', 'School Lane, Port')
    .select('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('service_offerings')
    .set({ expires_at: '2026-11-22T00:00:00Z' })
    .where('service_availability_search_id', '=', gone.id)
    .execute()
  await confirm(wizard)
  expect(await screen.findByText('Leg 2 was taken in the meantime. These are the trips that fit now.')).toBeVisible()
  expect(await bookingsOf(wizard)).toEqual([])
  await waitFor(() => expect(searched()).toHaveLength(4))
  await waitFor(() => expect(wizard.getByRole('button', { name: 'Confirm All Trips' })).toBeEnabled())
  await confirm(wizard)
  expect(await wizard.findByText("You're Booked!")).toBeVisible()
  const [before, after] = calls
    .of(api.journeys.create)
    .map(({ body }) => (body as { legs: { service_offering_id: number }[] }).legs.map((one) => one.service_offering_id)) // as it was sent
  expect(after?.[0]).toBe(before?.[0])
  expect([after?.[1] === before?.[1], after?.[2] === before?.[2]]).toEqual([false, false])
})

// covers: JRN-10
// @test-tag long
test('a leg without a trip is said with its number, and the ride is not shown in part', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await addStop(wizard)
  await choose(wizard, 2, 'Market Street')
  await portal.user.click(wizard.getByRole('radio', { name: 'Leave Later' }))
  await portal.fill(wizard.getByRole('combobox', { name: 'Travel Time' }), '4:00 pm')
  await portal.user.keyboard('{Enter}')
  await portal.fill(stayAt(wizard, 'School Lane'), '480')
  await find(wizard)
  expect(await wizard.findByText(/^Leg 2: /)).toBeVisible()
  expect(wizard.queryByRole('button', { name: 'Put on the waiting list' })).toBeNull()
  expect(findTrip(wizard)).toBeVisible()
})

// @test-tag long
test('a journey that is made again and again has no stops', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await addStop(wizard)
  expect(wizard.getByText(/it is not repeated/)).toBeVisible()
  await portal.user.click(wizard.getByRole('button', { name: 'Remove leg 2' }))
  await portal.choose(wizard.getByRole('combobox', { name: 'Repeat' }), 'Every day')
  expect(await wizard.findByText('A recurring journey has no stops.')).toBeVisible()
  expect(wizard.queryByRole('button', { name: 'Add a stop' })).toBeNull()
})
