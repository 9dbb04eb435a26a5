import { prepareShift } from '../duty.ts'
import { expect, leftToLongRun, test } from '../fixtures.ts'
import { book } from '../trips/plan.ts'
import { expectGood, heading, signInDriver, startTrip, tap } from './phone.ts'

leftToLongRun()

test('a dispatcher asks a driver, who answers with one tap on the phone, and writes back without signal', async ({
  page,
  browser,
  demo,
  apiAs,
  signIn,
  expectAccessible,
}) => {
  const office = await apiAs('administrator')
  const duty = await prepareShift(demo, office, 'Talk Cove')
  await book(office, duty, 10)
  const phone = await browser.newContext({
    baseURL: demo.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const drive = await phone.newPage()
  await signInDriver(drive, duty.username)
  await startTrip(drive)
  await expect(drive.getByRole('button', { name: 'Arrived' })).toBeVisible()
  // Coming to the front the app reads at once.
  const look = () => drive.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

  await signIn(page, 'dispatcher', `/DriverMessages?d=DriverThreadDialog-view-${duty.tripId}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Message to the driver' }).fill('The bridge is closed. Which way?')
  await dialog.getByRole('textbox', { name: /Answers to offer/ }).fill('North, South')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Sent')).toBeVisible()
  await expectAccessible(page)

  await look()
  await expect(drive.getByRole('heading', { name: 'Message from dispatch' })).toBeVisible()
  await expectGood(drive)
  await expect(dialog.getByText('Delivered')).toBeVisible()
  await tap(drive, 'South')
  await expect(drive.getByText('The bridge is closed. Which way?')).toBeHidden()
  await expect(dialog.getByText('In answer to: The bridge is closed. Which way?')).toBeVisible()

  await phone.setOffline(true)
  await tap(drive, 'Menu')
  await tap(drive, 'Messages')
  await tap(drive, 'Running late')
  await expect(drive.getByText('Not sent yet')).toBeVisible()
  await expectGood(drive)
  await phone.setOffline(false)
  await expect(dialog.getByText('Running late')).toBeVisible()
  await expect(heading(drive, 'Messages')).toBeVisible()
  await phone.close()
})
