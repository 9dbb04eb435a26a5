import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeEach(async () => {
  town = await buildSmallTown(portal.server)
})

const chooseBlocked = async (name: string) => {
  const dialog = await portal.dialog(name)
  await portal.choose(await dialog.findByRole('combobox', { name: /^Status/ }), 'Blocked')
  return dialog
}
const statusOf = async (id: number) =>
  (await portal.server.client('fleet_manager').call(api.drivers.show, { params: { id } })).data.status

// @test-tag long
test('blocking a driver at the wheel warns, and lists the current and coming schedules', async () => {
  const van = await town.vehicle('Van1')
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  await portal.open('superadmin', `/DriverManagement?d=DriverDialog-edit-${van.driver_id}`)
  const dialog = await portal.dialog('Driver Van1')
  expect(dialog.queryByText('Blocking signs the driver out at once')).toBeNull()
  await chooseBlocked('Driver Van1')
  expect(await dialog.findByText('Blocking signs the driver out at once')).toBeVisible()
  expect(dialog.getByText(/A trip is under way/)).toBeVisible()
  const list = within(dialog.getByRole('list', { name: 'Current and coming schedules' }))
  const [only, ...others] = list.getAllByRole('listitem')
  expect(others).toEqual([])
  expect(only).toHaveTextContent(/live Van1, Bayside, .*8:00 am – 6:00 pm, Driver Van1, 0 bookings/)
  expect(await statusOf(van.driver_id)).toBe('approved')
  await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
  await portal.sayWhy()
  await waitFor(async () => expect(await statusOf(van.driver_id)).toBe('blocked'))
})

test('blocking a driver without schedules does not warn', async () => {
  const { data: free } = await portal.server.client('fleet_manager').call(api.drivers.create, {
    body: { first_name: 'Fay', last_name: 'Free', username: 'fay.free', email: 'fay@example.org', status: 'approved' },
  })
  await portal.open('superadmin', `/DriverManagement?d=DriverDialog-edit-${free.id}`)
  const dialog = await chooseBlocked('Fay Free')
  await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
  await portal.sayWhy()
  await waitFor(async () => expect(await statusOf(free.id)).toBe('blocked'))
  expect(screen.queryByText('Blocking signs the driver out at once')).toBeNull()
})
