import type { Page } from '@playwright/test'
import { prepareShift } from '../duty.ts'
import { expect, test } from '../fixtures.ts'
import { book } from '../trips/plan.ts'
import { expectGood, signInDriver, tap, startTrip } from './phone.ts'

/** Holds the button until the countdown has begun. */
const holdSos = async (drive: Page): Promise<void> => {
  const box = await drive.getByRole('button', { name: /^SOS/ }).boundingBox()
  if (box === null) throw new Error('SOS is not on the screen')
  await drive.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await drive.mouse.down()
  await expect(drive.getByRole('alertdialog', { name: 'Calling for help' })).toBeVisible()
  await drive.mouse.up()
}

test('a driver holds SOS on a phone, a dispatcher sees it within a second wherever the portal is and takes it, and the driver reads who has seen it; without signal it is sent on return', async ({
  page,
  browser,
  demo,
  apiAs,
  signIn,
  expectAccessible,
}) => {
  const office = await apiAs('administrator')
  const duty = await prepareShift(demo, office, 'Help Cove')
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
  await expect(drive.getByText('All sent')).toBeVisible()
  await signIn(page, 'dispatcher', '/DriverManagement')
  await expect(page.getByRole('heading', { name: 'Drivers' })).toBeVisible()
  const alert = page.getByRole('alert', { name: 'Emergencies' }).filter({ hasText: duty.vehicle })

  await test.step('SOS can be stopped while it counts down', async () => {
    await holdSos(drive)
    await expectGood(drive)
    await tap(drive, 'Stop')
    await expect(drive.getByRole('button', { name: /^SOS/ })).toBeVisible()
    await expectGood(drive)
  })

  await test.step('the portal shows it within a second, and the driver reads who has taken it', async () => {
    await holdSos(drive)
    await expect(drive.getByText('Dispatch has it. Not seen by a dispatcher yet.')).toBeVisible({ timeout: 10_000 })
    await expect(alert).toBeVisible({ timeout: 1000 })
    await expectGood(drive)
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Show on the map' }).click()
    await expect(page.getByRole('list', { name: 'What needs attention' })).toContainText(duty.vehicle)
    await expect(alert).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Take' }).first().click()
    await expect(drive.getByText(/ has seen this$/)).toBeVisible({ timeout: 15_000 })
    await expectGood(drive)
    await tap(drive, 'OK')
    await page.getByRole('button', { name: 'Resolve' }).first().click()
    await page.getByRole('textbox', { name: 'What was done' }).fill('The driver is well')
    await page.getByRole('button', { name: 'Resolve' }).click()
    await expect(page.getByText('Nothing needs you now.')).toBeVisible()
  })

  await test.step('without signal the phone says whom to call, and sends it on return', async () => {
    await phone.setOffline(true)
    await holdSos(drive)
    await expect(drive.getByText('Not sent yet. Call 112.')).toBeVisible({ timeout: 10_000 })
    await expect(drive.getByRole('link', { name: 'Call 112' })).toBeVisible()
    await expectGood(drive)
    await phone.setOffline(false)
    await expect(alert).toBeVisible({ timeout: 15_000 })
    await expect(drive.getByText('Dispatch has it. Not seen by a dispatcher yet.')).toBeVisible()
  })
  await phone.close()
})
