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

// @test-tag long
test('what a region does about misses is settled in its dialog, each figure with what it does, and refused beside its field', async () => {
  const id = await region('Patient Town')
  await portal.open('operations_manager', `/RegionManagement?d=RegionDialog-edit-${id}-Misses`)
  const dialog = await openedDialog(portal, 'Patient Town')
  expect(await dialog.field('Counted over')).toHaveValue('60 days')
  expect(dialog.getByRole('combobox', { name: 'Late Cancellations and No-Shows' })).toHaveValue('Count and show')
  expect(dialog.getByText(/^Off: from now on none is noted/)).toBeVisible()
  expect(dialog.getByText(/^With fewer misses there is no pattern/)).toBeVisible()
  expect(dialog.getByText(/^The passenger’s share against that of all passengers/)).toBeVisible()
  expect(await dialog.field('Misses at Least')).toHaveValue('5')
  expect(await dialog.field('Times the Average at Least')).toHaveValue('2 ×')
  expect(await dialog.field('Journeys at Least')).toHaveValue('10')
  await dialog.fill('Share of Own Journeys at Least', '14')
  await portal.user.tab()
  expect(await dialog.findByText('Please enter 15 to 100 %')).toBeVisible()
  await dialog.fill('Share of Own Journeys at Least', '20')
  await dialog.fill('Counted over', '90')
  await dialog.choose('Late Cancellations and No-Shows', 'Off')
  await dialog.submit()
  expect(await screen.findByText('Your settings of misses have been successfully updated')).toBeVisible()
  await dialog.closes()
  expect(await show(id)).toMatchObject({
    miss_policy: 'off',
    miss_window_days: 90,
    pattern_misses: 5,
    pattern_share: 20,
  })
})

// covers: JRN-98
test('a region counts misses unless it is set to note none, or to propose steps as well', async () => {
  const id = await region('Strict Town')
  expect(await show(id)).toMatchObject({ miss_policy: 'count' })
  await portal.open('operations_manager', `/RegionManagement?d=RegionDialog-edit-${id}-Misses`)
  const dialog = await openedDialog(portal, 'Strict Town')
  expect(await dialog.findByText(/a pattern proposes a warning letter first/)).toBeVisible()
  await dialog.choose('Late Cancellations and No-Shows', 'Count and propose steps')
  await dialog.submit()
  await dialog.closes()
  expect(await show(id)).toMatchObject({ miss_policy: 'propose' })
})
