import { api } from '@ambit/contract'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, choosePlaces, timeField, findTrip } = startWizard()

type Wizard = Awaited<ReturnType<typeof open>>
const findAt = async (wizard: Wizard, time: string): Promise<void> => {
  await choosePlaces(wizard)
  await portal.user.click(wizard.getByRole('radio', { name: 'Leave Later' }))
  await portal.fill(timeField(wizard), time)
  await portal.user.keyboard('{Enter}')
  await portal.user.click(findTrip(wizard))
}

// covers: JRN-75
// @test-tag long
test('a ride that is nearly the same is shown before the search, to be opened, or to be booked beside', async () => {
  const wizard = await open()
  const { id } = await town().book({ who: wizard.traveler.id, from: 'Harbour', to: 'School', at: '10:00' })
  await findAt(wizard, '10:30')
  const other = within(await wizard.findByRole('group', { name: 'Another ride of the passenger' }))
  expect(
    wizard.getByText(new RegExp(`^Booking ${id} is nearly the same ride: pick up Mon 23 Nov, 10:00 am$`)),
  ).toBeVisible()
  expect(await other.findByText(/Harbour → School$/)).toBeVisible()
  await portal.user.click(other.getByRole('button', { name: 'Open it' }))
  const opened = within(await screen.findByRole('dialog', { name: new RegExp(`^Booking # ${id} `) }))
  await portal.user.click(opened.getByRole('button', { name: 'Close' }))
  const again = within(await screen.findByRole('dialog', { name: /New Booking/ }))
  await portal.user.click(await again.findByRole('button', { name: 'Book anyway' }))
  expect(await again.findByRole('radio', { name: /Soonest/ })).toBeVisible()
  await portal.user.click(again.getByRole('button', { name: 'Confirm Trip' }))
  expect(await again.findByText("You're Booked!")).toBeVisible()
  expect(calls.of(api.serviceRequests.create).at(-1)?.body).toMatchObject({ besides: [id] })
})

// covers: JRN-75, JRN-78
// @test-tag long
test('a ride that a colleague has booked meanwhile is shown at the trips, and can be booked beside there', async () => {
  const wizard = await open()
  await findAt(wizard, '12:30')
  await wizard.findByRole('radio', { name: /Soonest/ })
  const { id } = await town().book({ who: wizard.traveler.id, from: 'Harbour', to: 'School', at: '12:00' })
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  const other = within(await wizard.findByRole('group', { name: 'Another ride of the passenger' }))
  expect(wizard.getByRole('alert')).toHaveTextContent(`Booking ${id} is nearly the same ride`)
  await portal.user.click(other.getByRole('button', { name: 'Book anyway' }))
  expect(await wizard.findByText("You're Booked!")).toBeVisible()
})

// covers: JRN-76
// @test-tag long
test('a ride at the time of another is refused with its times, and dispatchers cannot book beside it', async () => {
  const wizard = await open()
  await town().book({ who: wizard.traveler.id, from: 'Station', to: 'Harbour', at: '14:00' })
  await findAt(wizard, '14:00')
  expect(await wizard.findByText(/^Noor Caller\d+ travels from 2:0\d pm to 2:\d+ pm already$/)).toBeVisible()
  expect(wizard.queryByRole('button', { name: 'Book anyway' })).toBeNull()
})

// covers: JRN-76
// @test-tag long
test('an operations manager books a ride at the time of another with a reason', async () => {
  const wizard = await open({}, 'operations_manager')
  await town().book({ who: wizard.traveler.id, from: 'Station', to: 'Harbour', at: '15:00' })
  await findAt(wizard, '15:00')
  const anyway = await wizard.findByRole('button', { name: 'Book anyway' })
  expect(anyway).toBeDisabled()
  await portal.fill(wizard.getByRole('textbox', { name: /Why the passenger rides at that time/ }), 'Two wheelchairs')
  await portal.user.click(anyway)
  await wizard.findByRole('radio', { name: /Soonest/ })
  await portal.user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  expect(await wizard.findByText("You're Booked!")).toBeVisible()
  expect(calls.of(api.serviceRequests.create).at(-1)?.body).toMatchObject({ overlap_reason: 'Two wheelchairs' })
})

// covers: JRN-77
test('an offering says how many minutes are missing after another ride', async () => {
  const wizard = await open()
  const { id } = await town().book({ who: wizard.traveler.id, from: 'Harbour', to: 'Station', at: '16:00' })
  await town().vehicle('Bus 8', { from: '15:00' })
  await findAt(wizard, '16:10')
  const offer = await wizard.findByRole('radio', { name: /Soonest/ })
  expect(offer).toHaveAccessibleName(new RegExp(`Too little time after booking ${id}: \\d min are missing`))
})
