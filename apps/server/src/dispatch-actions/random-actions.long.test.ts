import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { playActions } from '../testing/random-actions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

// covers: FX-66
test.runIf(process.env['AMBIT_LONG'] === '1').each([11, 12, 13])(
  'after 200 random actions and undos nothing is broken (seed %i)',
  async (seed) => {
    const told = await playActions(server, seed, 200)
    expect(told.carriedOut).toBeGreaterThan(50)
    expect(told.exact).toBeGreaterThan(20)
  },
)
