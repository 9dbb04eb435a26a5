import { pastRides } from '@ambit/server/testing/past-rides'
import { missOf } from '@ambit/server/testing/misses'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { sentStep } from '@ambit/server/testing/suspensions'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })

// covers: JRN-112
test('a report shows for each month and region misses, letters, suspensions, objections and how they were decided, of all passengers, of those with a wheelchair and of those with a concession', async () => {
  const town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 5')
  const { db, clock } = portal.server.deps
  const now = clock.now()
  const who = await town.passenger('Wanda Wheels', { handicapped: true })
  const { id } = await town.book({ who, from: 'Market', to: 'Station', at: '13:00' })
  const rides = await pastRides(portal.server, id, 4, { daysAgo: 0, status: 'completed' })
  await missOf(portal.server, rides[0] ?? 0)
  await missOf(portal.server, rides[1] ?? 0, { not_counted: 'vehicle_late' })
  const days = { begins_on: '2026-12-08', ends_on: '2026-12-14' }
  const step = await sentStep(portal.server, { traveler_id: who, region_id: town.region_id, ...days })
  await db
    .updateTable('suspensions')
    .set({ objection: 'I was there', objected_on: now.toISOString().slice(0, 10), hear_on: '2026-12-01' })
    .where('id', '=', step)
    .execute()
  await db
    .updateTable('suspensions')
    .set({ objection_outcome: 'refused', objection_reasons: 'The vehicle waited', objection_decided_at: now })
    .where('id', '=', step)
    .execute()
  await portal.open('analyst', `/ReportManagement/conduct?region=${town.region_id}`)
  const month = now.toISOString().slice(0, 7)
  const row = async (group: string) =>
    (await screen.findByRole('row', { name: new RegExp(`^${month} .*${group}`) })).textContent
  const counts = await row('With a wheelchair')
  expect(await row('All passengers')).toBe(counts?.replace('With a wheelchair', 'All passengers'))
  const cells = [...(await screen.findByRole('row', { name: new RegExp(`^${month} .*With a wheelchair`) })).children]
  expect(cells.map((cell) => cell.textContent).slice(3, 13)).toEqual([
    '4',
    '1',
    '25.0%',
    '0',
    '1',
    '1',
    '0',
    '0',
    '1',
    '0',
  ])
  expect(await row('With a concession')).toMatch(/^\d{4}-\d{2}.*With a concession00/)
})
