import { api } from '@ambit/contract'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls, refusal } from '../../testing/calls.ts'
import { failedChecks } from '../../testing/failed-checks.ts'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
type Role = Parameters<typeof portal.open>[0]

const prepared = async () => {
  const [van] = await failedChecks(portal.server)
  const query = { filter: { trip: [van!.trip_id] } }
  const { data } = await portal.server.client('dispatcher').call(api.vehicleChecks.list, { query })
  return { van: van!, check: data[0]! }
}
type Prepared = Awaited<ReturnType<typeof prepared>>

const photosIn = async (title: string) => {
  const dialog = await portal.dialog(title)
  return within(await dialog.findByRole('list', { name: 'Photos' }))
}
const atCheck = async (role: Role, { check }: Prepared) => {
  await portal.open(role, `/VehicleManagement/Checks?d=VehicleCheckDialog-view-${check.id}`)
  return photosIn('Van 1, Start of shift')
}
const atNote = async (role: Role, { van }: Prepared) => {
  await portal.open(role, `/VehicleManagement?d=VehicleDialog-view-${van.vehicle_id}-VehicleNotes`)
  return photosIn('Van 1')
}
const viewer = async () => within(await screen.findByRole('dialog', { name: /^Photo/ }))
const noViewer = () => waitFor(() => expect(screen.queryByRole('dialog', { name: /^Photo/ })).toBeNull())
const WHY = 'A passenger’s face is on it'
const GONE = /^A photo was removed on \d\d\/11\/2026: A passenger’s face is on it$/

// @test-tag long
test('a dispatcher removes a photo of a check by keyboard, and when and why stands in its place', async () => {
  const { user } = portal
  const world = await prepared()
  const list = await atCheck('dispatcher', world)
  list.getAllByRole('button')[0]!.focus()
  await user.keyboard('{Enter}')
  const large = await viewer()
  large.getByRole('button', { name: 'Remove photo' }).focus()
  await user.keyboard('{Enter}')
  const question = within(await large.findByRole('form', { name: 'Remove this photo?' }))
  expect(question.getByText(/deleted for good; who removed it and why stays in the audit/)).toBeVisible()
  const reason = question.getByRole('textbox', { name: 'Reason' })
  expect(document.activeElement).toBe(reason)
  await user.keyboard(`${WHY}{ArrowRight}`)
  expect(large.getByRole('img')).toHaveAccessibleName(/^Photo 1 of 2/)
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  await noViewer()
  const gone = await list.findByText(GONE)
  await waitFor(() => expect(document.activeElement).toBe(gone))
  expect(list.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
    expect.stringMatching(/^Photo: Brakes/),
  ])
  expect((await atNote('fleet_manager', world)).getByText(GONE)).toBeVisible()
})

// @test-tag long
test('a fleet manager removes a photo at the vehicle’s note, where when and why stands in its place', async () => {
  const { user } = portal
  const world = await prepared()
  const list = await atNote('fleet_manager', world)
  await user.click(list.getAllByRole('button')[1]!)
  const large = await viewer()
  await user.click(large.getByRole('button', { name: 'Remove photo' }))
  await user.type(large.getByRole('textbox', { name: 'Reason' }), WHY)
  await user.click(large.getByRole('button', { name: 'Remove photo' }))
  await noViewer()
  expect(await list.findByText(GONE)).toBeVisible()
  expect(list.getAllByRole('img')).toHaveLength(1)
})

test('a photo is removed with a reason only, and Escape in the question keeps it and the viewer open', async () => {
  const { user } = portal
  const world = await prepared()
  const list = await atCheck('dispatcher', world)
  await user.click(list.getAllByRole('button')[0]!)
  const large = await viewer()
  await user.click(large.getByRole('button', { name: 'Remove photo' }))
  const field = large.getByRole('textbox', { name: 'Reason' })
  await user.type(field, ' x ')
  await user.click(large.getByRole('button', { name: 'Remove photo' }))
  expect(await large.findByText('Please give a reason of at least 3 characters')).toBeVisible()
  expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(calls.of(api.vehicleChecks.removePhoto)).toEqual([])
  field.focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(large.queryByRole('form')).toBeNull())
  expect(document.activeElement).toBe(large.getByRole('button', { name: 'Remove photo' }))
  expect((await viewer()).getByRole('img')).toHaveAccessibleName(/^Photo 1 of 2/)
  await user.keyboard('{Escape}')
  await noViewer()
  expect(portal.address()).toContain('VehicleCheckDialog-view')
  expect(list.getAllByRole('img')).toHaveLength(2)
})

test('what the server says of a photo that cannot be removed stands beside the reason, which is kept', async () => {
  const { user } = portal
  const world = await prepared()
  const list = await atCheck('dispatcher', world)
  await user.click(list.getAllByRole('button')[0]!)
  const large = await viewer()
  await user.click(large.getByRole('button', { name: 'Remove photo' }))
  await user.type(large.getByRole('textbox', { name: 'Reason' }), WHY)
  const refuse = () => refusal(409, 'conflict', 'The photo cannot be deleted. A hold keeps it')
  const mended = calls.answer(api.vehicleChecks.removePhoto, refuse)
  await user.click(large.getByRole('button', { name: 'Remove photo' }))
  expect(await large.findByRole('alert')).toHaveTextContent(/could not be removed.*A hold keeps it/)
  expect(large.getByRole('textbox', { name: 'Reason' })).toHaveValue(WHY)
  mended()
  await user.click(large.getByRole('button', { name: 'Remove photo' }))
  await noViewer()
  expect(await list.findByText(GONE)).toBeVisible()
})

test('removing a photo is not offered to who may only read checks or vehicles', async () => {
  const { user } = portal
  const world = await prepared()
  const reads = {
    permissions: ['VehicleManagement:vehicle:canRead', 'VehicleManagement:vehicleCheck:canRead'] as const,
  }
  for (const open of [atCheck, atNote]) {
    const list = await open({ permissions: [...reads.permissions] }, world)
    await user.click(list.getAllByRole('button')[0]!)
    const large = await viewer()
    expect(large.getByRole('button', { name: 'Next' })).toBeVisible()
    expect(large.queryByRole('button', { name: 'Remove photo' })).toBeNull()
  }
})
