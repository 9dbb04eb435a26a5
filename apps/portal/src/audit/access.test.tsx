import { api } from '@ambit/contract'
import { enrol } from '@ambit/server/testing'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const looked = async (name: string) => {
  const { id } = await enrol(portal.server, name)
  const dana = portal.server.client('dispatcher')
  for (let count = 0; count < 2; count += 1)
    await dana.call(api.travelers.show, { params: { id }, reason: 'She called about her ride' })
  return id
}

test('the tab Access lists who looked at whom, how often and why', async () => {
  await looked('Mia')
  await portal.open('superadmin', '/Audit/access')
  const grid = within(await screen.findByRole('grid', { name: 'Access' }))
  const row = await grid.findByRole('row', { name: /Test dispatcher.*Mia Rider.*travelers\.show/ })
  expect(within(row).getByText('2')).toBeVisible()
  expect(row).toHaveTextContent('She called about her ride')
  await portal.user.click(row)
  await portal.dialog(/Mia Rider/)
})

// covers: AUD-37
test('a passenger’s dialog tells those who hold the key who looked, how often and why', async () => {
  const id = await looked('Noor')
  await portal.open('administrator', `/TravellerManagement?d=TravelerDialog-view-${id}-Access`)
  const dialog = await portal.dialog(/Noor Rider/)
  const list = within(await dialog.findByRole('list', { name: 'Who looked at this passenger' }))
  expect(list.getByText('Test dispatcher looked 2 times')).toBeVisible()
  expect(list.getByText('Reason: She called about her ride')).toBeVisible()
  await portal.open('dispatcher', `/TravellerManagement?d=TravelerDialog-view-${id}`)
  const without = await portal.dialog(/Noor Rider/)
  await without.findByRole('tab', { name: 'History' })
  expect(without.queryByRole('tab', { name: 'Access' })).toBeNull()
})

test('the tab Access says who looked at unusually many passengers, from how many looks on, and when', async () => {
  const { db, clock } = portal.server.deps
  const stamps = { created_at: clock.now(), updated_at: clock.now() }
  const region = await db
    .insertInto('regions')
    .values({ name: 'Coast', time_zone: 'Australia/Brisbane', ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
  const found = { actor_kind: 'user' as const, actor_id: 999, region_id: region.id, day: '2026-11-23', at: clock.now() }
  await db
    .insertInto('unusual_looks')
    .values({ ...found, actor_name: 'Dana Fox', looks: 23 })
    .execute()
  await portal.open('superadmin', '/Audit/access')
  const list = within(await screen.findByRole('list', { name: 'Unusually many looks at passengers' }))
  expect(list.getByRole('listitem')).toHaveTextContent(/^Dana Fox looked 23 times in Coast before .*2026/)
  expect(screen.getByText(/^20 or more within an hour/)).toBeVisible()
})
