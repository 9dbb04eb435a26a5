import { type Duty, prepareShift } from '../duty.ts'
import type { Locator } from '@playwright/test'
import { api, expect, test } from '../fixtures.ts'
import { book } from '../trips/plan.ts'
import { cramped, expectGood, heading, signInDriver, startTrip, tap } from './phone.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const KB = 1000
/** What the server knows of the trip. */
const toldOf = async ({ driver, tripId }: Duty) => (await driver.call(api.driver.trip, { params: { id: tripId } })).data

/** How many colours the map has: the way and the stop alone are four. */
const coloursOf = (map: Locator): Promise<number> =>
  map.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    const seen = new Set<string>()
    for (let at = 0; at < data.length; at += 40) seen.add([data[at], data[at + 1], data[at + 2]].join())
    return seen.size
  })

// covers: DAPP-01, DAPP-03, DAPP-10, DAPP-23, DAPP-33, DAPP-39, DAPP-40
test('a driver signs in on a phone and drives a trip to its end, and the server has each step', async ({
  page,
  demo,
  apiAs,
}) => {
  const office = await apiAs('administrator')
  const duty = await prepareShift(demo, office, 'Phone Cove')
  await book(office, duty, 10)
  const sent: { type: string; path: string; bytes: Promise<number> }[] = []
  page.on('response', (response) => {
    const request = response.request()
    const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize)
    sent.push({ type: request.resourceType(), path: new URL(request.url()).pathname, bytes })
  })

  const map = () => sent.filter(({ path }) => path.includes('/assets/map-'))
  await test.step('the first visit is small, and Priya signs in', async () => {
    await page.goto('/Drive')
    await expect(heading(page, 'Sign in')).toBeVisible()
    const sumOf = async (type: string): Promise<number> => {
      const all = await Promise.all(sent.filter((one) => one.type === type).map(({ bytes }) => bytes))
      return all.reduce((sum, bytes) => sum + bytes, 0)
    }
    expect(await sumOf('script')).toBeGreaterThan(10 * KB)
    expect(await sumOf('script')).toBeLessThanOrEqual(180 * KB)
    expect(await sumOf('stylesheet')).toBeLessThanOrEqual(25 * KB)
    expect(map()).toEqual([])
    for (const name of [...'0123456789', 'Delete the last digit']) {
      const key = await page.getByRole('button', { name, exact: true }).boundingBox()
      expect(Math.min(key?.width ?? 0, key?.height ?? 0)).toBeGreaterThanOrEqual(64)
    }
    await expectGood(page)
    await signInDriver(page, duty.username)
  })

  await test.step('she starts her trip', async () => {
    await expect(page.getByText(`Vehicle ${duty.vehicle}`)).toBeVisible()
    await expectGood(page)
    await startTrip(page)
    await expect(page.getByRole('button', { name: 'Arrived' })).toBeVisible()
    await expect(page.getByText('Ready to drive without signal')).toBeVisible()
    await expect.poll(async () => (await toldOf(duty)).current_state).toBe('live')
    await expect(page.getByText('All sent')).toBeVisible()
    // The map is a part of its own, and comes with the way.
    const drawn = page.getByRole('img', { name: 'Map with the way, the vehicle and the stop' })
    await expect(drawn).toBeVisible()
    await expect.poll(() => coloursOf(drawn)).toBeGreaterThan(4)
    const bytes = await Promise.all(map().map((one) => one.bytes))
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(350 * KB)
    expect(bytes.length).toBeGreaterThan(0)
  })

  await test.step('what she reads at the wheel is large, and what she taps too', async () => {
    const sizeOf = (selector: string) =>
      page.evaluate((css) => parseFloat(getComputedStyle(document.querySelector(css)!).fontSize), selector)
    expect(await sizeOf('h1 span:last-child')).toBeGreaterThanOrEqual(28)
    expect(await sizeOf('main time')).toBeGreaterThanOrEqual(40)
    await page.setViewportSize({ width: 768, height: 1024 })
    expect(await sizeOf('h1 span:last-child')).toBeGreaterThanOrEqual(28 * 1.4)
    expect(await sizeOf('main time')).toBeGreaterThanOrEqual(40 * 1.4)
    await page.setViewportSize({ width: 390, height: 844 })
    const main = await page.getByRole('button', { name: 'Arrived' }).boundingBox()
    expect(main?.height).toBeGreaterThanOrEqual(72)
    // The edges of the screen are left free for the thumb that holds it.
    expect(main?.width).toBeGreaterThanOrEqual(390 - 2 * 12)
    expect(await cramped(page)).toEqual([])
    for (const button of await page.getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(56)
      // The lower 60 % of the phone.
      expect(box?.y ?? 0).toBeGreaterThanOrEqual(844 * 0.4)
    }
    await expectGood(page)
    await tap(page, 'Stops')
    await expectGood(page)
    await tap(page, 'Back to the trip')
    const isLeftOf = async (one: string, other: string): Promise<boolean> => {
      const [left, right] = [page.getByRole('button', { name: one }), page.getByRole('button', { name: other })]
      return ((await left.boundingBox())?.x ?? 0) < ((await right.boundingBox())?.x ?? 0)
    }
    expect(await isLeftOf('Stops', 'Menu')).toBe(true)
    await tap(page, 'Menu')
    await expectGood(page)
    expect(await cramped(page)).toEqual([])
    await page.getByRole('radio', { name: 'Left' }).check()
    await tap(page, 'Back to the trip')
    expect(await isLeftOf('Menu', 'Stops')).toBe(true)
  })

  await test.step('she picks up Noor and sets her down', async () => {
    await expect(heading(page, /^Pick up /)).toBeVisible()
    await tap(page, 'Arrived')
    await expectGood(page)
    expect(await cramped(page)).toEqual([])
    await tap(page, /^Aboard Noor/)
    await tap(page, 'Depart')
    await expect(heading(page, /^Drop off /)).toBeFocused()
    await tap(page, 'Arrived')
    await tap(page, /^Out Noor/)
    await tap(page, 'Depart')
    await expect.poll(async () => (await toldOf(duty)).trip_stops.at(-1)?.departed_at).not.toBeNull()
  })

  await test.step('she ends the trip', async () => {
    await expect(heading(page, 'No stop ahead')).toBeVisible()
    await tap(page, 'End trip')
    await tap(page, 'Skip')
    await expectGood(page)
    await page.getByRole('button', { name: 'End trip' }).click()
    await expect(heading(page, 'Trip ended')).toBeVisible()
    await expect(page.getByText('Everything is sent')).toBeVisible()
    await expectGood(page)
    await expect.poll(async () => (await toldOf(duty)).current_state).toBe('completed')
  })
})

// covers: DAPP-97
test('without signal after the sign-on the trip is driven to its end with its map, and everything is sent afterwards', async ({
  page,
  context,
  demo,
  apiAs,
}) => {
  const office = await apiAs('administrator')
  const duty = await prepareShift(demo, office, 'Dead Cove')
  await book(office, duty, 10)
  await signInDriver(page, duty.username)
  await startTrip(page)
  await expect(page.getByRole('button', { name: 'Arrived' })).toBeVisible()
  await expect.poll(async () => (await toldOf(duty)).current_state).toBe('live')
  await expect(page.getByText('All sent')).toBeVisible()
  await expect(page.getByText('Ready to drive without signal')).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const taken = () => page.evaluate(async () => (await (await caches.open('tiles-taken-along')).keys()).length)
  await expect.poll(taken).toBeGreaterThan(2)

  await context.setOffline(true)
  await tap(page, 'Arrived')
  await tap(page, /^Aboard Noor/)
  await expect(page.getByText(/^No signal since /)).toBeVisible()
  await expect(page.getByText(/^2 to send since /)).toBeVisible()

  await page.reload()
  await expect(page.getByText(/^2 to send since /)).toBeVisible()
  await tap(page, 'Depart')
  // The streets were taken along: the page was loaded again without a signal.
  const map = page.getByRole('img', { name: 'Map with the way, the vehicle and the stop' })
  await expect.poll(() => coloursOf(map)).toBeGreaterThan(4)
  await tap(page, 'Arrived')
  await tap(page, /^Out Noor/)
  await tap(page, 'Depart')
  await tap(page, 'End trip')
  await tap(page, 'Skip')
  await page.getByRole('button', { name: 'End trip' }).click()
  await expect(heading(page, 'Trip ended')).toBeVisible()
  await expect(page.getByText(/^7 actions are not sent yet/)).toBeVisible()
  await expectGood(page)
  expect((await toldOf(duty)).current_state).toBe('live')

  await context.setOffline(false)
  await expect(page.getByText('Everything is sent')).toBeVisible()
  const told = await toldOf(duty)
  expect(told.current_state).toBe('completed')
  expect(told.trip_stops.map(({ departed_at }) => departed_at !== null)).toEqual([true, true])
})
