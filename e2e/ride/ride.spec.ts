import { prepareDuty, report } from '../duty.ts'
import { api, expect, test } from '../fixtures.ts'
import { atStop, bookableWithApps, choosePlace, codeFor } from './passenger.ts'
import { expectGood, heading, tap } from './phone.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const KB = 1000

// covers: RIDE-02, RIDE-41, RIDE-101, RIDE-109
test('a newcomer signs up with a code, books a ride for now, follows it to the door, leaves four stars, and comes back', async ({
  page,
  demo,
  apiAs,
}) => {
  const office = await apiAs('administrator')
  const duty = await prepareDuty(demo, office, 'Ride Cove')
  await bookableWithApps(office, duty)
  const contact = `noemi.${duty.zone.id}@ambit.example`
  const sent: { type: string; bytes: Promise<number> }[] = []
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  page.on('response', (response) => {
    const request = response.request()
    // A stream has no size before it ends.
    if (!['script', 'stylesheet'].includes(request.resourceType())) return
    const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize)
    sent.push({ type: request.resourceType(), bytes })
  })

  await test.step('the first visit is small, and Noemi signs up', async () => {
    await page.goto('/Ride')
    await expect(heading(page, 'Sign in')).toBeVisible()
    const sumOf = async (type: string): Promise<number> => {
      const all = await Promise.all(sent.filter((one) => one.type === type).map(({ bytes }) => bytes))
      return all.reduce((sum, bytes) => sum + bytes, 0)
    }
    expect(await sumOf('script')).toBeGreaterThan(10 * KB)
    expect(await sumOf('script')).toBeLessThanOrEqual(150 * KB)
    expect(await sumOf('stylesheet')).toBeLessThanOrEqual(25 * KB)
    await expectGood(page)
    await page.getByRole('textbox', { name: 'E-mail address or phone number' }).fill(contact)
    await tap(page, 'Send code')
    const code = page.getByRole('textbox', { name: 'Code of 6 digits' })
    await expect(code).toBeVisible()
    await expectGood(page)
    await code.fill(await codeFor(office, contact))
    await tap(page, 'Sign in')
    await page.getByRole('textbox', { name: 'First name' }).fill('Noemi')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Quayside')
    await page.getByRole('checkbox').check()
    await expectGood(page)
    await tap(page, 'Continue')
    await expect(heading(page, 'Where to?')).toBeVisible()
    await expectGood(page)
  })

  await test.step('she finds a ride and books it', async () => {
    await choosePlace(page, 'To', duty.to.title)
    await choosePlace(page, 'From', duty.from.title)
    await page.getByRole('group', { name: 'Return' }).getByText('When I call', { exact: true }).click()
    await expectGood(page)
    await tap(page, 'Find a ride')
    await expect(heading(page, 'Choose a ride')).toBeVisible()
    await expectGood(page)
    await tap(page, /^Choose: /)
    await expect(heading(page, 'Check and book')).toBeVisible()
    await expectGood(page)
    // Tapped without a signal, and asked for once more when the app is opened again.
    await page.context().setOffline(true)
    await tap(page, 'Book')
    await expect(page.getByText('Your booking is kept on this phone.')).toBeVisible()
    await page.context().setOffline(false)
    await page.reload()
    await expect(page.getByText(/^Your vehicle comes between /).first()).toBeVisible()
    await expect(page.getByText(duty.vehicle)).toBeVisible()
    await expectGood(page)
  })

  await test.step('she follows it while Priya drives it', async () => {
    const pickup = await atStop(duty, 0)
    await report(duty, duty.from.point)
    await duty.driver.call(api.driver.arrive, { params: { id: pickup.id } })
    await expect(page.getByText(/^Your vehicle is here/).first()).toBeVisible()
    await expectGood(page)
    const booking = pickup.boardings[0]?.id ?? 0
    await duty.driver.call(api.driver.board, { params: { id: booking } })
    await duty.driver.call(api.driver.depart, { params: { id: pickup.id } })
    await expect(page.getByText(/^You arrive between /).first()).toBeVisible()
    const dropoff = await atStop(duty, 1)
    await duty.driver.call(api.driver.arrive, { params: { id: dropoff.id } })
    await duty.driver.call(api.driver.dropOff, { params: { id: booking } })
    await expect(page.getByText(/^You arrived at /).first()).toBeVisible()
  })

  await test.step('she leaves four stars, which staff read', async () => {
    await page.getByRole('radio', { name: '4 stars' }).press('Space')
    await page.getByRole('textbox', { name: 'What should we know?' }).fill('Friendly, and on time')
    await expectGood(page)
    await tap(page, 'Send')
    await expect(page.getByText('Thank you. Your rating is saved.')).toBeVisible()
    const { data } = await office.call(api.feedbacks.list, { query: { filter: { zone: [duty.zone.id] } } })
    expect(data.map(({ rating, comments }) => [rating, comments])).toEqual([[4, 'Friendly, and on time']])
  })

  await test.step('she is ready, and calls for the way back with one tap', async () => {
    await page.getByRole('link', { name: 'Your way back' }).click()
    await expect(heading(page, 'Your way back')).toBeVisible()
    await expectGood(page)
    await tap(page, 'I’m ready, call my ride')
    await expect(page.getByText('This is the way back.')).toBeVisible()
  })

  await test.step('she books there and back at a time, and cancels both', async () => {
    const rides = async () =>
      (await office.call(api.serviceRequests.list, { query: { filter: { zone: [duty.zone.id] } } })).data
    const called = (await rides()).find(({ status }) => status !== 'completed')
    await office.call(api.serviceRequests.cancel, { params: { id: called?.id ?? 0 }, body: {} })
    await page.goto('/Ride')
    await choosePlace(page, 'To', duty.to.title)
    await choosePlace(page, 'From', duty.from.title)
    await page.getByRole('group', { name: 'Return' }).getByText('At a time', { exact: true }).click()
    await expectGood(page)
    await tap(page, 'Find a ride')
    await tap(page, /^Choose: /)
    await expect(heading(page, 'Choose the way back')).toBeVisible()
    await expectGood(page)
    await tap(page, /^Choose: /)
    await expect(heading(page, 'Check and book')).toBeVisible()
    await expectGood(page)
    await tap(page, 'Book both ways')
    await expect(page.getByRole('link', { name: /^Way back: / })).toBeVisible()
    await expectGood(page)
    await tap(page, 'Cancel the ride')
    await page.getByRole('radio', { name: 'Both' }).check()
    await page
      .getByRole('region', { name: 'Cancel this ride?' })
      .getByRole('button', { name: 'Cancel the ride' })
      .click()
    await expect(page.getByText('This ride is cancelled').first()).toBeVisible()
    expect((await rides()).filter(({ status }) => status === 'cancelled')).toHaveLength(3)
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['ambit_ride'])
    expect([...hosts]).toEqual([new URL(demo.url).host])
  })
})
