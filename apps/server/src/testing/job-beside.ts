// A server in its own process that holds one job of a given database until it is killed. Prints a line once it runs it.
import { startJobs } from '../boot/run-jobs.ts'
import { openPostgres } from '../database/connect.ts'
import { startTestServer } from './server.ts'

const [databaseUrl = '', name = ''] = process.argv.slice(2)
const database = await openPostgres(databaseUrl, () => {})
const server = await startTestServer({ database, config: { databaseUrl } })
const run = (): Promise<void> => {
  process.stdout.write('running\n')
  return new Promise(() => {})
}
await startJobs(server.deps, [{ name, every: 60_000, deadline: 3600_000, run }])
