import { api } from '@ambit/contract'
import type { Locator, Page } from '@playwright/test'
import { prepareShift } from '../duty.ts'
import { expect, leftToLongRun, test } from '../fixtures.ts'
import { book } from '../trips/plan.ts'
import { expectGood, signInDriver, tap, startTrip } from './phone.ts'

leftToLongRun()

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (box === null) throw new Error('It is not on the screen')
  return box
}

/** Holds the button until the countdown has begun. */
const holdSos = async (drive: Page): Promise<void> => {
  const box = await boxOf(drive.getByRole('button', { name: /^SOS/ }))
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
    geolocation: { longitude: duty.from.point[0], latitude: duty.from.point[1] },
    permissions: ['geolocation'],
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

  await test.step('the portal shows it within a second, and the driver reads who sees to it', async () => {
    await holdSos(drive)
    await expect(drive.getByText('Dispatch has it. Not seen by a dispatcher yet.')).toBeVisible({ timeout: 10_000 })
    await expect(alert).toBeVisible({ timeout: 1000 })
    await expectGood(drive)
    await expectAccessible(page)
    // It covers neither the page nor a dialog: both are worked on below it.
    const band = await boxOf(alert)
    expect((await boxOf(page.getByRole('banner'))).y).toBeGreaterThanOrEqual(band.y + band.height)
    await page.getByText(duty.username).first().click()
    const dialog = page.getByRole('dialog')
    expect((await boxOf(dialog)).y).toBeGreaterThanOrEqual(band.y + band.height)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await alert.getByRole('button', { name: 'Show on the map' }).click()
    const cause = page.getByRole('list', { name: 'What needs attention' }).getByRole('listitem')
    const emergency = cause.filter({ hasText: `${duty.vehicle}: Priya Raman calls for help` })
    await expect(emergency).toBeVisible()
    await expect(alert).toBeHidden()
    await expectAccessible(page)
    await emergency.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(drive.getByText(/ has seen this$/)).toBeVisible({ timeout: 15_000 })
    await expectGood(drive)
    await tap(drive, 'OK')
    await emergency.getByRole('button', { name: 'Resolve' }).click()
    await emergency.getByRole('textbox', { name: 'What was done' }).fill('The driver is well')
    await emergency.getByRole('button', { name: 'Resolve' }).click()
    await expect(emergency).toHaveCount(0)
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
    // The stories that follow are not about this emergency, which would be everybody's again when its owner has gone.
    const { data: open } = await office.call(api.exceptions.list, { query: { filter: { zone: duty.zone.id } } })
    for (const { id, kind } of open)
      if (kind === 'emergency')
        await office.call(api.exceptions.resolve, {
          params: { id },
          body: { outcome: 'fixed', note: 'The driver is well' },
        })
    await expect(alert).toBeHidden()
  })
  await phone.close()
})
