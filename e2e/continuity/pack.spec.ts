import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { api, type ContinuityPack } from '@ambit/contract'
import { expect, test } from '../fixtures.ts'

// covers: OPS-66, OPS-67
test('a pack that was copied elsewhere opens from its file without a network, and tells its age and its trips', async ({
  apiAs,
  page,
}) => {
  const dispatcher = await apiAs('dispatcher')
  let pack: ContinuityPack | undefined
  await expect
    .poll(async () => (pack = (await dispatcher.call(api.continuityPacks.list)).data[0])?.trips ?? 0, {
      timeout: 30_000,
    })
    .toBeGreaterThan(0)
  if (pack === undefined) throw new Error('There is no pack')
  const folder = await mkdtemp(join(tmpdir(), 'ambit-pack-'))
  try {
    const { region_id: id, name, bookings } = pack
    const answer = await dispatcher.fetch(api.continuityPacks.file, { params: { id, name }, query: {} })
    const file = join(folder, 'index.html')
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.context().setOffline(true)
    await page.goto(pathToFileURL(file).href)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status')).toHaveText(/^Written (less than a minute|\d+ min) ago$/)
    await expect(page.getByText(new RegExp(`^${bookings} bookings? on`))).toBeVisible()
    await page.getByRole('navigation', { name: 'Trips' }).getByRole('link').first().click()
    await expect(page.locator('section.trip').first().getByText('Written by')).toBeInViewport()
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
