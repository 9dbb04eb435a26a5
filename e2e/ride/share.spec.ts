import { prepareDuty, report } from '../duty.ts'
import { api, expect, leftToLongRun, test } from '../fixtures.ts'
import { atStop, bookableWithApps, signUpAndBook } from './passenger.ts'
import { expectGood, heading, tap } from './phone.ts'

leftToLongRun()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
test.use(phone)

const MAP = 'Map of vehicle, stop and the way on foot'

test('a passenger shares a ride, a friend follows it without signing in until the sharing is taken back', async ({
  page,
  browser,
  demo,
  apiAs,
}) => {
  const office = await apiAs('administrator')
  const duty = await prepareDuty(demo, office, 'Share Cove')
  await bookableWithApps(office, duty)
  await signUpAndBook(page, office, duty, 'Selma')
  const context = await browser.newContext({ ...phone, baseURL: demo.url })
  const friend = await context.newPage()
  const hosts = new Set<string>()
  friend.on('request', (request) => hosts.add(new URL(request.url()).host))
  let code = ''

  await test.step('Selma shares the ride, and a friend opens the link', async () => {
    await tap(page, 'Share my ride')
    const link = await page.getByRole('textbox', { name: 'Link to share' }).inputValue()
    code = /\/t\/([0-9a-z]{10})$/.exec(link)?.[1] ?? ''
    await expectGood(page)
    await friend.goto(`/t/${code}`)
    await expect(heading(friend, 'Follow a ride')).toBeVisible()
    await expect(friend.getByText(/^The vehicle comes between |^\d+ stops? before/).first()).toBeVisible()
    await expect(friend.getByText(duty.vehicle)).toBeVisible()
    await expect(friend.getByText(/Selma|Harbourside|Sign in|Cancel the ride/)).toHaveCount(0)
    await expectGood(friend)
  })

  await test.step('both see the vehicle come while Priya drives it', async () => {
    const pickup = await atStop(duty, 0)
    await report(duty, duty.from.point)
    for (const one of [page, friend]) await expect(one.getByRole('img', { name: MAP })).toBeVisible()
    await duty.driver.call(api.driver.arrive, { params: { id: pickup.id } })
    await expect(page.getByText(/^Your vehicle is here/).first()).toBeVisible()
    await expect(friend.getByText(/^The vehicle is at the stop and waits until /).first()).toBeVisible()
    await expectGood(friend)
    await duty.driver.call(api.driver.board, { params: { id: pickup.boardings[0]?.id ?? 0 } })
    await duty.driver.call(api.driver.depart, { params: { id: pickup.id } })
    await expect(page.getByRole('link', { name: 'Emergency call: 112' })).toBeVisible()
    await expectGood(page)
    await expect(friend.getByText(/^On board, arrival between /).first()).toBeVisible()
  })

  await test.step('Selma takes the sharing back, and the friend sees that the link has expired', async () => {
    await tap(page, 'Stop sharing')
    await expect(page.getByText('The link opens nothing any more.')).toBeVisible()
    await expect(heading(friend, 'This link has expired')).toBeVisible()
    await expectGood(friend)
    const answer = await friend.goto(`/t/${code}`)
    expect(answer?.status()).toBe(404)
    await expect(heading(friend, 'This link has expired')).toBeVisible()
    await friend.getByRole('link', { name: 'Enter a code' }).click()
    await expect(heading(friend, 'Follow a ride')).toBeVisible()
    await expectGood(friend)
    await friend.getByRole('textbox', { name: 'Code of 10 characters' }).fill(code)
    await tap(friend, 'Show the ride')
    await expect(heading(friend, 'This link has expired')).toBeVisible()
    expect([...hosts]).toEqual([new URL(demo.url).host])
  })
  await context.close()
})
