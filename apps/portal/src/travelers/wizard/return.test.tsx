import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, choosePlaces, findTrip } = startWizard()

type Wizard = Awaited<ReturnType<typeof open>>
const choice = (wizard: Wizard, name: string) => wizard.getByRole('radio', { name })
/** There and back is found: the trips of both ways. */
const findBoth = async (wizard: Wizard) => {
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  const ways = {
    there: await wizard.findByRole('region', { name: 'Way there' }),
    back: wizard.getByRole('region', { name: 'Way back' }),
  }
  return { there: within(ways.there), back: within(ways.back) }
}
const returnAt = async (wizard: Wizard, time: string): Promise<void> => {
  await portal.user.click(choice(wizard, 'Return at a time'))
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.fill(wizard.getByRole('combobox', { name: 'Return Time' }), time)
  await portal.user.keyboard('{Enter}')
}
const bookingsOf = async (wizard: Wizard) => {
  const query = { filter: { traveler: [wizard.traveler.id] }, sort: 'id' as const }
  return (await portal.server.client('dispatcher').call(api.serviceRequests.list, { query })).data
}
const booked = (wizard: Wizard) => wizard.findByText("You're Booked!")
const confirm = (wizard: Wizard) => portal.user.click(wizard.getByRole('button', { name: 'Confirm Both Trips' }))

// @test-tag long
test('a ride without a way back is searched and shown as before', async () => {
  const wizard = await open()
  expect(choice(wizard, 'No return')).toBeChecked()
  await choosePlaces(wizard)
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByRole('button', { name: 'Confirm Trip' })).toBeEnabled()
  expect(calls.of(api.searches.create)).toHaveLength(1)
  expect(wizard.queryByRole('region', { name: 'Way back' })).toBeNull()
})

// covers: JRN-02, JRN-05, JRN-08
test('there and back are searched at once with the places swapped, shown with their prices, and booked together', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(choice(wizard, 'Return at a time'))
  const ways = await findBoth(wizard)
  const [there, back] = calls.of(api.searches.create).map(({ body }) => body)
  expect(there).toMatchObject({ origin: { name: 'Harbour Road, Port' }, destination: { name: 'School Lane, Port' } })
  expect(back).toMatchObject({
    origin: { name: 'School Lane, Port' },
    destination: { name: 'Harbour Road, Port' },
    departing: true,
  })
  expect(ways.there.getAllByRole('radio', { name: /Soonest/ })).toHaveLength(1)
  expect(ways.back.getAllByRole('radio', { name: /Soonest/ })).toHaveLength(1)
  const prices = wizard.getByText('Together').closest('dl')
  expect(prices).toHaveTextContent('Way there$3.50Way back$3.50Together$7.00')
  await confirm(wizard)
  expect(await booked(wizard)).toBeVisible()
  const legs = await bookingsOf(wizard)
  expect(legs.map(({ journey_leg }) => journey_leg)).toEqual([1, 2])
  expect(new Set(legs.map(({ journey_id }) => journey_id)).size).toBe(1)
  expect(wizard.getByText(`Booking # ${legs[0]?.id}, Booking # ${legs[1]?.id}`)).toBeVisible()
})

// covers: JRN-03
// @test-tag long
test('the way back is chosen at first where it was the last time, at the suggested time', async () => {
  const wizard = await open()
  const place = (name: 'Harbour' | 'School') => ({ who: wizard.traveler.id, from: name, to: name })
  const [there, back] = [
    await town().search({ ...place('Harbour'), to: 'School', at: '09:00' }),
    await town().search({ ...place('School'), to: 'Harbour', at: '11:00' }),
  ]
  const legs = [there, back].map(({ service_offerings: [offering] }) => ({
    service_offering_id: offering?.id ?? 0,
    payment_method: 'cash' as const,
  }))
  await town().dispatcher.call(api.journeys.create, { body: { traveler_id: wizard.traveler.id, legs } })
  await choosePlaces(wizard)
  await waitFor(() => expect(choice(wizard, 'Return at a time')).toBeChecked())
  await waitFor(() => expect(calls.of(api.journeys.suggestReturn)).not.toHaveLength(0))
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  expect(wizard.getByRole<HTMLInputElement>('combobox', { name: 'Return Time' }).value).toMatch(/^9:\d[05] am$/)
})

// covers: JRN-03
// @test-tag long
test('the suggested return follows a way there that is changed after a search', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(choice(wizard, 'Return at a time'))
  await findBoth(wizard)
  const before = calls.of(api.searches.create).length
  await portal.user.click(wizard.getByRole('button', { name: 'Edit Trip' }))
  await portal.user.click(await wizard.findByText('Leave Later'))
  await portal.fill(wizard.getByRole('combobox', { name: 'Travel Time' }), '2:00 pm')
  await portal.user.keyboard('{Enter}')
  await findBoth(wizard)
  const [there, back] = calls
    .of(api.searches.create)
    .slice(before)
    .map(({ body }) => Date.parse((body as { traveling_at: string }).traveling_at)) // as it was sent
  expect((back ?? 0) - (there ?? 0)).toBeGreaterThanOrEqual(30 * 60_000)
})

// covers: JRN-02
// @test-tag long
test('people and places are changed for the way back alone', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(choice(wizard, 'Return at a time'))
  await portal.user.click(await wizard.findByRole('button', { name: 'Change the way back' }))
  const way = within(wizard.getByRole('region', { name: 'Way back' }))
  await portal.fill(way.getByRole('textbox', { name: 'Total Passengers' }), '2')
  expect(way.getByRole('combobox', { name: 'Pick Up' })).toHaveValue('School Lane, Port')
  await portal.fill(way.getByRole('combobox', { name: 'Drop Off' }), 'Market Street')
  await screen.findByRole('option', { name: /Market Street/ })
  await portal.user.keyboard('{Enter}')
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await portal.user.click(findTrip(wizard))
  await wizard.findByRole('button', { name: 'Confirm Both Trips' })
  type Sent = { passengers: unknown[]; origin: { name: string }; destination: { name: string } }
  const sent = calls.of(api.searches.create).map(({ body }) => body as Sent) // as it was sent
  expect(sent.map(({ passengers, origin, destination }) => [passengers.length, origin.name, destination.name])).toEqual(
    [
      [1, 'Harbour Road, Port', 'School Lane, Port'],
      [2, 'School Lane, Port', 'Market Street, Port'],
    ],
  )
})

// covers: JRN-04
// @test-tag long
test('a way back that cannot be reached says from when on it can, and the way there is booked without it where that is wanted', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await returnAt(wizard, '8:05 am')
  const { back } = await findBoth(wizard)
  expect(
    await back.findByText(/^The way there ends at 8:\d\d am; a return is possible from 8:\d[05] am$/),
  ).toBeVisible()
  expect(wizard.getByRole('button', { name: 'Confirm Both Trips' })).toBeDisabled()
  await portal.user.click(wizard.getByRole('checkbox', { name: 'Book the way there even without a way back' }))
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm the Way There' }))
  expect(await booked(wizard)).toBeVisible()
  expect(wizard.getByText('The way back is not booked.')).toBeVisible()
  expect(await bookingsOf(wizard)).toHaveLength(1)
})

// covers: JRN-06
// @test-tag long
test('where there is no way back the way there is booked alone if that is wanted, and the way back may wait for room', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  // Bus 7 is in service until six.
  await returnAt(wizard, '8:00 pm')
  await portal.user.click(findTrip(wizard))
  expect(await wizard.findByRole('button', { name: 'Confirm Both Trips' })).toBeDisabled()
  await portal.user.click(wizard.getByRole('checkbox', { name: 'Book the way there even without a way back' }))
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm the Way There' }))
  expect(await booked(wizard)).toBeVisible()
  await portal.user.click(await wizard.findByRole('button', { name: 'Put on the waiting list' }))
  const form = within(await wizard.findByRole('region', { name: 'Put on the waiting list' }))
  await portal.user.click(await form.findByRole('button', { name: 'Put on the waiting list' }))
  expect(await wizard.findByText('The way back is on the waiting list.')).toBeVisible()
  expect(await booked(wizard)).toBeVisible()
  const { data } = await portal.server.client('dispatcher').call(api.waitlistEntries.list, {
    query: { filter: { traveler: [wizard.traveler.id] } },
  })
  expect(data).toMatchObject([{ origin: { name: 'School Lane, Port' }, destination: { name: 'Harbour Road, Port' } }])
  expect(await bookingsOf(wizard)).toHaveLength(1)
})

// covers: JRN-07
// @test-tag long
test('where the way back is gone fresh trips for it are shown, the way there stays chosen, and nothing has been booked', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await returnAt(wizard, '2:00 pm')
  await findBoth(wizard)
  const { db } = portal.server.deps
  const offered = await db.selectFrom('service_offerings').select('id').orderBy('id', 'desc').execute()
  const searches = await db
    .selectFrom('service_availability_searches')
    .where('traveler_id', '=', wizard.traveler.id)
    .where('origin_name', '=', 'School Lane, Port')
    .select('id')
    .execute()
  expect(offered.length).toBeGreaterThan(1)
  await db
    .updateTable('service_offerings')
    .set({ expires_at: '2026-11-22T00:00:00Z' })
    .where(
      'service_availability_search_id',
      'in',
      searches.map(({ id }) => id),
    )
    .execute()
  await confirm(wizard)
  expect(
    await screen.findByText('That way back was taken in the meantime. These are the trips that fit now.'),
  ).toBeVisible()
  expect(await bookingsOf(wizard)).toEqual([])
  await confirm(wizard)
  expect(await booked(wizard)).toBeVisible()
  const [first, second] = calls
    .of(api.journeys.create)
    .map(({ body }) => (body as { legs: { service_offering_id: number }[] }).legs) // as it was sent
  expect(second?.[0]).toEqual(first?.[0])
  expect(second?.[1]).not.toEqual(first?.[1])
})

// covers: JRN-68
// @test-tag long
test('another time of either way is searched again with the other way, and both are booked at it', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await portal.user.click(choice(wizard, 'Leave Later'))
  await portal.fill(wizard.getByRole('combobox', { name: 'Travel Time' }), '9:00 am')
  await portal.user.keyboard('{Enter}')
  await returnAt(wizard, '11:00 am')
  /** The earliest other time of a way, which is searched then. */
  const take = async (way: string): Promise<string> => {
    const times = within(await wizard.findByRole('region', { name: `Other times: ${way}` }))
    await portal.user.click(times.getByRole('button', { name: 'Other times' }))
    const [earliest] = await times.findAllByRole('button', { name: /^Leave at/ })
    const time = earliest!.querySelector('strong')!.textContent.replace('Leave', 'leave')
    await portal.user.click(earliest!)
    const leg = within(await wizard.findByRole('region', { name: way }))
    expect(await leg.findByText(new RegExp(time))).toBeVisible()
    return time
  }
  await findBoth(wizard)
  expect(await take('Way there')).not.toBe('leave at 9:00 am')
  expect(await take('Way back')).not.toBe('leave at 11:00 am')
  await confirm(wizard)
  await booked(wizard)
  const [there, back] = (await bookingsOf(wizard)).map(({ asked }) => asked)
  expect(there).toMatchObject({ wished_at: '2026-11-22T23:00:00.000Z' })
  expect(there?.traveling_at).not.toBe(there?.wished_at)
  expect(back?.traveling_at).not.toBe('2026-11-23T01:00:00.000Z')
})
