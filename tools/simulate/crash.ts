import { tmpdir } from 'node:os'
import { setTimeout as nap } from 'node:timers/promises'
import { randomStream } from '@ambit/random'
import { createGate, type Line } from '../../apps/simulator/src/access/line.ts'
import { openDesks } from '../../apps/simulator/src/access/people.ts'
import { type BookingAttempt, createCounter, type Counter, settleAfterCrash, whatIsWrong } from './counter.ts'
import {
  checkHealth,
  Complaint,
  freePort,
  prepareFolder,
  removeFolder,
  type RunningServer,
  startServer,
} from './server.ts'

export type CrashOptions = {
  crashes: number
  seed: number
  databaseUrl: string | undefined
  data: string | undefined
  keep: boolean
}

const CLERKS = 4
const FIRST_BOOKINGS = 2

/** Kills the server while bookings are made, as often as requested. The exit code: 0 when no booking was ever lost or doubled. */
export const playCrashes = async (options: CrashOptions): Promise<number> => {
  const folder = await prepareFolder(options.seed, options.data, tmpdir(), (text) =>
    console.log(`street data: ${text}`),
  )
  const port = await freePort()
  const env = {
    AMBIT_DATA: folder,
    AMBIT_PORT: String(port),
    AMBIT_SEED: String(options.seed),
    DATABASE_URL: options.databaseUrl ?? '',
  }
  const random = randomStream(options.seed, 'crashes')
  const line: Line = {
    origin: `http://127.0.0.1:${port}`,
    whenLost: 'fail',
    nap: (milliseconds) => nap(milliseconds),
    enter: createGate(16),
    log: () => {},
  }
  const attempts: BookingAttempt[] = []
  const wrong: string[] = []
  let server: RunningServer = await startServer(env, (text) => console.log(`demo town: ${text}`))
  try {
    // A new desk each time, as after a real crash, though the old token would still be valid.
    let counter = await createCounter(openDesks(line).desk, attempts, options.seed)
    for (let crash = 1; crash <= options.crashes; crash++) {
      const before = attempts.length
      await sellUntilKilled(server, counter, crash, random.between(20, 1800), attempts)
      const pending = attempts.filter(({ outcome }) => outcome === 'unknown').length
      const health = await checkHealth(folder, options.databaseUrl)
      server = await startServer(env, () => {})
      counter = await createCounter(openDesks(line).desk, attempts, options.seed)
      await settleAfterCrash(counter, attempts)
      const found = [...health.map((text) => `health: ${text}`), ...(await whatIsWrong(counter, attempts))]
      wrong.push(...found.map((text) => `after crash ${crash}: ${text}`))
      const confirmed = attempts.filter(({ outcome }) => outcome === 'confirmed').length
      console.log(
        `crash ${String(crash).padStart(3)}: ${attempts.length - before} asked for, ${pending} cut off, ${confirmed} confirmed in all, ${found.length === 0 ? 'nothing lost, nothing doubled' : found.join('; ')}`,
      )
    }
    for (const { mark } of attempts.filter(({ outcome }) => outcome === 'unknown'))
      wrong.push(`${mark} never got an answer`)
    await server.stop()
    const last = await checkHealth(folder, options.databaseUrl)
    wrong.push(...last.map((text) => `at the end: ${text}`))
  } finally {
    await server.kill()
    if (options.keep) console.log(`The data folder of this run: ${folder}`)
    else removeFolder(folder)
  }
  console.log(
    wrong.length === 0
      ? `${options.crashes} crashes: no confirmed booking lost, none doubled, health clean`
      : wrong.join('\n'),
  )
  return wrong.length === 0 ? 0 : 1
}

/** Clerks book concurrently; at a random time after the first bookings the server is killed. */
const sellUntilKilled = async (
  server: RunningServer,
  counter: Counter,
  crash: number,
  after: number,
  attempts: readonly BookingAttempt[],
): Promise<void> => {
  const down = { now: false }
  const confirmedBefore = attempts.filter(({ outcome }) => outcome === 'confirmed').length
  const clerks = Array.from({ length: CLERKS }, (_, at) => counter.sell(`${crash}-${at}`, () => down.now))
  const selling = Promise.all(clerks)
  const deadline = performance.now() + 60_000
  while (attempts.filter(({ outcome }) => outcome === 'confirmed').length < confirmedBefore + FIRST_BOOKINGS) {
    if (performance.now() > deadline) throw new Complaint('No booking could be made within a minute.')
    await nap(5)
  }
  await nap(after)
  await server.kill()
  down.now = true
  await selling
}
