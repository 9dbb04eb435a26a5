import { prepareShift } from '../duty.ts'
import { expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { expectGood, heading, signInDriver, tap } from './phone.ts'

leftToLongRun()

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Tiff with one entry, in which a camera says in which half of the world it was. */
const GPS = 'Exif\0\0MM\0*\0\0\0\u0008\0\u0001\u0088\u0025\0\u0004\0\0\0\u0001\0\0\0\u001aGPSLatitude 27.4705 S'

/** A noisy JPEG as a phone takes it: larger than it may be, across, and with the place. */
const bigPicture = async (page: Page): Promise<Buffer> => {
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000)
    const context = canvas.getContext('2d')
    const picture = context?.createImageData(4000, 3000)
    if (context == null || picture === undefined) return ''
    let seed = 1
    for (let at = 0; at < picture.data.length; at += 1) {
      seed = (seed * 16_807) % 2_147_483_647
      picture.data[at] = at % 4 === 3 ? 255 : seed % 256
    }
    context.putImageData(picture, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
    const reader = new FileReader()
    await new Promise((read) => {
      reader.addEventListener('load', read)
      reader.readAsDataURL(blob)
    })
    return String(reader.result).split(',')[1] ?? ''
  })
  const jpeg = Buffer.from(drawn, 'base64')
  const place = Buffer.from(GPS, 'latin1')
  const head = Buffer.from([0xff, 0xe1, (place.length + 2) >> 8, (place.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), head, place, jpeg.subarray(2)])
}

/** Width and height, by the first frame of a JPEG. */
const sidesOf = (jpeg: Buffer): number[] => {
  const at = [0xc0, 0xc2].map((marker) => jpeg.indexOf(Buffer.from([0xff, marker]))).find((place) => place > 0) ?? 0
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)]
}

// covers: DAPP-30
test('a large photo of a worn tyre leaves the phone small and without its place, and stands at the check for staff, who remove it', async ({
  page,
  demo,
  apiAs,
  signIn,
  expectAccessible,
  browser,
}) => {
  const duty = await prepareShift(demo, await apiAs('administrator'), 'Photo Cove')
  await signInDriver(page, duty.username)
  await tap(page, 'Start')
  await tap(page, 'Check the vehicle: Before driving')
  await tap(page, 'OK')
  await expect(heading(page, 'Tyres')).toBeVisible()
  await tap(page, 'Not OK')
  await page.getByRole('textbox', { name: 'What is wrong?' }).fill('Worn')
  const picture = await bigPicture(page)
  expect(picture.length).toBeGreaterThan(2 * 1024 * 1024)
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/v2/driver/photos'))
  await page.getByLabel('Take a photo').setInputFiles({ name: 'tyre.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  const { content } = (await sent).postDataJSON() as { content: string } // as the contract has it
  const photo = Buffer.from(content, 'base64')
  expect(sidesOf(picture)).toEqual([4000, 3000])
  const [width = 0, height = 0] = sidesOf(photo)
  expect(Math.max(width, height)).toBeLessThanOrEqual(1600)
  expect(width / height).toBeCloseTo(4 / 3, 2)
  expect(photo.length).toBeLessThanOrEqual(500_000)
  expect(picture.toString('latin1')).toContain('GPSLatitude')
  expect(photo.toString('latin1')).not.toMatch(/Exif|GPS/)
  await expectGood(page)
  await tap(page, 'Next')
  for (let item = 3; item <= 12; item += 1) {
    await expect(page.getByText(`item ${item} of 12`)).toBeVisible()
    await page.getByRole('button', { name: 'OK', exact: true }).click()
  }

  const desk = await (await browser.newContext({ baseURL: demo.url })).newPage()
  await signIn(desk, 'fleet_manager', '/VehicleManagement/Checks')
  await desk
    .getByRole('row', { name: new RegExp(duty.vehicle) })
    .first()
    .click()
  const small = desk.getByRole('img', { name: /^Photo: Tyres/ })
  const drawn = () => small.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)
  await expect.poll(drawn).toBe(width)
  await small.click()
  await expect(desk.getByRole('dialog', { name: 'Photo' }).getByRole('img', { name: /^Photo: Tyres/ })).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('dialog', { name: 'Photo' })).toHaveCount(0)
  await expect(small).toBeVisible()

  await small.click()
  const viewer = desk.getByRole('dialog', { name: 'Photo' })
  await viewer.getByRole('button', { name: 'Remove photo' }).click()
  await expect(viewer.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expectAccessible(desk)
  await desk.keyboard.press('Escape')
  await expect(viewer.getByRole('button', { name: 'Remove photo' })).toBeFocused()
  await desk.keyboard.press('Enter')
  await desk.keyboard.type('A face is on it')
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Enter')
  await expect(viewer).toHaveCount(0)
  await expect(desk.getByText(/^A photo was removed on .*: A face is on it$/)).toBeFocused()
  await expect(small).toHaveCount(0)
  await desk.context().close()
})
