import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as nap } from 'node:timers/promises'
import { momentAt } from '../../packages/domain/src/index.ts'
import { playDay } from '../../apps/simulator/src/day.ts'
import { sentence } from '../../apps/simulator/src/access/trouble.ts'
import { tableOf } from '../../apps/simulator/src/report/table.ts'
import {
  checkHealth,
  Complaint,
  createProgress,
  fastestScratch,
  prepareFolder,
  removeFolder,
  root,
  type RunningServer,
  showStep,
  startServer,
} from './server.ts'

export type RunOptions = {
  date: string
  seed: number
  requests: number
  vehicles: number
  optimiser: boolean
  json: string | undefined
  data: string | undefined
  keep: boolean
}

/** Where the generated town lies; the day begins at its midnight. */
const TOWN_ZONE = 'Australia/Brisbane'

/** Plays the day, prints the report and what the invariant check says. The exit code: 0 when nothing is wrong. */
export const runDay = async (options: RunOptions): Promise<number> => {
  const started = performance.now()
  const progress = createProgress()
  const folder = await prepareFolder(options.seed, options.data, options.keep ? tmpdir() : fastestScratch(), (text) =>
    showStep(`street data: ${text}`),
  )
  let server: RunningServer | null = null
  try {
    const start = momentAt(TOWN_ZONE, options.date, 0).toISOString()
    server = await startServer(
      {
        AMBIT_DATA: folder,
        AMBIT_PORT: '0',
        AMBIT_SEED: String(options.seed),
        AMBIT_CLOCK: `virtual:${start}`,
        AMBIT_OPTIMISER: options.optimiser ? 'on' : 'off',
        DATABASE_URL: '',
      },
      (text) => showStep(`demo town: ${text}`),
    )
    const report = await playDay({
      origin: server.url,
      date: options.date,
      seed: options.seed,
      requests: options.requests,
      vehicles: options.vehicles,
      nap: (milliseconds) => nap(milliseconds),
      log: (text) => void (process.env['AMBIT_LOG'] !== undefined && console.error(text)),
      onProgress: progress.show,
    })
    progress.clear()
    console.log(tableOf(report))
    const file = options.json === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? root, options.json)
    if (file !== undefined) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
    if (!(await server.stop()))
      throw new Complaint(`The server did not end well.\n${server.tail.slice(-10).join('\n')}`)
    server = null
    const violations = await checkHealth(folder, undefined)
    console.log(
      violations.length === 0
        ? 'Invariant check: 0 violations'
        : `Invariant check:\n${violations.map((line) => `  ${line}`).join('\n')}`,
    )
    console.error(`Played in ${Math.round((performance.now() - started) / 1000)} s`)
    return violations.length === 0 ? 0 : 1
  } catch (error) {
    progress.clear()
    throw error instanceof Complaint
      ? error
      : new Complaint(
          `The day stopped: ${sentence(error)}${process.env['AMBIT_LOG'] === undefined || !(error instanceof Error) ? '' : `\n${error.stack}`}`,
        )
  } finally {
    await server?.kill()
    if (options.keep) console.error(`The data folder of this run: ${folder}`)
    else removeFolder(folder)
  }
}
