import { startTestServer as start, type TestServer } from '@ambit/server/testing'
import { straightStreets } from '@ambit/server/testing/straight-streets'

export type { TestServer }

/** The real server, with streets as straight as in its own tests. */
export const startTestServer = (): Promise<TestServer> => start({ streets: straightStreets() })
