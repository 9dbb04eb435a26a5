import type { Client } from '@ambit/contract'
import type { Locator, Page } from '@playwright/test'
import type { Duty } from './duty.ts'
import { api, expect, test, leftToLongRun } from './fixtures.ts'
import { inkWithin } from './map-ink.ts'
import { book, onDuty } from './trips/plan.ts'

// Maps drawn without a graphics card take their time on a busy machine.
test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 40_000, navigationTimeout: 60_000, blankMap: true })
const seen = expect.configure({ timeout: 40_000 })

/** The colours of a way as it would be and as it is (`map/palette.ts`, light). */
const [THEN, NOW] = ['#5b3cc4', '#464e5a']

/** Another vehicle of the duty's zone with so many seats, for the same hours. */
const another = async (office: Client, duty: Duty, name: string, capacity: number): Promise<string> => {
  const vehicle_number = `${name} ${duty.zone.id}`
  const { data: vehicle } = await office.call(api.vehicles.create, {
    body: { license_plate: vehicle_number, vehicle_number, capacity, mobility_capacity: 0 },
  })
  const username = `${name.toLowerCase()}.${duty.zone.id}`
  const { data: driver } = await office.call(api.drivers.create, {
    body: {
      first_name: name,
      last_name: `Relief${duty.zone.id}`,
      username,
      email: `${username}@ambit.example`,
      status: 'approved',
    },
  })
  const { data: trip } = await office.call(api.trips.show, { params: { id: duty.tripId } })
  await office.call(api.servicePlans.create, {
    body: {
      zone_id: duty.zone.id,
      start_time: trip.start_datetime,
      end_time: trip.end_datetime,
      vehicle_id: vehicle.id,
      driver_id: driver.id,
    },
  })
  return vehicle_number
}

/** Another passenger rides with the duty, in so many minutes. */
const bookFor = async (office: Client, duty: Duty, first_name: string, minutes: number, people = 1) => {
  const username = `${first_name.toLowerCase()}.${duty.zone.id}`
  const { data: traveler } = await office.call(api.travelers.create, {
    body: {
      first_name,
      last_name: `Quayside${duty.zone.id}`,
      username,
      email: `${username}@ambit.example`,
      status: 'active',
    },
  })
  return book(office, { ...duty, passenger: traveler.full_name }, minutes, people)
}

const rowOf = (page: Page, vehicle: string): Locator => page.getByRole('listitem', { name: `Vehicle ${vehicle}` })
const barOf = (page: Page, { id }: { id: number }): Locator => page.locator(`[data-booking="${id}"]`)
const middle = async (element: Locator): Promise<[number, number]> => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It is not on the board')
  return [box.x + box.width / 2, box.y + box.height / 2]
}
/** Presses on a booking and goes far enough to take hold of it. */
const takeHold = async (page: Page, bar: Locator): Promise<void> => {
  await seen(bar).toBeVisible()
  const [x, y] = await middle(bar)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 4, y + 6, { steps: 2 })
}
const toRow = async (page: Page, vehicle: string): Promise<void> => {
  const [x, y] = await middle(rowOf(page, vehicle))
  await page.mouse.move(x, y, { steps: 3 })
}
const openBoard = async (page: Page, duty: Duty): Promise<void> => {
  await page.goto(`/DispatchBoard?zone=${duty.zone.id}`)
  await seen(rowOf(page, duty.vehicle)).toBeVisible()
}

/** How often the row under the pointer has changed from now on, and how often later than two frames after the move. */
const countFrames = async (page: Page): Promise<() => Promise<{ answers: number; late: number }>> => {
  const counted = await page.evaluateHandle(() => {
    const seen = { answers: 0, late: 0 }
    let frame = 0
    let moved: number | null = null
    const count = (): void => {
      frame++
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    addEventListener('pointermove', () => (moved = frame), true)
    new MutationObserver(() => {
      if (moved === null) return
      seen.answers++
      if (frame - moved > 2) seen.late++
      moved = null
    }).observe(document.body, { attributes: true, subtree: true, attributeFilter: ['data-over'] })
    return seen
  })
  return () => counted.jsonValue()
}

// covers: FX-15, FX-75, FX-79, FX-91
test('A dispatcher drags a booking to another vehicle, reads on map and clock what that would do, accepts it, and Ctrl+Z brings everything back', async ({
  page,
  demo,
  signIn,
  apiAs,
  expectAccessible,
}) => {
  const office = await apiAs('administrator')
  const duty = await onDuty(demo, apiAs, 'Dragging')
  const spare = await another(office, duty, 'SPARE', 6)
  await another(office, duty, 'THIRD', 6)
  const { id } = await book(office, duty, 60)
  const now = async () => (await office.call(api.serviceRequests.show, { params: { id } })).data
  const before = await now()
  await signIn(page, 'dispatcher', `/DispatchBoard?zone=${duty.zone.id}`)
  await takeHold(page, barOf(page, { id }))
  await seen(rowOf(page, spare).getByText('Fits', { exact: true })).toBeVisible()
  await toRow(page, spare)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(rowOf(page, spare).getByText('Fits', { exact: true })).toBeHidden()
  await expect(page.getByRole('dialog')).toBeHidden()

  await takeHold(page, barOf(page, { id }))
  await seen(rowOf(page, spare).getByText('Fits', { exact: true })).toBeVisible()
  await toRow(page, spare)
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'What this would do' })
  const ways = dialog.getByRole('group', { name: 'Ways to do it' })
  await seen(ways.getByText(/to the best other vehicle$/)).toBeVisible()
  await expect(ways.getByRole('radio').first()).toBeChecked()
  await expect(ways.locator('label').first()).toContainText(`Booking ${id} to ${spare}`)
  const drawn = dialog.getByRole('region', { name: 'Who drives otherwise' })
  await expect(drawn.getByRole('img', { name: new RegExp(`^${spare}\\. Now: no stops`) })).toBeVisible()
  const map = drawn.getByRole('region', { name: 'Map of the ways now and afterwards' })
  const ink = async (colour: string) => {
    const box = await map.boundingBox()
    return inkWithin(page, map, { left: 0, top: 0, right: box?.width ?? 0, bottom: box?.height ?? 0 }, colour)
  }
  await expect.poll(() => ink(THEN), { timeout: 40_000 }).toBeGreaterThan(100)
  await expect.poll(() => ink(NOW), { timeout: 40_000 }).toBeGreaterThan(40)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await seen(rowOf(page, spare).locator(`[data-booking="${id}"]`)).toBeVisible()
  expect((await now()).trip_id).not.toBe(before.trip_id)
  await page.keyboard.press('ControlOrMeta+z')
  await seen(page.getByText('Undone: everybody is as before.')).toBeVisible()
  const after = await now()
  const kept = ({ trip_id, pickup, dropoff, status, pin }: typeof before) => ({
    trip_id,
    pickup: { ...pickup, eta: null },
    dropoff: { ...dropoff, eta: null },
    status,
    pin,
  })
  expect(kept(after)).toEqual(kept(before))
  const { data: actions } = await office.call(api.dispatchActions.list, {
    query: { filter: { zone: [duty.zone.id] }, per_page: 10 },
  })
  const own = actions.filter(({ service_request_ids }) => service_request_ids.includes(id))
  const { data: rows } = await office.call(api.serviceRequests.history, { params: { id } })
  expect(rows.filter(({ dispatch_action_id }) => own.some((action) => action.id === dispatch_action_id))).toHaveLength(
    2,
  )
})

// covers: FX-75
test('A booking is dragged to a later place in its own row, one on board says why it stays, and an impossible vehicle why it cannot', async ({
  page,
  demo,
  signIn,
  apiAs,
}) => {
  leftToLongRun()
  const office = await apiAs('administrator')
  const duty = await onDuty(demo, apiAs, 'Staying')
  const large = await book(office, duty, 60, 5)
  // The other way round: between the two the vehicle is where either begins.
  const back = await bookFor(office, { ...duty, from: duty.to, to: duty.from }, 'Later', 64)
  const small = await another(office, duty, 'SMALL', 4)
  await signIn(page, 'dispatcher', `/DispatchBoard?zone=${duty.zone.id}`)
  await takeHold(page, barOf(page, large))
  await seen(rowOf(page, small).getByText('Impossible', { exact: true })).toBeVisible()
  await expect(rowOf(page, small).getByText(/has at most 4 seats/)).toBeVisible()
  await toRow(page, small)
  await page.mouse.up()
  await seen(page.getByText(`${small} cannot take this booking`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await takeHold(page, barOf(page, large))
  await seen(rowOf(page, small).getByText('Impossible', { exact: true })).toBeVisible()
  const [x, y] = await middle(barOf(page, back))
  await page.mouse.move(x + 60, y, { steps: 4 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'What this would do' })
  await seen(dialog.getByText(`Booking ${large.id} to ${duty.vehicle}`)).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Who is concerned' })).toContainText(/Changed.*\d+ min later/)
  await dialog.getByRole('button', { name: 'Refuse' }).click()

  const { data: trip } = await duty.driver.call(api.driver.trip, { params: { id: duty.tripId } })
  await duty.driver.call(api.driver.arrive, { params: { id: trip.trip_stops[0]?.id ?? 0 } })
  await duty.driver.call(api.driver.board, { params: { id: large.id } })
  await openBoard(page, duty)
  await seen(barOf(page, large)).toHaveAttribute('data-status', 'on_board')
  await takeHold(page, barOf(page, large))
  await page.mouse.up()
  await seen(page.getByText(`${duty.passenger} cannot be moved`)).toBeVisible()
})

// covers: FX-74, FX-77
test('While a booking is held, vehicles answer without asking the server, what is held stays where it is, and rows are hatched until they were asked again', async ({
  page,
  demo,
  signIn,
  apiAs,
}) => {
  const office = await apiAs('administrator')
  const duty = await onDuty(demo, apiAs, 'Following')
  const spare = await another(office, duty, 'SPARE', 6)
  const first = await book(office, duty, 60)
  await signIn(page, 'dispatcher', `/DispatchBoard?zone=${duty.zone.id}`)
  await seen(barOf(page, first)).toBeVisible()
  // Long before the board asks by itself.
  const second = await bookFor(office, duty, 'Second', 90)
  await expect(barOf(page, second)).toBeVisible({ timeout: 10_000 })

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/dispatch_probes')) asked.push(request.url())
  })
  await takeHold(page, barOf(page, first))
  await seen(rowOf(page, spare).getByText('Fits', { exact: true })).toBeVisible()
  // From here on the server answers nothing.
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/dispatch_probes', async (route) => {
    await held
    await route.continue()
  })
  const answered = (vehicle: string) => expect(rowOf(page, vehicle)).toHaveAttribute('data-over', 'true')
  const frames = await countFrames(page)
  const moves = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? spare : duty.vehicle))
  for (const vehicle of moves) {
    const [x, y] = await middle(rowOf(page, vehicle))
    await page.mouse.move(x, y)
    await answered(vehicle)
  }
  const { answers, late } = await frames()
  expect(answers).toBe(moves.length)
  // A busy machine may hold up a few of them; a board that waits for a timer or for the server holds up each.
  expect(late).toBeLessThan(moves.length / 2)
  // All rows were asked about at once; when the plan has changed meanwhile, once more.
  expect(asked.length).toBeLessThan(3)

  const third = await bookFor(office, duty, 'Third', 120)
  await seen(rowOf(page, spare)).toHaveAttribute('data-asking', 'true')
  await expect(barOf(page, third)).toBeHidden()
  await expect(barOf(page, first)).toHaveAttribute('data-held', 'true')
  release()
  await seen(rowOf(page, spare)).not.toHaveAttribute('data-asking', 'true')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await seen(barOf(page, third)).toBeVisible()
})

// covers: FX-82
test('Two boards in two tabs act each on the zone and time that it shows, and what one has moved is not moved unseen from the other', async ({
  page,
  context,
  demo,
  signIn,
  apiAs,
}) => {
  leftToLongRun()
  const office = await apiAs('administrator')
  const [here, there] = [await onDuty(demo, apiAs, 'Near'), await onDuty(demo, apiAs, 'Far')]
  const [spareHere, spareThere] = [await another(office, here, 'SPARE', 6), await another(office, there, 'SPARE', 6)]
  const third = await another(office, here, 'THIRD', 6)
  const [one, other] = [await book(office, here, 60), await book(office, there, 150)]
  const vehicleOf = async (id: number) =>
    (await office.call(api.serviceRequests.show, { params: { id } })).data.vehicle_number
  await signIn(page, 'dispatcher', `/DispatchBoard?zone=${here.zone.id}`)
  await seen(barOf(page, one)).toBeVisible()
  const tab = await context.newPage()
  await openBoard(tab, there)
  await tab.getByRole('button', { name: 'An hour later' }).click()
  const begin = async (board: Page, booking: { id: number }, vehicle: string) => {
    await board.bringToFront()
    await takeHold(board, barOf(board, booking))
    await seen(rowOf(board, vehicle).getByText('Fits', { exact: true })).toBeVisible()
    await toRow(board, vehicle)
    await board.mouse.up()
    return board.getByRole('dialog', { name: 'What this would do' })
  }
  const [near, far] = [await begin(page, one, spareHere), await begin(tab, other, spareThere)]
  await seen(near.getByText(`Booking ${one.id} to ${spareHere}`)).toBeVisible()
  await seen(far.getByText(`Booking ${other.id} to ${spareThere}`)).toBeVisible()
  await far.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => vehicleOf(other.id), { timeout: 40_000 }).toBe(spareThere)
  expect(await vehicleOf(one.id)).toBe(here.vehicle)

  // Nothing tells the first board of what happens from here on: what it asks for is not answered.
  await page.route('**/effect_previews', () => {})
  await openBoard(tab, here)
  const same = await begin(tab, one, third)
  await same.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => vehicleOf(one.id), { timeout: 40_000 }).toBe(third)
  await page.bringToFront()
  await near.getByRole('button', { name: 'Accept' }).click()
  await seen(near.getByText('The plan has changed since this was shown. Please look again.')).toBeVisible()
  expect(await vehicleOf(one.id)).toBe(third)
})
