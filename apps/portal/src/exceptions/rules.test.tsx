// @module-tag long
import { api } from '@ambit/contract'
import { screen } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, town } = startMonitoring()

beforeEach(async () => {
  for (const table of ['exceptions', 'exception_figures'] as const)
    await portal.server.deps.db.deleteFrom(table).execute()
})

// covers: EXC-98
test('a rule that is changed says before it is saved how many it would have raised in 14 days, beside how many there were', async () => {
  const { db, clock } = portal.server.deps
  await db.updateTable('zones').set({ status: 'active' }).where('id', '=', town().zone_id).execute()
  const reached = [4, 6, 11].map((minutes) => ({
    zone_id: town().zone_id,
    kind: 'no_signal' as const,
    subject: `trip:${minutes}`,
    minutes,
    at: clock.now(),
  }))
  await db.insertInto('exception_figures').values(reached).execute()
  const raised = { kind: 'no_signal' as const, severity: 'soon' as const, zone_id: town().zone_id }
  await db
    .insertInto('exceptions')
    .values([6, 11].map((one) => ({ ...raised, subject: `trip:${one}`, opened_at: clock.now() })))
    .execute()
  await portal.open('operations_manager', `/Exceptions/rules?region=${town().region_id}&zone=${town().zone_id}`)
  const field = (severity: string) => screen.findByRole('textbox', { name: `No signal: ${severity}` })
  await portal.fill(await field('Soon'), '3')
  expect(await screen.findByText('Would have raised 3 in the last 14 days, when there were 2')).toBeVisible()
  await portal.fill(await field('Soon'), '8')
  expect(await screen.findByText('Would have raised 1 in the last 14 days, when there were 2')).toBeVisible()
  await portal.user.click(screen.getByRole('switch', { name: 'Raise No signal' }))
  expect(await screen.findByText('Would have raised 0 in the last 14 days, when there were 2')).toBeVisible()
  const { data } = await portal.server
    .client('operations_manager')
    .call(api.exceptionRules.list, { query: { filter: { zone: [town().zone_id] } } })
  expect(data.find(({ kind }) => kind === 'no_signal')?.own).toBe(false)
})
