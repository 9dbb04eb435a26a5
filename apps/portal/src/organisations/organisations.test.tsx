import { api } from '@ambit/contract'
import { consentOf, organisationIn, representativeOf } from '@ambit/server/testing/organisations'
import { buildSmallTown, type SmallTown, stopPoint } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
const { user } = portal
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Van')
})

const sam = () => portal.server.client('superadmin')
const stored = async (name: string) =>
  (await sam().call(api.organisations.list, { query: { search: name } })).data.find((one) => one.name === name)

/** The options come after the field that offers them. */
const pick = async (combobox: HTMLElement, name: string): Promise<void> => {
  await waitFor(async () => {
    await user.click(combobox)
    expect(screen.getByRole('option', { name })).toBeVisible()
  })
  await user.click(screen.getByRole('option', { name }))
}

// covers: JRN-92
// @test-tag long
test('an operations manager keeps an organisation with contacts, a place of the place book and a passenger who consented', async () => {
  const place = { region_id: town.region_id, name: 'Sunrise', address: '1 Hill Street', point: stopPoint('Station') }
  const { data: known } = await sam().call(api.places.create, { body: place })
  const ada = await town.passenger('Adalind Hill')
  await portal.open('operations_manager', `/Dashboard?region=${town.region_id}`)
  const daily = within(await screen.findByRole('region', { name: 'Daily Operations' }))
  await user.click(daily.getByRole('link', { name: 'Organisations' }))
  expect(await screen.findByText('No organisations yet')).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Create Organisation' })[0]!)
  const dialog = await openedDialog(portal, 'Create New Organisation')
  await dialog.paste('Name', 'Sunrise Home')
  await pick(await dialog.findByRole('combobox', { name: 'Place' }), 'Sunrise')
  await user.click(dialog.getByRole('button', { name: 'Add a contact' }))
  const contact = within(await dialog.findByRole('group', { name: 'Contact 1' }))
  await user.type(contact.getByLabelText(/^Name/), 'Iris Wood')
  await user.type(contact.getByLabelText('Email'), 'iris')
  await dialog.submit()
  expect(await contact.findByText('Please enter a valid email address')).toBeVisible()
  await user.type(contact.getByLabelText('Email'), '@example.org')
  await dialog.submit()
  await dialog.closes()
  const table = within(await screen.findByRole('grid', { name: 'Organisations' }))
  const row = await table.findByRole('row', { name: /Sunrise Home/ })
  expect(within(row).getByText('Iris Wood')).toBeVisible()
  const made = await stored('Sunrise Home')
  expect(made).toMatchObject({ place_id: known.id, contacts: [{ name: 'Iris Wood', email: 'iris@example.org' }] })

  await portal.open('operations_manager', `/Organisations?d=OrganisationDialog-edit-${made?.id}-Passengers`)
  const opened = await openedDialog(portal, 'Edit Organisation')
  expect(await opened.findByText('Nobody has consented yet.')).toBeVisible()
  await user.click(opened.getByRole('button', { name: 'Add a passenger' }))
  await user.type(await opened.findByRole('combobox', { name: 'Passenger' }), 'Adalind')
  await user.click(await screen.findByRole('option', { name: /^Adalind Hill/ }))
  await opened.fill('Consented by', 'Her daughter Eve')
  await opened.submit()
  const entry = within(await opened.findByRole('listitem', { name: /^Adalind Hill/ }))
  expect(entry.getByText('In force')).toBeVisible()
  expect(entry.getByText(/^Her daughter Eve, from 23\/11\/2026$/)).toBeVisible()
  const { data } = await sam().call(api.organisationTravelers.list, { query: { filter: { traveler: [ada] } } })
  expect(data).toMatchObject([{ organisation_id: made?.id, consented_by: 'Her daughter Eve', state: 'in_force' }])
})

// covers: JRN-97
// @test-tag long
test('ending a consent asks first, and then lists the bookings that are still ahead', async () => {
  const home = await organisationIn(portal.server, town.region_id, 'Harbour House')
  const ben = await town.passenger('Ben Moor')
  await consentOf(portal.server, home, ben)
  const { client } = await representativeOf(portal.server, home, 'rita')
  const ways = { origin: { name: 'Market', point: stopPoint('Market') }, passengers: [{ fare_type: 'adult' as const }] }
  const { data: search } = await client.call(api.searches.create, {
    body: {
      ...ways,
      traveler_id: ben,
      destination: { name: 'Hospital', point: stopPoint('Hospital') },
      traveling_at: '2026-11-23T12:00:00+10:00',
      departing: true,
    },
  })
  const offering = { service_offering_id: search.service_offerings[0]?.id ?? 0, traveler_id: ben }
  const { data: booking } = await client.call(api.serviceRequests.create, {
    body: { ...offering, payment_method: 'cash' },
  })
  await portal.open('operations_manager', `/Organisations?d=OrganisationDialog-edit-${home}-Passengers`)
  const dialog = await openedDialog(portal, 'Edit Organisation')
  await user.click(await dialog.findByRole('button', { name: /^End the consent of Ben Moor/ }))
  const question = within(await screen.findByRole('dialog', { name: 'End this consent?' }))
  await user.click(question.getByRole('button', { name: 'End' }))
  expect(await dialog.findByText(/^1 booking is still ahead without a consent/)).toBeVisible()
  const ahead = within(await dialog.findByRole('list', { name: 'Bookings without a consent' }))
  expect(ahead.getByRole('button', { name: new RegExp(String(booking.id)) })).toBeVisible()
  expect((await sam().call(api.serviceRequests.show, { params: { id: booking.id } })).data.status).toBe('assigned')
})

// @test-tag long
test('a user comes to represent an organisation in the user dialog', async () => {
  const home = await organisationIn(portal.server, town.region_id, 'Garden Court')
  const hugo = { first_name: 'Hugo', last_name: 'Reed', username: 'hugo', email: 'hugo@example.org' }
  const { data: made } = await sam().call(api.users.create, { body: hugo })
  await portal.open('administrator', `/UserManagement?d=UserDialog-edit-${made.id}`)
  const dialog = await openedDialog(portal, 'Edit User')
  await pick(await dialog.findByRole('combobox', { name: 'Represents' }), 'Garden Court')
  await dialog.submit()
  await portal.sayWhy()
  await dialog.closes()
  expect((await sam().call(api.users.show, { params: { id: made.id } })).data).toMatchObject({
    organisation_id: home,
    organisation_name: 'Garden Court',
  })
})

// covers: JRN-93
test('a representative has the pages of the passengers represented, and no search of everybody’s records', async () => {
  const { db } = portal.server.deps
  const home = await organisationIn(portal.server, town.region_id, 'Meadow Lodge')
  await organisationIn(portal.server, town.region_id, 'Somebody Else’s')
  await portal.server.token('representative')
  await db.updateTable('users').set({ organisation_id: home }).where('username', '=', 'representative').execute()
  await portal.open('representative', '/Organisations')
  const table = within(await screen.findByRole('grid', { name: 'Organisations' }))
  expect(await table.findByRole('row', { name: /Meadow Lodge/ })).toBeVisible()
  expect(table.queryByRole('row', { name: /Somebody/ })).toBeNull()
  const daily = within(await screen.findByRole('region', { name: 'Daily Operations' }))
  const names = daily.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names).toEqual(['Bookings', 'Recurring Journeys', 'Organisations', 'Booking Sheet', 'Waiting List'])
  expect(screen.queryByRole('button', { name: /search/i })).toBeNull()
  await portal.open('representative', '/Places')
  expect(await screen.findByRole('heading', { level: 1, name: 'No permission' })).toBeVisible()
})

// covers: JRN-96
test('a passenger’s word about messages to representatives stands with the consent, and the representative says theirs there', async () => {
  const { db } = portal.server.deps
  const home = await organisationIn(portal.server, town.region_id, 'Quiet House')
  const eve = await town.passenger('Eve Reed')
  const consent = await consentOf(portal.server, home, eve)
  const address = `/Organisations?d=OrganisationDialog-edit-${home}-Passengers`
  await portal.open('operations_manager', address)
  const dialog = await openedDialog(portal, 'Edit Organisation')
  const entry = within(await dialog.findByRole('listitem', { name: /^Eve Reed/ }))
  const choice = entry.getByRole('switch', { name: 'Messages about Eve Reed to representatives' })
  expect(choice).toBeChecked()
  await user.click(choice)
  expect(await entry.findByText(/No messages to representatives$/)).toBeVisible()
  const { data } = await sam().call(api.organisationTravelers.list, { query: { filter: { traveler: [eve] } } })
  expect(data).toMatchObject([{ id: consent, tell_representatives: false }])
  expect(dialog.queryByRole('switch', { name: /^Send me what becomes/ })).toBeNull()

  await portal.server.token('representative')
  await db.updateTable('users').set({ organisation_id: home }).where('username', '=', 'representative').execute()
  await portal.open('representative', address)
  const own = await screen.findByRole('switch', { name: /^Send me what becomes/ })
  expect(own).toBeChecked()
  expect(screen.queryByRole('switch', { name: /^Messages about/ })).toBeNull()
  await user.click(own)
  await waitFor(async () => {
    const stored = await db
      .selectFrom('users')
      .where('username', '=', 'representative')
      .select('told_of_bookings')
      .executeTakeFirst()
    expect(stored?.told_of_bookings).toBe(false)
  })
  await waitFor(() => expect(screen.getByRole('switch', { name: /^Send me what becomes/ })).not.toBeChecked())
})
