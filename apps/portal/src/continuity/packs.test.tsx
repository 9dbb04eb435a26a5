import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { api } from '@ambit/contract'
import { screen, within } from '@testing-library/dom'
import { afterAll, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const folder = mkdtempSync(join(tmpdir(), 'ambit-packs-page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const portal = startPortal({
  streets: straightStreets(),
  config: { dataFolder: folder, continuityFolders: [join(folder, 'packs'), '/nowhere/share'] },
})

// covers: OPS-65, OPS-69
test('the page says which folder is in trouble, that packs are not encrypted, and asks for a pack with a click', async () => {
  await buildSmallTown(portal.server)
  await portal.open('dispatcher', '/ContinuityPacks')
  expect(await screen.findByText('The folder /nowhere/share is missing: is its share mounted?')).toBeVisible()
  expect(screen.getByText(/^Packs are not encrypted: whoever can read the folder/)).toBeVisible()
  expect(await screen.findByText('No packs yet')).toBeVisible()
  await portal.user.click(screen.getByRole('button', { name: 'Write now' }))
  expect(await screen.findByRole('button', { name: 'Being written…' })).toBeDisabled()
})

// covers: OPS-70
// @test-tag long
test('what was written on paper is entered stop by stop, and a wrong time is told beside it', async () => {
  const town = await buildSmallTown(portal.server)
  const van = await town.vehicle('Van 1')
  const { id } = await town.book({
    who: await town.passenger('Maria Silva'),
    from: 'Market',
    to: 'Hospital',
    at: '09:00',
  })
  portal.server.deps.clock.set('2026-11-23T11:00:00+10:00')
  await portal.open('dispatcher', `/ContinuityPacks?d=CatchUpDialog-edit-${van.trip_id}`)
  const dialog = await portal.dialog('Catch up Van 1')
  const { user } = portal
  await user.type(await dialog.findByRole('textbox', { name: 'Written by' }), 'Ann Lee')
  const market = within(dialog.getByRole('group', { name: /^1\. Market/ }))
  await user.type(market.getByRole('textbox', { name: 'Arrived' }), '901')
  await user.type(market.getByRole('textbox', { name: 'Left' }), '9:00')
  await user.click(market.getByRole('radio', { name: 'Boarded' }))
  await user.keyboard('{Tab}902{Enter}')
  expect(await market.findAllByText('This time lies before what happened before it')).not.toHaveLength(0)
  await user.clear(market.getByRole('textbox', { name: 'Left' }))
  await user.type(market.getByRole('textbox', { name: 'Left' }), '9:03')
  const hospital = within(dialog.getByRole('group', { name: /^2\. Hospital/ }))
  await user.type(hospital.getByRole('textbox', { name: 'Arrived' }), '9.07')
  await user.type(hospital.getByRole('textbox', { name: 'Left' }), '9.08')
  await user.click(hospital.getByRole('radio', { name: 'Set down' }))
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  expect(await screen.findByText('2 stops were recorded')).toBeVisible()
  const { data } = await town.dispatcher.call(api.serviceRequests.show, { params: { id } })
  expect([data.status, data.pickup.actual]).toEqual(['completed', '2026-11-22T23:02:00.000Z'])
})
