import type { FakeApi } from '@ambit/rider/testing/fake-api'
import type { Page } from '../fixtures.ts'

/** The app of the real server, with an API in memory that has each state of a ride at hand. */
export const openApp = async (page: Page, fake: FakeApi, path: string): Promise<void> => {
  await page.route(/\/(api\/v2|geo)\//, async (route) => {
    const request = route.request()
    if (request.url().endsWith('/live')) return route.abort()
    const body = request.postData()
    const init = { method: request.method(), headers: request.headers(), ...(body === null ? {} : { body }) }
    const answer = await fake.fetch(request.url(), init)
    return route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    })
  })
  await page.goto(path === '' ? '/Ride' : `/Ride/${path}`)
}
