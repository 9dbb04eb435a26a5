import { api } from '@ambit/contract'
import { bookGroup, people } from '@ambit/server/testing/groups'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { calls, noNetwork } from '../testing/calls.ts'
import { notice } from '../testing/notices.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

const opened = async (id: number, role: 'analyst' | 'dispatcher' = 'dispatcher') => {
  await portal.open(role, `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  return portal.dialog(new RegExp(`^Booking # ${id}`))
}
const statuses = async (ids: readonly number[]) => {
  const { data } = await town.dispatcher.call(api.serviceRequests.list, { query: { filter: { id: [...ids] } } })
  return data.map(({ status }) => status)
}

// covers: JRN-44
test('a booking of a group shows the others with their times and status, and leads to each', async () => {
  const { service_requests: all } = await bookGroup(town, await people(town, 3), { at: '09:00' })
  const [first, second, third] = all
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: third!.id }, body: {} })
  const dialog = await opened(first!.id)
  const group = within(await dialog.findByRole('region', { name: 'Group Harbour choir' }))
  expect(group.getByText('Together in one vehicle')).toBeVisible()
  const rows = within(await group.findByRole('list', { name: 'Other members of the group' })).getAllByRole('listitem')
  const member = (one: typeof second, status: string) =>
    new RegExp(`^${one!.traveler_name}, booking # ${one!.id}${status}Pick up 9:\\d\\d am – 9:\\d\\d am at Market$`)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(member(second, 'Assigned')),
    expect.stringMatching(member(third, 'Cancelled')),
  ])
  await portal.user.click(group.getByRole('button', { name: new RegExp(`booking # ${second!.id}$`) }))
  expect(await portal.dialog(new RegExp(`^Booking # ${second!.id}`))).toBeDefined()
})

test('the whole group is cancelled after a question, and who only reads is not asked', async () => {
  const { service_requests: all } = await bookGroup(town, await people(town, 3), { at: '12:00' })
  const ids = all.map(({ id }) => id)
  const read = await opened(ids[0]!, 'analyst')
  await read.findByRole('list', { name: 'Other members of the group' })
  expect(read.queryByRole('button', { name: 'Cancel group…' })).toBeNull()
  const dialog = await opened(ids[0]!)
  await portal.user.click(await dialog.findByRole('button', { name: 'Cancel group…' }))
  const question = await portal.dialog('Cancel group Harbour choir?')
  expect(question.getByText('All 3 bookings that are still open are cancelled.')).toBeVisible()
  await portal.user.click(question.getByRole('button', { name: 'Keep the group' }))
  expect(await statuses(ids)).toEqual(['assigned', 'assigned', 'assigned'])
  await portal.user.click(dialog.getByRole('button', { name: 'Cancel group…' }))
  const again = await portal.dialog('Cancel group Harbour choir?')
  await portal.user.type(again.getByLabelText('Reason (optional)'), 'Concert moved')
  await portal.user.click(again.getByRole('button', { name: 'Cancel 3 bookings' }))
  expect(await notice('Group Harbour choir')).toHaveTextContent('The group has been cancelled.')
  expect(await statuses(ids)).toEqual(['cancelled', 'cancelled', 'cancelled'])
})

test('a group is renamed at any of its bookings, and what was typed stays where the change fails', async () => {
  const { service_requests: all } = await bookGroup(town, await people(town, 2), { at: '15:00' })
  const read = await opened(all[0]!.id, 'analyst')
  await read.findByRole('list', { name: 'Other members of the group' })
  expect(read.queryByRole('button', { name: 'Rename…' })).toBeNull()
  const dialog = await opened(all[0]!.id)
  await portal.user.click(await dialog.findByRole('button', { name: 'Rename…' }))
  const question = await portal.dialog('Rename group Harbour choir')
  const name = question.getByRole('textbox', { name: 'Name of the group' })
  expect(question.getByRole('button', { name: 'Rename' })).toBeDisabled()
  await portal.user.clear(name)
  expect(question.getByText('Please enter a name')).toBeVisible()
  await portal.user.type(name, 'Harbour choir, altos')
  const online = calls.answer(api.bookingGroups.update, noNetwork)
  await portal.user.click(question.getByRole('button', { name: 'Rename' }))
  expect(await notice('The group could not be renamed')).toBeVisible()
  expect(name).toHaveValue('Harbour choir, altos')
  online()
  await portal.user.type(name, '{Enter}')
  expect(await dialog.findByRole('region', { name: 'Group Harbour choir, altos' })).toBeVisible()
})
