import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { notice } from '../testing/notices.ts'
import { enrol } from '../testing/people.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

// @test-tag long
test('the page Privacy is in the menu group System for those who may read the rules', async () => {
  await portal.open('administrator', '/')
  const system = within(await screen.findByRole('region', { name: 'System' }))
  await portal.user.click(system.getByRole('link', { name: 'Privacy' }))
  const table = await screen.findByRole('table', { name: 'Retention' })
  expect(portal.address()).toMatch(/^\/Privacy/)
  const row = within(table).getByRole('row', { name: /Passengers without a journey/ })
  expect(row).toHaveTextContent('36 months')
  expect(row).toHaveTextContent('Anonymised')
  expect(within(table).getByRole('row', { name: /Notes on vehicles/ })).toHaveTextContent('For good')
  await portal.open('operations_manager', '/Privacy')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('table', { name: 'Retention' })).toBeNull()
})

// covers: AUD-55
// @test-tag long
test('a shorter period is previewed, waits for a week with a countdown, and can be taken back', async () => {
  const { user } = portal
  await portal.open('administrator', '/Privacy?d=RetentionDialog-view-staff_mails')
  const dialog = await portal.dialog(/Mail to staff/)
  expect(await dialog.findByText('Nothing would go.')).toBeVisible()
  const count = dialog.getByRole('textbox', { name: 'Kept for' })
  await user.clear(count)
  await user.type(count, '10')
  expect(await dialog.findByText('Tonight, by the period above')).toBeVisible()
  const reason = dialog.getByRole('textbox', { name: 'Why' })
  await user.clear(reason)
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.type(reason, 'Nobody asks after ten days')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/it is kept for 10 days only.*7 days left/)).toBeVisible()
  const { data } = await portal.server.client('superadmin').call(api.retentionRules.list)
  expect(data.find(({ kind }) => kind === 'staff_mails')?.next).toMatchObject({ reason: 'Nobody asks after ten days' })
  await user.click(dialog.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(dialog.queryByText(/it is kept for 10 days only/)).toBeNull())
  expect(dialog.getByRole('textbox', { name: 'Kept for' })).toHaveValue('30')
})

// @test-tag long
test('a period of more than ten years is refused beside its field', async () => {
  await portal.open('administrator', '/Privacy?d=RetentionDialog-view-bookings')
  const dialog = await portal.dialog(/Bookings/)
  const count = dialog.getByRole('textbox', { name: 'Kept for' })
  await portal.user.clear(count)
  await portal.user.type(count, '121')
  expect(await dialog.findByText('Please enter at least 1, and at most 10 years')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
})

// @test-tag long
test('a passenger is erased from the dialog, after what goes and what stays was shown and the name was typed', async () => {
  const { user, server } = portal
  const { id } = await enrol(server, 'Petra')
  const { data: petra } = await server.client('superadmin').call(api.travelers.show, { params: { id } })
  await portal.open('administrator', `/TravellerManagement?d=TravelerDialog-view-${id}`)
  const record = await portal.dialog(/Viewing Passenger/)
  await user.click(await record.findByRole('button', { name: 'Privacy' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Erase …' }))
  const dialog = await portal.dialog(/Erase passenger/)
  const gone = within(await dialog.findByRole('region', { name: 'What goes for good' }))
  expect(gone.getByText('Name, username, e-mail, phone and password')).toBeVisible()
  expect(dialog.getByRole('region', { name: 'What stays, and why' })).toHaveTextContent(/Backups made before/)
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Asked by letter')
  const name = dialog.getByRole('textbox', { name: `Type ${petra.full_name} to confirm` })
  await user.type(name, 'Somebody else')
  expect(erase).toBeDisabled()
  await portal.fill(name, petra.full_name.toLowerCase())
  await user.click(erase)
  expect(await notice('Erased')).toHaveTextContent(`Passenger ${id}`)
  await portal.noDialog()
  expect(calls.of(api.travelers.erase)).toEqual([expect.objectContaining({ body: { reason: 'Asked by letter' } })])
  await expect(server.client('superadmin').call(api.travelers.show, { params: { id } })).rejects.toMatchObject({
    status: 404,
  })
  await portal.open('dispatcher', `/TravellerManagement?d=TravelerDialog-view-${(await enrol(server, 'Paul')).id}`)
  await (await portal.dialog(/Viewing Passenger/)).findByRole('button', { name: 'New booking' })
  expect(screen.queryByRole('button', { name: 'Privacy' })).toBeNull()
})

const inDays = (days: number): string =>
  new Date(portal.server.deps.clock.now().getTime() + days * 86_400_000).toISOString()

// @test-tag long
test('a hold is placed from the passenger’s dialog, stands in the way of erasing, and is renewed and ended', async () => {
  const { user, server } = portal
  const { id } = await enrol(server, 'Hanna')
  await portal.open('administrator', `/TravellerManagement?d=TravelerDialog-view-${id}`)
  await user.click(await (await portal.dialog(/Viewing Passenger/)).findByRole('button', { name: 'Privacy' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Place a hold' }))
  const dialog = await portal.dialog('Place a hold')
  expect(dialog.getByRole('textbox', { name: 'Number' })).toHaveValue(String(id))
  expect(await dialog.findByText(/^Hanna /)).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A court asked for it')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await dialog.findByText('Please choose an end')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Ends' }))
  await user.click(await screen.findByRole('button', { name: 'In 2 years' }))
  await user.keyboard('{Escape}')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await notice('Thank you')).toHaveTextContent('kept from every removal')
  await portal.open('administrator', `/TravellerManagement?d=EraseTravelerDialog-edit-${id}`)
  expect(
    await (await portal.dialog(/Erase passenger/)).findByText(/A hold keeps .*: A court asked for it/),
  ).toBeVisible()

  await portal.open('administrator', '/Privacy/holds')
  const row = await screen.findByRole('row', { name: new RegExp(`Passenger ${id}`) })
  expect(row).toHaveTextContent('In force')
  await user.click(within(row).getByRole('button', { name: /Passenger/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Renew' }))
  const renewal = await portal.dialog(/Renewing the hold/)
  await portal.fill(renewal.getByRole('textbox', { name: 'Reason' }), 'The court asked again')
  await user.click(renewal.getByRole('button', { name: 'Submit' }))
  await portal.noDialog()
  const again = await screen.findByRole('row', { name: /The court asked again/ })
  await user.click(within(again).getByRole('button', { name: /Passenger/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'End' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'End this hold?' })).getByRole('button', { name: 'End' }),
  )
  await waitFor(() =>
    expect(screen.getByRole('row', { name: new RegExp(`Passenger ${id}`) })).toHaveTextContent('Ended'),
  )
})

// covers: AUD-59
test('a comment that a hold keeps is not deleted, and the reason of the hold is shown', async () => {
  const { user, server } = portal
  const { id } = await enrol(server, 'Hedda')
  const sam = server.client('superadmin')
  await sam.call(api.travelerComments.create, { body: { traveler_id: id, comment: 'Rings twice' } })
  const body = { kind: 'travelers' as const, record_id: id, reason: 'A court asked for it', ends_at: inDays(30) }
  await sam.call(api.holds.create, { body })
  await portal.open('operations_manager', `/TravellerManagement?d=TravelerDialog-view-${id}-Comments`)
  const dialog = await portal.dialog(/Viewing Passenger/)
  await user.click(await dialog.findByRole('button', { name: /Delete comment/ }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete comment' })).getByRole('button', { name: 'Delete' }),
  )
  expect(await notice('A hold keeps it')).toHaveTextContent(/until .*: A court asked for it/)
  expect(dialog.getByText('Rings twice')).toBeVisible()
})

// @test-tag long
test('holds are found by kind and state, and a span of days asks for both days', async () => {
  const { user, server } = portal
  const days = { kind: 'days' as const, from_day: '2026-11-02', to_day: '2026-11-03' }
  await server
    .client('superadmin')
    .call(api.holds.create, { body: { ...days, reason: 'Accident in the fog', ends_at: inDays(30) } })
  await portal.open('administrator', '/Privacy/holds?filter.kind=days&filter.state=in force')
  expect(await screen.findByRole('row', { name: /Accident in the fog/ })).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Ended' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Accident in the fog/ })).toBeNull())
  await portal.open('administrator', '/Privacy/holds?d=HoldDialog-create-days')
  const dialog = await portal.dialog('Place a hold')
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Nobody knows')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await dialog.findAllByText('Please choose a day')).toHaveLength(2)
  expect(calls.of(api.holds.create)).toEqual([])
})

// covers: AUD-60
// @test-tag long
test('a request is noted, looked after, extended and answered, and is closed then', async () => {
  const { user, server } = portal
  const { id } = await enrol(server, 'Rosa')
  await portal.open('administrator', '/Privacy/requests')
  expect(await screen.findByText('No requests')).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'New request' })[0]!) // beside the heading and where nothing is
  const dialog = await portal.dialog('New request')
  await portal.fill(dialog.getByRole('textbox', { name: 'Passenger number' }), String(id))
  expect(await dialog.findByText(/^Rosa /)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await dialog.findByText('Please choose how it came')).toBeVisible()
  await portal.choose(dialog.getByRole('combobox', { name: 'Asked for' }), 'Copy')
  await portal.choose(dialog.getByRole('combobox', { name: 'How it came' }), 'By letter')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await notice('Thank you')).toHaveTextContent(/The request is due on/)
  await portal.noDialog()

  await user.click(await screen.findByRole('row', { name: new RegExp(`Passenger ${id}`) }))
  const request = await portal.dialog(`Copy of passenger ${id}`)
  const answer = within(request.getByRole('form', { name: 'Note an answer' }))
  await user.type(answer.getByRole('textbox', { name: 'What was sent' }), 'Here is your copy')
  await user.click(answer.getByRole('button', { name: 'Save answer' }))
  expect(await request.findByText('Please enter first how it was checked who asks')).toBeVisible()
  expect(await within(request.getByLabelText('Facts')).findByText(/^Rosa /)).toBeVisible()
  const handling = () => within(request.getByRole('form', { name: 'Handling' }))
  const identity = () => handling().getByRole('textbox', { name: 'How identity was checked' })
  await user.type(identity(), 'Called')
  await user.click(handling().getByRole('button', { name: 'Submit' }))
  const saved = () => waitFor(() => expect(handling().queryByRole('button', { name: 'Submit' })).toBeNull())
  await saved()
  // The form is still there, and goes on from what was saved.
  await user.type(identity(), ' back')
  await user.click(handling().getByRole('button', { name: 'Submit' }))
  await saved()
  const facts = request.getByLabelText('Facts')
  expect(facts).not.toHaveTextContent('Called back')
  const extension = within(request.getByRole('form', { name: 'Extend the time' }))
  await user.type(extension.getByRole('textbox', { name: 'The reason that is sent' }), 'It lies in two systems')
  await user.click(extension.getByRole('button', { name: 'Extend' }))
  await waitFor(() => expect(facts).toHaveTextContent('extended by 1 month'))
  const again = within(request.getByRole('form', { name: 'Note an answer' }))
  await portal.fill(again.getByRole('textbox', { name: 'What was sent' }), 'Here is your copy')
  await user.click(again.getByRole('button', { name: 'Save answer' }))
  expect(await request.findByText('Fulfilled')).toBeVisible()
  expect(request.queryByRole('form')).toBeNull()
  expect(facts).toHaveTextContent('Called back')
  expect(within(request.getByRole('region', { name: 'Answers' })).getAllByRole('listitem')).toHaveLength(2)
})

// @test-tag long
test('a request that is not answered in time is marked late in the list and in its dialog', async () => {
  const { user, server } = portal
  const { id } = await enrol(server, 'Ludo')
  const body = { traveler_id: id, kind: 'access', came_by: 'letter', received_on: '2026-09-01' } as const
  await server.client('superadmin').call(api.privacyRequests.create, { body })
  await portal.open('administrator', '/Privacy/requests')
  const row = await screen.findByRole('row', { name: new RegExp(`Passenger ${id}`) })
  expect(row).toHaveTextContent('Late')
  await user.click(row)
  const request = await portal.dialog(`Information of passenger ${id}`)
  expect(request.getByText('Late')).toBeVisible()
})
