import type { FullConfig } from '@playwright/test'
import { makeDemoTown, type Server, startServer } from './server.ts'

/** What the processes of the stories read from the environment. */
export type Servers = {
  /** one for each worker, chosen by its parallel index */
  demos: readonly Server[]
  /** the data folder of a demo that is not running, for stories that start a copy of their own */
  town: string
}

const addressOf = ({ url, signIns, setupCode }: Server): Server => ({ url, signIns, setupCode })

/**
 * A demo for each worker, all copies of one town, so that stories that run side by side never meet. They live as long
 * as the run: a worker that begins again after a failure finds its server there.
 */
const startServers = async ({ workers }: FullConfig): Promise<() => Promise<void>> => {
  const town = await makeDemoTown()
  const demos = await Promise.all(Array.from({ length: workers }, () => startServer({ copyOf: town.folder })))
  const servers: Servers = { demos: demos.map(addressOf), town: town.folder }
  process.env['AMBIT_E2E_SERVERS'] = JSON.stringify(servers)
  return async () => {
    await Promise.all(demos.map((server) => server.remove()))
    town.remove()
  }
}
export default startServers
