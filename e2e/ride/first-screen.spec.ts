import { createFakeApi } from '@ambit/rider/testing/fake-api'
import { library, mia, sampleRide } from '@ambit/rider/testing/samples'
import { expect, test } from '../fixtures.ts'
import { openApp } from './in-memory.ts'
import { heading } from './phone.ts'

// The worker would keep answers back from the API in memory.
test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true, serviceWorkers: 'block' })

// covers: RIDE-33
test('the first screen asks where to, with usual ways, saved places and the next ride above the fold of a small phone', async ({
  page,
}) => {
  const past = [1, 2, 3].map((id) =>
    sampleRide(id, { phase: 'completed', status: 'completed', ...(id === 3 ? { destination: library } : {}) }),
  )
  const fake = createFakeApi({ session: mia, rides: [...past, sampleRide(12)] })
  await openApp(page, fake, '')
  const main = page.getByRole('main')
  const places = page.getByRole('list', { name: 'Saved places' }).getByRole('button')
  const ways = page.getByRole('list', { name: 'Your usual ways' }).getByRole('button')
  await expect(places).toHaveCount(2)
  await expect(ways).toHaveCount(2)
  // Below the page's own scroll area are the places to go to, which lie above the edge of the screen as well.
  const fold = async (): Promise<number> => (await page.getByRole('navigation').boundingBox())?.y ?? 0
  for (const shown of [
    heading(page, 'Where to?'),
    main.getByRole('link', { name: /Next ride/ }),
    page.getByRole('combobox', { name: 'To' }),
    ...(await places.all()),
    ...(await ways.all()),
  ])
    await expect
      .poll(async () => {
        const box = await shown.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= (await fold())
      }, String(shown))
      .toBe(true)
  expect(await main.evaluate((element) => element.scrollTop)).toBe(0)
})
