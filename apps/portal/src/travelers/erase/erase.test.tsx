import { api } from '@ambit/contract'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let passenger: number
let booking: number
beforeAll(async () => {
  const town = await buildSmallTown(portal.server)
  await town.vehicle('Van')
  passenger = await town.passenger('Olga Ahead')
  booking = (await town.book({ who: passenger, from: 'Market', to: 'Station', at: '09:00' })).id
  await town.book({ who: passenger, from: 'Market', to: 'Station', at: '16:00' })
})

const open = async () => {
  await portal.open('administrator', `/TravellerManagement?d=EraseTravelerDialog-edit-${passenger}`)
  return portal.dialog(/Erase passenger/)
}
const texts = (list: HTMLElement): (string | null)[] =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

// covers: AUD-64
test('erasing shows first what goes, what stays and why, and each thing that stands in the way until it is over', async () => {
  const { db, clock } = portal.server.deps
  const administrator = portal.server.client('administrator')
  const stamps = { created_at: clock.now(), updated_at: clock.now() }
  await db.updateTable('service_requests').set({ status: 'on_board' }).where('id', '=', booking).execute()
  const fare = { kind: 'charge', amount_minor: 500, currency: 'AUD', next_attempt_at: null, reason: null } as const
  const nothing = { payment_method_id: null, provider_id: null, requested_by: null }
  await db
    .insertInto('payments')
    .values({ service_request_id: booking, state: 'due', ...fare, ...nothing, ...stamps })
    .execute()
  const { data: hold } = await administrator.call(api.holds.create, {
    body: {
      kind: 'travelers',
      record_id: passenger,
      reason: 'A court asked for it',
      ends_at: new Date(clock.now().getTime() + 30 * 86_400_000).toISOString(),
    },
  })
  const { data: objection } = await administrator.call(api.privacyRequests.create, {
    body: {
      traveler_id: passenger,
      kind: 'object',
      came_by: 'letter',
      received_on: '2026-11-20',
      identity_check: 'Known by voice',
    },
  })
  const dialog = await open()
  const warning = await dialog.findByRole('alert', { name: 'The passenger cannot be erased yet' })
  expect(texts(warning)).toEqual([
    'The passenger is on board.',
    'One journey is still ahead.',
    'A fare is still open.',
    'An objection of the passenger is being decided.',
    expect.stringContaining('A court asked for it'),
  ])
  const goes = texts(dialog.getByRole('region', { name: 'What goes for good' }))
  expect(goes).toEqual(expect.arrayContaining(['Names, doors and texts of journeys (2)']))
  expect(texts(dialog.getByRole('region', { name: 'What stays, and why' }))[0]).toBe(
    'Journeys as figures: zone, times, stops, fare and needs. Reports and accounts need them, and they name nobody.',
  )
  expect(dialog.queryByRole('button', { name: 'Erase for good' })).toBeNull()

  await db.updateTable('service_requests').set({ status: 'completed' }).where('traveler_id', '=', passenger).execute()
  await db.updateTable('payments').set({ state: 'succeeded' }).execute()
  await administrator.call(api.holds.end, { params: { id: hold.id } })
  await db
    .updateTable('privacy_requests')
    .set({ state: 'refused', closed_at: clock.now() })
    .where('id', '=', objection.id)
    .execute()
  await portal.user.click(dialog.getByRole('button', { name: 'Look again' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Erase for good' })).toBeVisible())
})
