import { api } from '@ambit/contract'
import { makeNow, makeSeriesOf } from '@ambit/server/testing/series'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

const dispatcher = () => portal.server.client('dispatcher')
let riders = 0
/** A series on Mondays at ten from Market to Station, whose first ride is booked. */
const mondays = async (more: Parameters<typeof makeSeriesOf>[2] = {}) => {
  const { id } = await makeSeriesOf(dispatcher(), await town.passenger(`Paula Change${++riders}`), more)
  await makeNow(portal.server)
  return id
}
const opened = async (id: number) => {
  await portal.open('dispatcher', `/RecurringJourneys?d=SeriesDialog-view-${id}-Details`)
  return openedDialog(portal, /Paula Change/)
}

test('a journey is paused only once its booked rides are known', async () => {
  const { user } = portal
  const id = await mondays()
  await portal.open('dispatcher', '/RecurringJourneys')
  const answered = calls.answer(api.bookingSeries.occurrences, () => refusal(500, 'internal'))
  await portal.go(`/RecurringJourneys?d=SeriesDialog-view-${id}-Details`)
  const dialog = await openedDialog(portal, /Paula Change/)
  for (const label of ['From', 'To']) {
    await dialog.fill(label, '2026-11-23')
    await user.keyboard('{Enter}')
  }
  const retry = await dialog.findByRole('button', { name: 'Retry' })
  expect(dialog.getByRole('button', { name: 'Pause' })).toBeDisabled()
  answered()
  await user.click(retry)
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Pause' })).toBeEnabled())
  await user.click(dialog.getByRole('button', { name: 'Pause' }))
  const question = within(await screen.findByRole('dialog', { name: 'Pause Mon 23 Nov to Mon 23 Nov?' }))
  expect(question.getByRole('checkbox', { name: /^Mon 23 Nov, pick up 10:/ })).toBeChecked()
})
