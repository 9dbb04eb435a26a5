import type { Client } from '@ambit/contract'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { endAllSeries } from './series.ts'
import { startTestServer, type TestServer } from './server.ts'
import { buildSmallTown, type SmallTown } from './small-town.ts'
import { straightStreets } from './straight-streets.ts'

export type SeriesTown = {
  server: TestServer
  town: SmallTown
  /** of customer service */
  chris: Client
  /** the passenger Maria Silva */
  maria: number
}

/** What tests of series work with: before each a town of its own, in which no series of another is due. */
export const startSeriesTown = (): SeriesTown => {
  const world = {} as SeriesTown // filled before the first test
  beforeAll(async () => {
    world.server = await startTestServer({ streets: straightStreets() })
  })
  afterAll(() => world.server.close())
  beforeEach(async () => {
    await endAllSeries(world.server)
    world.town = await buildSmallTown(world.server)
    world.chris = world.server.client('customer_service')
    world.maria = await world.town.passenger('Maria Silva')
  })
  return world
}
