// @module-tag long
import { waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openedDialog } from '../testing/opened-dialog.ts'
import { enrol } from '../testing/people.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

test('an agent links a helper by number, reads whose it is, and ends the help again', async () => {
  const { user } = portal
  const [elsa, hanna] = [await enrol(portal.server, 'Elsa'), await enrol(portal.server, 'Hanna')]
  await portal.open('customer_service', `/TravellerManagement?d=TravelerDialog-view-${elsa.id}-Helpers`)
  const dialog = await openedDialog(portal, new RegExp(`Passenger ${elsa.full_name} \\|`))
  expect(await dialog.findByText('No helpers')).toBeVisible()
  await user.click(await dialog.findByRole('button', { name: 'Link Helper' }))
  await dialog.fill('Passenger number of the helper', String(hanna.id))
  expect(await dialog.findByText(hanna.full_name)).toBeVisible()
  await dialog.submit()
  const list = within(await dialog.findByRole('list', { name: 'Helpers of this passenger' }))
  expect(list.getByText(hanna.full_name)).toBeVisible()
  expect(list.getByText('Book rides, Follow rides')).toBeVisible()
  await user.click(list.getByRole('button', { name: `End the help of ${hanna.full_name}` }))
  const question = await portal.dialog('End the help')
  await user.click(question.getByRole('button', { name: 'End' }))
  await waitFor(() => expect(dialog.queryByText(hanna.full_name)).toBeNull())
})
