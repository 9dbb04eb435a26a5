import { api } from '@ambit/contract'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openedDialog } from '../../testing/opened-dialog.ts'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal()
const office = () => portal.server.client('operations_manager')

const region = async (name: string) =>
  (await office().call(api.regions.create, { body: { name, time_zone: 'Australia/Brisbane' } })).data.id
const show = async (id: number) => (await office().call(api.regions.show, { params: { id } })).data

// covers: JRN-17
// @test-tag long
test('a region chooses in its dialog to be asked about rides that are left out, instead of having passengers told', async () => {
  const id = await region('Asking Town')
  expect(await show(id)).toMatchObject({ series_left_out: 'tell' })
  await portal.open('operations_manager', `/RegionManagement?d=RegionDialog-edit-${id}-Series`)
  const dialog = await openedDialog(portal, 'Asking Town')
  expect(await dialog.findByRole('combobox', { name: 'A Ride Is Left Out' })).toHaveValue('Tell the passenger')
  await dialog.choose('A Ride Is Left Out', 'Ask me')
  await dialog.submit()
  expect(await screen.findByText('Your settings of recurring journeys have been successfully updated')).toBeVisible()
  await dialog.closes()
  expect(await show(id)).toMatchObject({ series_left_out: 'ask' })
})

// covers: JRN-30
test('a region has no limit for recurring journeys at first, and takes one over from the preset or as it is typed', async () => {
  const id = await region('Half Town')
  expect(await show(id)).toMatchObject({ series_share_max: null })
  await portal.open('operations_manager', `/RegionManagement?d=RegionDialog-edit-${id}-Series`)
  const dialog = await openedDialog(portal, 'Half Town')
  expect(await dialog.field('Share of the Seats on Offer at Most')).toHaveValue('')
  await dialog.fill('Share of the Seats on Offer at Most', '101')
  await portal.user.tab()
  expect(await dialog.findByText('Please enter 1 to 100 %')).toBeVisible()
  await portal.user.click(dialog.getByRole('button', { name: 'ADA: 50 %' }))
  await dialog.submit()
  await dialog.closes()
  expect(await show(id)).toMatchObject({ series_share_max: 50 })
})
