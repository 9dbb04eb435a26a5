// @module-tag long
import { api } from '@ambit/contract'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal()
const aidsOf = async (region: number) =>
  (await portal.server.client('superadmin').call(api.mobilityAids.list, { query: { filter: { region: [region] } } }))
    .data

// covers: JRN-52
test('an operations manager reads the mobility aids of a region, and adds, changes and deletes one', async () => {
  const body = { name: 'Windward', time_zone: 'Australia/Brisbane' }
  const { id } = (await portal.server.client('superadmin').call(api.regions.create, { body })).data
  await portal.open('operations_manager', `/RegionManagement?d=RegionDialog-edit-${id}`)
  const { user } = portal
  const dialog = within(await screen.findByRole('dialog', { name: 'Windward' }))
  await user.click(await dialog.findByRole('tab', { name: 'Mobility aids' }))
  const list = within(await dialog.findByRole('list', { name: 'Mobility aids of the region' }))
  expect((await list.findAllByRole('listitem')).map((item) => item.getAttribute('aria-label'))).toEqual([
    'No aid',
    'Walker',
    'Pram',
    'Service animal',
    'Wheelchair',
    'Large wheelchair',
    'Scooter',
  ])
  expect(list.getByRole('listitem', { name: 'Scooter' })).toHaveTextContent(
    'Scooter1 wheelchair space180 s in, 180 s out',
  )

  await user.click(dialog.getByRole('button', { name: 'Add mobility aid' }))
  await portal.fill(dialog.getByRole('textbox', { name: /Name/ }), 'Rollator')
  await portal.fill(dialog.getByRole('textbox', { name: /Time to get in/ }), '45')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await list.findByRole('listitem', { name: 'Rollator' })).toHaveTextContent('Rollator1 seat45 s in, 30 s out')

  await user.click(list.getByRole('button', { name: 'Edit Rollator' }))
  await portal.fill(await dialog.findByRole('textbox', { name: /Time to get out/ }), '15')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await list.findByText('45 s in, 15 s out')).toBeVisible()

  await user.click(list.getByRole('button', { name: 'Delete Rollator' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Rollator was deleted.')).toBeVisible()
  expect((await aidsOf(id)).map(({ name }) => name)).not.toContain('Rollator')
})
