// @module-tag long
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { askTooLate, buildHome, fillFirstRow, sheetRow } from '../testing/booking-sheet.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
const { user } = portal

const NAMES = ['Ada Hill', 'Ben Moor', 'Cleo Lake', 'Dora Wood', 'Emil Ford', 'Fay Green', 'Gus North', 'Hana Stone']
const MORE = ['Ivo Marsh', 'Jana West', 'Karl Brook', 'Lea Field']
const SLOW = { timeout: 60_000 }

// covers: JRN-131
test('a care home books twelve people on one sheet, and the row that is refused is put right', async () => {
  const { home, people, booked } = await buildHome(portal, [...NAMES, ...MORE])
  await portal.open('representative', '/BookingSheet')
  await fillFirstRow(portal)
  await user.click((await sheetRow(1)).getByLabelText('Person'))
  expect(await screen.findByRole('option', { name: /^Lea Field/ })).toBeVisible()
  expect(screen.queryByRole('option', { name: /Otto/ })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Add everybody' }))
  await askTooLate(portal, 12)
  await user.click(screen.getByRole('button', { name: 'Book 12 rows' }))
  expect(await screen.findByText('11 of 12 booked', undefined, SLOW)).toBeVisible()
  expect(await booked()).toHaveLength(11)
  await user.click((await sheetRow(12)).getByRole('button', { name: /^Book at / }))
  expect(await screen.findByText('12 of 12 booked')).toBeVisible()
  expect(await booked()).toEqual(people)
  const rows = await portal.server.deps.db.selectFrom('service_requests').select('organisation_id').execute()
  expect(rows.map(({ organisation_id }) => organisation_id)).toEqual(people.map(() => home))
})
