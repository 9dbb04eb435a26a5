import { startTestServer as start, type TestServer } from '@ambit/server/testing'
import { straightStreets } from '@ambit/server/testing/straight-streets'

export { moveBookings } from '@ambit/server/testing/move-bookings'
export { nothingBroken } from '@ambit/server/testing/nothing-broken'
export type { TestServer }

/** The real server, with streets as straight as in its own tests. */
export const startTestServer = (): Promise<TestServer> => start({ streets: straightStreets() })
