import { api } from '@ambit/contract'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { askTooLate, buildHome, fillFirstRow, sheetRow } from '../testing/booking-sheet.ts'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
const { user } = portal

// covers: JRN-94, JRN-131
test('each row of a sheet has its own outcome, survives a reload and is repeated alone', async () => {
  const { people, booked } = await buildHome(portal, ['Ada Hill', 'Ben Moor'])
  await portal.open('representative', '/BookingSheet')
  await fillFirstRow(portal)
  await user.click((await sheetRow(1)).getByLabelText('Person'))
  expect(await screen.findByRole('option', { name: /^Ben Moor/ })).toBeVisible()
  expect(screen.queryByRole('option', { name: /Otto/ })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Add everybody' }))
  await askTooLate(portal, 2)
  await user.click(screen.getByRole('button', { name: 'Book 2 rows' }))
  expect(await screen.findByText('1 of 2 booked')).toBeVisible()
  expect((await sheetRow(1)).getByText(/^Booked, pick-up from/)).toBeVisible()
  expect(await booked()).toEqual([people[0]])

  await portal.open('representative', '/BookingSheet')
  expect(await screen.findByText('1 of 2 booked')).toBeVisible()
  await user.click((await sheetRow(2)).getByRole('button', { name: /^Book at / }))
  expect(await screen.findByText('2 of 2 booked')).toBeVisible()
  expect(await booked()).toEqual(people)
})

// covers: JRN-94
// @test-tag long
test('a row whose answer was lost is sent again as it was, and is booked once', async () => {
  const { people, booked } = await buildHome(portal, ['Ada Hill'])
  await portal.open('representative', '/BookingSheet')
  await fillFirstRow(portal)
  const found = calls.answer(api.serviceRequests.create, async (ask) => {
    await ask()
    throw new TypeError('The line is dead')
  })
  await user.click(screen.getByRole('button', { name: 'Book 1 row' }))
  expect(await screen.findByText('0 of 1 booked')).toBeVisible()
  expect((await sheetRow(1)).getByLabelText('Leave at')).toBeDisabled()
  expect(screen.getByLabelText('Date')).toBeDisabled()
  expect(await booked()).toEqual(people)
  await user.click(screen.getByRole('button', { name: 'Clear the sheet' }))
  const question = within(await screen.findByRole('dialog', { name: 'Clear the sheet?' }))
  await user.click(question.getByRole('button', { name: 'Keep the sheet' }))
  found()
  await portal.open('representative', '/BookingSheet')
  await user.click((await sheetRow(1)).getByRole('button', { name: 'Repeat row 1' }))
  expect(await screen.findByText('1 of 1 booked')).toBeVisible()
  expect(await booked()).toEqual(people)
})

// covers: JRN-94
// @test-tag long
test('a row that is not filled in says so, a return is booked with the way there, and a sheet takes thirty rows', async () => {
  const { people, booked } = await buildHome(portal, ['Ada Hill'])
  await portal.open('representative', '/BookingSheet')
  await user.click(await screen.findByRole('button', { name: 'Book 1 row' }))
  expect(await (await sheetRow(1)).findByText('Please choose the person, from where, to where and when')).toBeVisible()
  await fillFirstRow(portal)
  await user.type((await sheetRow(1)).getByLabelText('Return at'), '15:00')
  await user.click(screen.getByRole('button', { name: 'Book 1 row' }))
  expect(await (await sheetRow(1)).findByText(/^Booked, pick-up from .+ and back from /)).toBeVisible()
  expect(await booked()).toEqual([people[0], people[0]])
  const add = screen.getByRole('button', { name: 'Add a row' })
  for (let row = 1; row < 30; row += 1) await user.click(add)
  expect(await screen.findByText('A sheet has at most 30 rows')).toBeVisible()
  expect(add).toBeDisabled()
})
