import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls, noNetwork } from '../testing/calls.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })

const withRides = async (): Promise<SmallTown> => {
  const town = await buildSmallTown(portal.server)
  await town.vehicle('Van 1')
  const who = await town.passenger('Maria Silva')
  await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  return town
}

const tripOf = async (town: SmallTown): Promise<number> => {
  const trips = portal.server.deps.db.selectFrom('trips').where('zone_id', '=', town.zone_id).select('id')
  return (await trips.executeTakeFirstOrThrow()).id
}

// covers: MSG-71, MSG-72
// @test-tag long
test('a prepared notice is read and changed, names how many people it goes to, and is sent by Send to {n} people', async () => {
  const town = await withRides()
  const trip = await tripOf(town)
  await portal.open('operations_manager', `/Messages/Notices?d=NoticeDialog-create-trip.${trip}`)
  const dialog = await openedDialog(portal, 'New notice')
  const text = await dialog.findByRole('textbox', { name: 'Text in English' })
  expect(text).toHaveDisplayValue(/^A vehicle in Bayside does not go/)
  await portal.user.clear(text)
  await portal.user.type(text, 'Four')
  await portal.user.click(dialog.getByRole('button', { name: 'Next' }))
  expect(text).toHaveAccessibleDescription('5 to 500 characters')
  await portal.user.type(text, ' vans are missing today')
  await portal.user.click(dialog.getByRole('radio', { name: /^Show it, and send it/ }))
  await portal.user.click(dialog.getByRole('button', { name: 'Next' }))
  expect(await dialog.findByText('1 person has a booking in these zones at that time.')).toBeVisible()
  expect(within(dialog.getByRole('list', { name: 'People by channel' })).getByText('E-mail: 1')).toBeVisible()
  const { data: before } = await portal.server.client('superadmin').call(api.notices.list, { query: {} })
  expect(before).toEqual([])
  await portal.user.click(dialog.getByRole('button', { name: 'Send to 1 person' }))
  const made = await openedDialog(portal, 'Service notice')
  expect(made.getByText('Four vans are missing today')).toBeVisible()
  expect(made.getByText('Shown and sent')).toBeVisible()
  await portal.user.click(made.getByRole('button', { name: 'Withdraw' }))
  expect(await made.findByText('Withdrawn')).toBeVisible()
  await portal.server.deps.db.deleteFrom('notices').execute()
})

test('the list tells from when until when a notice is shown by the clocks of its region', async () => {
  const town = await withRides()
  await portal.server.deps.db.updateTable('regions').set({ time_zone: 'Australia/Perth' }).execute()
  const body = {
    region_id: town.region_id,
    zone_ids: [town.zone_id],
    texts: { en: 'Four vans are missing' },
    valid_from: '2026-11-23T09:00:00+10:00',
    valid_until: '2026-11-23T21:00:00+10:00',
    delivery: 'show' as const,
  }
  await portal.server.client('operations_manager').call(api.notices.create, { body })
  await portal.open('operations_manager', '/Messages/Notices')
  const row = (await screen.findByText('Four vans are missing')).closest('tr')!
  expect(row).toHaveTextContent('7:00 am')
  expect(row).toHaveTextContent('7:00 pm')
  await portal.server.deps.db.deleteFrom('notices').execute()
})

test('a notice whose answer was lost and that is sent again is made once', async () => {
  const town = await withRides()
  const trip = await tripOf(town)
  await portal.open('operations_manager', `/Messages/Notices?d=NoticeDialog-create-trip.${trip}`)
  const dialog = await openedDialog(portal, 'New notice')
  await portal.user.click(await dialog.findByRole('radio', { name: /^Show it, and send it/ }))
  await portal.user.click(dialog.getByRole('button', { name: 'Next' }))
  const reconnect = calls.answer(api.notices.create, async (ask) => {
    await ask()
    return noNetwork()
  })
  await portal.user.click(await dialog.findByRole('button', { name: 'Send to 1 person' }))
  expect(await dialog.findByText(/^The server cannot be reached/)).toBeVisible()
  reconnect()
  await portal.user.click(dialog.getByRole('button', { name: 'Send to 1 person' }))
  await openedDialog(portal, 'Service notice')
  const { data } = await portal.server.client('superadmin').call(api.notices.list, { query: {} })
  expect(data).toHaveLength(1)
  await portal.server.deps.db.deleteFrom('notices').execute()
})

// covers: MSG-70
test('a notice without zones, an end or a text says so beside each field, and what was written is not lost by closing it', async () => {
  const town = await withRides()
  await portal.open('operations_manager', `/Messages/Notices?region=${town.region_id}&d=NoticeDialog-create-new`)
  const dialog = await openedDialog(portal, 'New notice')
  await portal.user.click(await dialog.findByRole('button', { name: 'Next' }))
  expect(dialog.getByRole('combobox', { name: 'Zones' })).toHaveAccessibleDescription('Please choose the zones')
  expect(dialog.getByText('Please choose a time')).toBeVisible()
  const text = dialog.getByRole('textbox', { name: 'Text in English' })
  expect(text).toHaveAccessibleDescription('Please enter the text in at least one language')
  await portal.user.type(text, 'Mill Road is closed')
  expect(text).not.toHaveAccessibleDescription()
  await portal.user.keyboard('{Escape}')
  await portal.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(text).toHaveValue('Mill Road is closed')
  await portal.user.keyboard('{Escape}')
  await portal.user.click(await screen.findByRole('button', { name: 'Discard changes' }))
})

// covers: MSG-70
test('notices are a tab of Messages for those who may read them, and only those with the right make one', async () => {
  const town = await withRides()
  const now = portal.server.deps.clock.now()
  await portal.server.client('operations_manager').call(api.notices.create, {
    body: {
      region_id: town.region_id,
      zone_ids: [town.zone_id],
      texts: { en: 'Mill Road is closed' },
      valid_from: now.toISOString(),
      valid_until: new Date(now.getTime() + 3_600_000).toISOString(),
      delivery: 'show',
    },
  })
  await portal.open('dispatcher', '/Messages')
  await portal.user.click(await screen.findByRole('link', { name: 'Notices' }))
  const table = await screen.findByRole('grid', { name: 'Service notices' })
  expect(await within(table).findByRole('row', { name: /Mill Road is closed Shown Bayside/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New notice' })).toBeNull()
  await portal.open('operations_manager', '/Messages/Notices')
  expect((await screen.findAllByRole('button', { name: 'New notice' }))[0]).toBeVisible()
  await portal.server.deps.db.deleteFrom('notices').execute()
})

// covers: MSG-72
// @test-tag long
test('who cancels a trip is offered a notice to those affected, where they may make one', async () => {
  const town = await withRides()
  const trip = await tripOf(town)
  await portal.open('operations_manager', `/TripManagement?d=TripStatusDialog-edit-${trip}`)
  const dialog = await portal.dialog(`Status of trip_${trip}`)
  await portal.user.click(await dialog.findByRole('radio', { name: 'Cancelled' }))
  await portal.user.click(dialog.getByRole('button', { name: 'Change State' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Confirm new state' }))
  await dialog.findByRole('table', { name: 'Affected bookings' })
  await portal.user.click(dialog.getByRole('button', { name: 'Confirm Cancel' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Confirm new state' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Prepare a notice to passengers' }))
  await waitFor(() => expect(portal.address()).toContain(`NoticeDialog-create-trip.${trip}`))
})
