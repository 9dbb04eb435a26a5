import { randomUUID } from 'node:crypto'
import { violationsNow } from '../axe.ts'
import { prepareShift } from '../duty.ts'
import { api, expect, type Page, test, leftToLongRun } from '../fixtures.ts'
import { book } from '../trips/plan.ts'
import { cramped, heading, signInDriver, tap } from './phone.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const usual = { width: 390, height: 844 }
const sizes = [
  { width: 320, height: 568 },
  { width: 568, height: 320 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1366, height: 1024 },
]

const aside = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** What can be used on the page, and of that what the key Tab does not lead to. */
const notReached = async (page: Page): Promise<string[]> => {
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input, textarea')]
    const seen = all.filter((one) => one.offsetParent !== null && !one.matches('[type=radio]:not(:checked)'))
    for (const [number, one] of seen.entries()) one.dataset['number'] = String(number)
    ;(document.activeElement as HTMLElement | null)?.blur()
    return seen.map((one) => one.innerText || one.outerHTML)
  })
  const reached = new Set<string>()
  // Radio buttons and what scrolls take a step more.
  for (let step = 0; step < wanted.length + 8 && reached.size < wanted.length; step += 1) {
    await page.keyboard.press('Tab')
    const number = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['number'])
    if (number !== undefined) reached.add(number)
  }
  return wanted.filter((_, number) => !reached.has(String(number)))
}

/** Nothing sideways at any size, all of it large enough and within reach of the keys; at 200 % text nothing for axe in both themes. */
const expectUsable = async (page: Page): Promise<void> => {
  for (const size of [...sizes, usual]) {
    await page.setViewportSize(size)
    await expect.poll(() => aside(page), JSON.stringify(size)).toBeLessThanOrEqual(0)
  }
  // What sticks to the top covers what is scrolled below it.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await cramped(page)).toEqual([])
  expect(await notReached(page)).toEqual([])
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expect.poll(() => aside(page), 'at 200 %').toBeLessThanOrEqual(0)
  for (const theme of ['night', 'day']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    expect(await violationsNow(page), `${theme} at 200 %`).toEqual([])
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  // The device asks for less motion: nothing moves.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
}

// covers: DAPP-09, DAPP-125
test('every screen before a trip fits every size, is large enough, in reach of the keyboard, and readable at 200 %', async ({
  page,
  demo,
  apiAs,
}) => {
  test.slow()
  const office = await apiAs('administrator')
  const duty = await prepareShift(demo, office, 'Screen Cove')
  await page.goto('/Drive')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expectUsable(page)
  await signInDriver(page, duty.username)
  await expect(page.getByText(`Vehicle ${duty.vehicle}`)).toBeVisible()
  await expectUsable(page)
  await tap(page, 'Start')
  await expect(heading(page, `Vehicle ${duty.vehicle}`)).toBeVisible()
  await expectUsable(page)
  await tap(page, 'Check the vehicle: Before driving')
  await expect(heading(page, 'Lights')).toBeVisible()
  await expectUsable(page)
  for (let item = 1; item < 12; item += 1) {
    await expect(page.getByText(`item ${item} of 12`)).toBeVisible()
    await page.getByRole('button', { name: 'OK', exact: true }).click()
  }
  await tap(page, 'Not OK')
  await page.getByRole('textbox', { name: 'What is wrong?' }).fill('Sand on the floor')
  await expectUsable(page)
  await tap(page, 'Next')
  await tap(page, 'Odometer')
  await expect(page.getByRole('textbox', { name: 'Odometer' })).toBeVisible()
  await expectUsable(page)
})

// covers: DAPP-09, DAPP-78, DAPP-125
test('every screen of a trip fits every size, and the card of changes never covers the main button', async ({
  page,
  demo,
  apiAs,
}) => {
  leftToLongRun()
  test.slow()
  const office = await apiAs('administrator')
  const duty = await prepareShift(demo, office, 'Moving Cove')
  const { data: design } = await office.call(api.zoneDesigns.show, { params: { id: duty.zone.id } })
  const [strategy] = design.service_strategies
  await office.call(api.serviceStrategies.update, {
    params: { id: strategy?.id ?? 0 },
    body: { configuration: { walk_ons: 'listed_stops' } },
    version: strategy?.version ?? 0,
  })
  await book(office, duty, 10, 2)
  await duty.driver.call(api.driver.signOn, { params: { id: duty.tripId } })
  await signInDriver(page, duty.username)
  await tap(page, 'Go on')
  const arrived = page.getByRole('button', { name: 'Arrived' })
  await expect(arrived).toBeVisible()
  await expect(page.getByRole('img', { name: /^Map with/ })).toBeVisible()
  await expectUsable(page)

  await test.step('what changes is told above the stop, on a third of the screen', async () => {
    for (const [number, minutes] of [12, 14, 25].entries()) {
      const username = `noor.${duty.zone.id}.${number}`
      const person = { first_name: `Noor${number}`, last_name: `Quayside${duty.zone.id}`, status: 'active' as const }
      const { data } = await office.call(api.travelers.create, {
        body: { ...person, username, email: `${username}@ambit.example` },
      })
      await book(office, { ...duty, passenger: data.full_name }, minutes)
    }
    const params = { id: duty.tripId }
    await office.call(api.driverMessages.create, { params, body: { text: 'The bridge is closed' } })
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const card = page.getByRole('alert').filter({ has: heading2(page, 'The plan has changed') })
    await expect(card.getByText(/^New: pick up at /).first()).toBeVisible()
    for (const size of [...sizes, usual]) {
      await page.setViewportSize(size)
      const [above, main] = [await card.boundingBox(), await arrived.boundingBox()]
      expect(above?.height ?? Infinity, JSON.stringify(size)).toBeLessThanOrEqual(size.height / 3 + 1)
      const apart =
        (above?.y ?? 0) + (above?.height ?? 0) <= (main?.y ?? 0) ||
        (main?.x ?? 0) > (above?.x ?? 0) + (above?.width ?? 0)
      expect(apart, JSON.stringify(size)).toBe(true)
    }
    const message = page.getByRole('alert').filter({ hasText: 'The bridge is closed' })
    await page.setViewportSize({ width: 320, height: 568 })
    for (const end of ['top', 'bottom']) {
      await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), end)
      const [above, below] = [await card.boundingBox(), await message.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0), `${end}: neither card covers the other`).toBeLessThan(
        below?.y ?? 0,
      )
    }
    await expectUsable(page)
    await card.getByRole('button', { name: 'OK' }).click()
  })

  await test.step('what is opened from the trip', async () => {
    const shows = async (name: string): Promise<void> => {
      await tap(page, name)
      await expect(page.getByRole('button', { name: 'Back to the trip' })).toBeVisible()
      await expectUsable(page)
    }
    await shows('Stops')
    await tap(page, 'Back to the trip')
    await shows('Open in …')
    await tap(page, 'Back to the trip')
    await shows('Menu')
    await shows('Messages')
    await tap(page, 'Back to the trip')
    await tap(page, 'Menu')
    await shows('Report')
    await tap(page, 'Back to the trip')
  })

  await test.step('at the stop', async () => {
    await tap(page, 'Arrived')
    await expect(page.getByRole('button', { name: /^Aboard Noor/ }).first()).toBeVisible()
    await expectUsable(page)
    await tap(page, /^Aboard Noor/)
    await expect(page.getByText(/^How many came of Noor/)).toBeVisible()
    await expectUsable(page)
    await tap(page, 'All 2 came')
    await tap(page, 'Walk-on')
    await expect(page.getByRole('button', { name: 'Back to the trip' })).toBeVisible()
    await expectUsable(page)
  })

  await test.step('the trip is open on another device', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Depart' })).toBeVisible()
    await duty.driver.call(api.driver.device, {
      params: { id: duty.tripId },
      body: { device: randomUUID(), take_over: true },
    })
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('button', { name: 'Take over' })).toBeVisible()
    await expectUsable(page)
  })
})

const heading2 = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
