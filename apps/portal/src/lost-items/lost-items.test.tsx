import { screen, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
beforeAll(async () => {
  const town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
  await town.book({ who: await town.passenger('Maria Silva'), from: 'Market', to: 'Hospital', at: '09:00' })
})

const report = async (what: string, state: 'reported' | 'found' = 'reported') => {
  const { db, clock } = portal.server.deps
  const ride = await db.selectFrom('service_requests').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const now = clock.now()
  return db
    .insertInto('lost_items')
    .values({
      service_request_id: ride.id,
      what,
      left_where: 'Under the seat',
      reach: 'By phone',
      state,
      note: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

test('customer service finds what was lost under Lost Property in Daily Operations, by search and state, and says what became of it', async () => {
  const { user } = portal
  await report('Green umbrella')
  await report('Black bag', 'found')
  await portal.open('customer_service', '/Dashboard')
  const daily = within(await screen.findByRole('region', { name: 'Daily Operations' }))
  await user.click(daily.getByRole('link', { name: 'Lost Property' }))
  const table = within(await screen.findByRole('grid', { name: /Lost Property/ }))
  expect(await table.findByText('Green umbrella')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Found' }))
  expect(await table.findByText('Black bag')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await user.click(await table.findByText('Green umbrella'))
  const dialog = await openedDialog(portal, /Green umbrella/)
  expect(await dialog.findByText('Under the seat')).toBeVisible()
  await dialog.choose('State', 'Found')
  await dialog.submit()
  await expect
    .poll(async () => {
      const { db } = portal.server.deps
      return (await db.selectFrom('lost_items').select('state').where('what', '=', 'Green umbrella').executeTakeFirst())
        ?.state
    })
    .toBe('found')
})
