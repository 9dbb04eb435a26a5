import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { playActions } from '../testing/random-actions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

test.each([1, 2])(
  'after random actions and undos nothing is broken, and undoing at once restores all (seed %i)',
  async (seed) => {
    const told = await playActions(server, seed, 20)
    expect(told.carriedOut).toBeGreaterThan(4)
    expect(told.exact).toBeGreaterThan(1)
  },
)
