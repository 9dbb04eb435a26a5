import { prepareDuty, report } from './duty.ts'
import { api, clientFor, expect, leftToLongRun, type Locator, test } from './fixtures.ts'
import { book } from './trips/plan.ts'

const first_name = 'Maximiliana-Alexandrina'
const last_name = 'Konstantinopolitanska-Wolfeschlegelst'

test('names of 60 characters leave titles, buttons and the header in one piece', async ({ page, demo, signIn }) => {
  const office = await clientFor(demo, 'administrator')
  const body = { first_name, last_name, status: 'active' as const }
  const names = { username: 'maximiliana', email: 'maximiliana@ambit.example' }
  const { data: user } = await office.call(api.users.create, { body: { ...body, ...names } })
  const { data: traveler } = await office.call(api.travelers.create, { body: { ...body, ...names } })
  await page.route('**/api/v2/ops/sessions/current', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: { full_name: string } } // the contract's session
    json.data.full_name = `${first_name} ${last_name}`
    await route.fulfill({ response: answer, json })
  })
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page, 'administrator', `/UserManagement?d=UserDialog-edit-${user.id}`)
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('heading', { name: 'Edit User' })
  await expect(title).toBeVisible()
  expect((await title.boundingBox())?.height).toBeLessThan(30)

  await page.goto(`/TravellerManagement?d=TravelerDialog-edit-${traveler.id}`)
  const button = dialog.getByRole('button', { name: 'New booking' })
  await expect(button).toBeVisible()
  const cut = await button.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].some(
      (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
    ),
  )
  expect(cut).toBe(false)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/UserManagement')
  const name = page.getByRole('banner').getByText(`${first_name} ${last_name}`, { exact: true })
  await expect(name).toBeVisible()
  expect((await name.boundingBox())?.width).toBeLessThan(220)
  await office.call(api.users.destroy, { params: { id: user.id } })
})

/** a word that is as long as a line, as names of stations and families are in some languages */
const LONG = 'Konstantinopolitanska-Wolfeschlegelsteinhausenbergerdorff-12'
const names = new Set(['driver_name', 'traveler_name', 'location_name', 'vehicle_number', 'name'])

const withLongNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withLongNames)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([key, each]) => [
    key,
    names.has(key) && typeof each === 'string' ? LONG : withLongNames(each),
  ])
  return Object.fromEntries(fields)
}

/** What ends beyond the right edge of a box, without dots that say so. */
const beyond = (box: Locator): Promise<string[]> =>
  box.evaluate((element) => {
    const edge = element.getBoundingClientRect().right + 1
    return [...element.querySelectorAll<HTMLElement>('*')]
      .filter((part) => part.getBoundingClientRect().right > edge)
      .filter((part) => getComputedStyle(part.parentElement ?? part).textOverflow !== 'ellipsis')
      .map((part) => `${part.tagName} ${part.innerText}`)
  })

test('a word of 60 characters keeps inside the panel of a trip and the dialog of a booking, and a cut one says all of itself', async ({
  page,
  demo,
  signIn,
}) => {
  leftToLongRun()
  const office = await clientFor(demo, 'administrator')
  const duty = await prepareDuty(demo, office, 'Long Cove')
  await report(duty, duty.from.point)
  const booking = await book(office, duty, 60)
  await page.route(/\/(trips|service_requests)\//, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    // A call that the page gives up meanwhile has no answer to change any more.
    const answer = await route.fetch()
    const json = await answer.json().then(withLongNames, () => undefined)
    if (json !== undefined) await route.fulfill({ response: answer, json })
  })
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page, 'dispatcher', `/VehicleMonitoring/region/0/trip/${duty.tripId}`)
  const panel = page.getByRole('complementary', { name: 'Trips' })
  await expect(panel.getByRole('heading', { name: LONG }).first()).toBeVisible()
  expect(await beyond(panel)).toEqual([])
  const passenger = panel.getByRole('listitem').getByRole('listitem').getByText(LONG, { exact: true }).first()
  await passenger.hover()
  await expect(passenger).toHaveAttribute('title', LONG)

  await page.goto(`/TravellerManagement?d=LiveBookingDialog-view-${booking.id}`)
  const dialog = page.getByRole('dialog')
  const [from, to] = [dialog.getByRole('region', { name: 'Pick up' }), dialog.getByRole('region', { name: 'Drop off' })]
  await expect(from.getByText(LONG)).toBeVisible()
  for (const box of [from, to, dialog]) expect(await beyond(box)).toEqual([])
})
