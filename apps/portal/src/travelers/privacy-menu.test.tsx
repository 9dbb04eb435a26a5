import { api } from '@ambit/contract'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { nextDownload } from '../testing/downloads.ts'
import { notice } from '../testing/notices.ts'
import { enrol } from '../testing/people.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const openPassenger = async (id: number) => {
  await portal.open('administrator', `/TravellerManagement?d=TravelerDialog-view-${id}`)
  return portal.dialog(/Viewing Passenger/)
}
const choose = async (item: string) => {
  await portal.user.click(await screen.findByRole('button', { name: 'Privacy' }))
  await portal.user.click(await screen.findByRole('menuitem', { name: item }))
}

// covers: AUD-69
// @test-tag long
test('a passenger’s data are restricted with a reason that the record shows, and can be used again', async () => {
  const { user, server } = portal
  const { id } = await enrol(server, 'Rhea')
  const record = await openPassenger(id)
  await record.findByRole('button', { name: 'New booking' })
  await choose('Restrict …')
  const dialog = await portal.dialog(/Restrict use of data/)
  expect(dialog.getByRole('button', { name: 'Restrict' })).toBeDisabled()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Disputes the phone number')
  await user.click(dialog.getByRole('button', { name: 'Restrict' }))
  expect(await notice('Thank you')).toHaveTextContent(/are only stored now/)
  expect(await record.findByRole('alert')).toHaveTextContent('Disputes the phone number')
  expect(record.queryByRole('button', { name: 'New booking' })).toBeNull()
  await choose('Restrict …')
  await user.click((await portal.dialog(/Restrict use of data/)).getByRole('button', { name: /be used again/ }))
  expect(await record.findByRole('button', { name: 'New booking' })).toBeVisible()
  expect(record.queryByText('Disputes the phone number')).toBeNull()
})

test('no link for a new password is offered for a passenger to whom nothing is mailed', async () => {
  const { id } = await enrol(portal.server, 'Runa')
  const body = { restriction: 'Disputes the address' }
  await portal.server.client('superadmin').call(api.travelers.restrict, { params: { id }, body })
  await portal.open('administrator', `/TravellerManagement?d=ResetPasswordDialog-edit-${id}`)
  const dialog = await portal.dialog(/Reset password/)
  expect(dialog.getByText(/No link can be sent/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Send reset link' })).toBeNull()
})

test('all that is stored of a passenger is saved as one file', async () => {
  const { id } = await enrol(portal.server, 'Elsa')
  await openPassenger(id)
  const file = nextDownload()
  await choose('Export')
  const { name, content } = await file
  expect(name).toBe(`passenger-${id}.zip`)
  expect((await content.text()).slice(0, 2)).toBe('PK')
})

// covers: AUD-39
// @test-tag long
test('a protected passenger is opened once the reason was given, and is marked', async () => {
  const { user, server } = portal
  const { id } = await enrol(server, 'Priya')
  const record = await openPassenger(id)
  await choose('Protect')
  expect(await record.findByText('Protected')).toBeVisible()
  await portal.open('dispatcher', `/TravellerManagement?d=TravelerDialog-view-${id}`)
  const asked = await portal.dialog('Please give a reason')
  expect(screen.queryByRole('dialog', { name: /Viewing Passenger/ })).toBeNull()
  await user.type(asked.getByRole('textbox'), 'She calls about her bus')
  await user.click(asked.getByRole('button', { name: 'Continue' }))
  expect(await (await portal.dialog(/Viewing Passenger/)).findByText('Protected')).toBeVisible()
})
