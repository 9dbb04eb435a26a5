import { api } from '@ambit/contract'
import { bookGroup, people } from '@ambit/server/testing/groups'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { calls, noNetwork } from '../../testing/calls.ts'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
let count = 0
beforeEach(async () => {
  town = await buildSmallTown(portal.server)
})

type Dialog = Awaited<ReturnType<typeof portal.dialog>>

const opened = async (): Promise<Dialog> => {
  await portal.open('dispatcher', '/TravellerManagement?d=GroupBookingDialog-create')
  return portal.dialog('Book a Group')
}
/** Coordinates are places as well. */
const place = async (dialog: Dialog, label: string | RegExp, point: string) => {
  await portal.user.type(dialog.getByRole('combobox', { name: label }), `${point}{Enter}`)
}
const MARKET = '-27.47, 153.0301'
const STATION = '-27.47, 153.0604'
const add = async (dialog: Dialog, name: string) => {
  await portal.user.type(dialog.getByRole('searchbox', { name: 'Add a passenger' }), name)
  await portal.user.click(await dialog.findByRole('button', { name: new RegExp(`^Add ${name} `) }))
}
const passengers = async (n: number): Promise<string[]> => {
  const names = Array.from({ length: n }, () => `Choir Singer${String.fromCharCode(97 + (count % 26))}${++count}`)
  for (const name of names) await town.passenger(name)
  return names
}
const filled = async (names: readonly string[]) => {
  const dialog = await opened()
  await portal.user.type(dialog.getByRole('textbox', { name: 'Name of the group' }), 'Harbour choir')
  await place(dialog, 'Pick up', MARKET)
  await place(dialog, 'Drop off', STATION)
  for (const name of names) await add(dialog, name)
  return dialog
}

// covers: JRN-41, JRN-42
// @test-tag long
test('a dispatcher books three as one group, reads back when each is picked up, and opens a booking', async () => {
  await town.vehicle(`Bus ${++count}`)
  const names = await passengers(3)
  const dialog = await filled(names)
  expect(dialog.getByText('3 passengers, 3 seats')).toBeVisible()
  expect(dialog.getByRole('radio', { name: 'Together in one vehicle' })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: /^All or none/ })).toBeChecked()
  await portal.user.click(dialog.getByRole('button', { name: 'Find seats' }))
  const offer = within(await dialog.findByRole('region', { name: 'How the group can travel' }))
  expect(offer.getByRole('heading', { name: /^Bus \d+: 3 passengers$/ })).toBeVisible()
  expect(offer.getAllByRole('listitem')).toHaveLength(3)
  await portal.user.click(offer.getByRole('button', { name: 'Book 3 passengers' }))
  expect(await dialog.findByRole('heading', { name: 'Group Harbour choir is booked' })).toHaveFocus()
  expect(calls.of(api.bookingGroups.create)).toHaveLength(1)
  const rows = within(dialog.getByRole('list', { name: 'Passengers' })).getAllByRole('listitem')
  expect(rows.map((row) => names.some((name) => row.textContent?.startsWith(name)))).toEqual([true, true, true])
  await portal.user.click(dialog.getByRole('button', { name: new RegExp(`^${names[0]}, booking`) }))
  expect(await portal.dialog(new RegExp(`^Booking # .*${names[0]}`))).toBeDefined()
})

test('what is missing is said at its field, and nothing is asked before', async () => {
  const [name] = await passengers(1)
  const dialog = await opened()
  expect(dialog.getByText(/^Nobody yet/)).toBeVisible()
  await portal.user.click(dialog.getByRole('button', { name: 'Find seats' }))
  expect(dialog.getByText('Please enter a name')).toBeVisible()
  expect(dialog.getAllByText('Please enter a location')).toHaveLength(2)
  expect(dialog.getByText('A group has 2 members at least')).toBeVisible()
  await add(dialog, name!)
  await portal.user.click(dialog.getByRole('combobox', { name: 'Way' }))
  await portal.user.click(await screen.findByRole('option', { name: 'From one place to many' }))
  expect(dialog.getByRole('combobox', { name: `Drop off of ${name}` })).toBeVisible()
  expect(dialog.queryByRole('combobox', { name: 'Drop off' })).toBeNull()
  await portal.user.click(dialog.getByRole('button', { name: `Remove ${name}` }))
  expect(dialog.getByText(/^Nobody yet/)).toBeVisible()
  expect(calls.of(api.bookingGroups.search)).toEqual([])
})

// covers: JRN-45
// @test-tag long
test('a group that no vehicle takes reads why, and is looked for in several with one press', async () => {
  await town.vehicle(`Car ${++count}`, { seats: 2 })
  await town.vehicle(`Van ${++count}`, { seats: 3 })
  const dialog = await filled(await passengers(4))
  await portal.user.click(dialog.getByRole('button', { name: 'Find seats' }))
  const alert = within(await dialog.findByRole('alert'))
  expect(alert.getByText(/^4 seats; the largest free vehicle has 3\. 2 vehicles would do/)).toBeVisible()
  await portal.user.click(alert.getByRole('button', { name: 'Look in 2 vehicles' }))
  const offer = within(await dialog.findByRole('region', { name: 'How the group can travel' }))
  expect(offer.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Van \d+: 3 passengers$/),
    expect.stringMatching(/^Car \d+: 1 passenger$/),
  ])
})

// covers: JRN-46
// @test-tag long
test('where the seats go in the meantime the dialog says so and shows how the group can travel now, or why not', async () => {
  await town.vehicle(`Bus ${++count}`, { seats: 4 })
  const dialog = await filled(await passengers(3))
  await portal.user.click(dialog.getByRole('button', { name: 'Find seats' }))
  const book = await dialog.findByRole('button', { name: 'Book 3 passengers' })
  await bookGroup(town, await people(town, 4), { at: '08:05' })
  await portal.user.click(book)
  const told = await dialog.findByText(/^(These seats have gone in the meantime|The group cannot travel like this)$/)
  expect(told).toBeVisible()
})

// @test-tag long
test('without a connection what was entered stays, and the search can be pressed again', async () => {
  await town.vehicle(`Bus ${++count}`)
  const dialog = await filled(await passengers(2))
  const online = calls.answer(api.bookingGroups.search, noNetwork)
  await portal.user.click(dialog.getByRole('button', { name: 'Find seats' }))
  expect(await dialog.findByText('The search failed. Please try again.')).toBeVisible()
  expect(dialog.getByText('2 passengers, 2 seats')).toBeVisible()
  online()
  await portal.user.click(dialog.getByRole('button', { name: 'Find seats' }))
  expect(await dialog.findByRole('button', { name: 'Book 2 passengers' })).toBeVisible()
})

const blocked = { status: '422', code: 'invalid', title: '', detail: 'This passenger is blocked' }

// @test-tag long
test('a group that repeats shows its dates, gets a series of each member, and leads to them', async () => {
  await town.vehicle(`Bus ${++count}`)
  const names = await passengers(3)
  const dialog = await filled(names)
  await portal.choose(dialog.getByRole('combobox', { name: 'Repeat' }), 'On chosen weekdays')
  await portal.user.click(await dialog.findByRole('checkbox', { name: 'Monday' }))
  await portal.user.click(dialog.getByRole('button', { name: 'See the dates' }))
  expect(dialog.getByText('Please choose at least one weekday')).toBeVisible()
  expect(calls.of(api.bookingSeries.preview)).toEqual([])
  await portal.user.click(dialog.getByRole('checkbox', { name: 'Monday' }))
  await portal.user.click(dialog.getByRole('checkbox', { name: 'Thursday' }))
  await portal.user.click(dialog.getByRole('checkbox', { name: /^Way back on the same day/ }))
  expect(dialog.getByRole('combobox', { name: 'Time of the way back' })).toHaveValue('4:00 pm')
  await portal.user.click(dialog.getByRole('button', { name: 'See the dates' }))
  const dates = within(await dialog.findByRole('region', { name: 'How the group travels again and again' }))
  expect(dates.getByRole('heading', { name: 'Every Monday and Thursday' })).toBeVisible()
  expect(within(dates.getByRole('list', { name: 'Next dates' })).getAllByRole('listitem')).toHaveLength(10)
  const online = calls.answer(api.bookingSeries.createGroup, () =>
    Response.json({ errors: [{ ...blocked, source: { pointer: '/members/1/traveler_id' } }] }, { status: 422 }),
  )
  await portal.user.click(dates.getByRole('button', { name: 'Make it for 3 passengers' }))
  expect(await dates.findByText(`${names[1]}: This passenger is blocked`)).toBeVisible()
  online()
  await portal.user.click(dates.getByRole('button', { name: 'Make it for 3 passengers' }))
  expect(await dialog.findByRole('heading', { name: 'Group Harbour choir travels again and again' })).toHaveFocus()
  expect(dialog.getByText(/^Every Monday and Thursday, .* leaves at .*, way back at 4:00 pm$/)).toBeVisible()
  expect(calls.of(api.bookingSeries.createGroup).at(-1)?.body).toMatchObject({
    name: 'Harbour choir',
    seating: 'together',
    all_or_none: true,
    pattern: { repeat: 'weekly', every: 1, weekdays: ['MO', 'TH'] },
    ways: [{ departing: true }, { time: '16:00', departing: true }],
    members: names.map(() => ({ origin: { point: [153.0301, -27.47] } })),
  })
  expect(calls.of(api.bookingGroups.search)).toEqual([])
  const rows = within(dialog.getByRole('list', { name: 'Passengers' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.split(',')[0])).toEqual(names)
  await portal.user.click(dialog.getByRole('button', { name: new RegExp(`^${names[0]}, series`) }))
  const series = await portal.dialog(new RegExp(`${names[0]}: Every Monday and Thursday`))
  expect(await series.findByText('Harbour choir')).toBeVisible()
})

// @test-tag long
test('closing the dialog asks before what was entered is lost, and asks nothing when it is empty', async () => {
  const empty = await opened()
  await portal.user.click(empty.getByRole('button', { name: 'Close' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const dialog = await opened()
  await portal.user.type(dialog.getByRole('textbox', { name: 'Name of the group' }), 'Harbour choir')
  await portal.user.keyboard('{Escape}')
  const question = await portal.dialog('Unsaved changes')
  await portal.user.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(dialog.getByRole('textbox', { name: 'Name of the group' })).toHaveValue('Harbour choir')
})

test('the page Passengers leads to it for those who may book a group', async () => {
  await portal.open('dispatcher', '/TravellerManagement')
  await portal.user.click(await screen.findByRole('button', { name: 'Book a Group' }))
  expect(await portal.dialog('Book a Group')).toBeDefined()
  await portal.open('analyst', '/TravellerManagement')
  await screen.findByRole('heading', { name: 'Passengers' })
  expect(screen.queryByRole('button', { name: 'Book a Group' })).toBeNull()
})
