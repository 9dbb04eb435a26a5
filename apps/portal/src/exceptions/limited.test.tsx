// @module-tag long
import { api, permissionKeys } from '@ambit/contract'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hear } from '../testing/hear.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, town } = startMonitoring()

beforeEach(() => portal.server.deps.db.deleteFrom('exceptions').execute())
afterEach(() => vi.unstubAllGlobals())

// covers: EXC-111
test('a user limited to one zone sees, hears and counts nothing of another, on the page, in the panel and in the badge', async () => {
  const heard = hear()
  const theirs = await buildSmallTown(portal.server)
  const raise = (zone_id: number, text: string, severity: 'urgent' | 'soon') =>
    portal.server.client('administrator').call(api.exceptions.create, { body: { text, severity, zone_id } })
  await raise(theirs.zone_id, 'Theirs before', 'urgent')
  await raise(town().zone_id, 'Ours before', 'soon')
  await portal.open({ permissions: permissionKeys, region_ids: [town().region_id] }, '/Exceptions/inbox')
  const texts = async (list: string) =>
    within(await screen.findByRole('list', { name: list }))
      .getAllByRole('listitem')
      .map(({ textContent }) => /(Ours|Theirs) (before|now)/.exec(textContent)?.[0])
  expect(await texts('What needs a person')).toEqual(['Ours before'])
  await portal.user.click(screen.getByRole('button', { name: 'Sound is off' }))
  await portal.user.click(await screen.findByRole('switch', { name: 'Sound' }))
  heard.length = 0
  await raise(theirs.zone_id, 'Theirs now', 'urgent')
  await raise(town().zone_id, 'Ours now', 'soon')
  await waitFor(async () => expect(await texts('What needs a person')).toEqual(['Ours before', 'Ours now']))
  await waitFor(() => expect(heard).toEqual([440]))
  const said = [...document.querySelectorAll('[aria-live="assertive"]')].map(({ textContent }) => textContent)
  expect(said.filter((text) => text !== '')).toEqual([])
  expect(document.title).not.toMatch(/^\(\d/)
  const badge = () => screen.findByRole('button', { name: 'Exceptions, 2 open' })
  await portal.user.click(await badge())
  const first = within(await screen.findByRole('dialog', { name: 'Exceptions, 2 open' }))
  expect(first.getAllByRole('listitem').map((row) => row.querySelector('a')?.textContent)).toEqual([
    'Ours before',
    'Ours now',
  ])
  await portal.go(`/VehicleMonitoring/region/${town().region_id}?attention=open`)
  expect(await texts('What needs attention')).toEqual(['Ours before', 'Ours now'])
  expect(screen.getByRole('link', { name: /^Needs Attention/ })).toHaveTextContent('Needs Attention2')
  expect(await badge()).toBeVisible()
})
