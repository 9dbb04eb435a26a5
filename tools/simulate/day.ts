import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as nap } from 'node:timers/promises'
import { momentAt } from '../../packages/domain/src/index.ts'
import { playDay } from '../../apps/simulator/src/day.ts'
import { sentence } from '../../apps/simulator/src/access/trouble.ts'
import { tableOf } from '../../apps/simulator/src/report/table.ts'
import { besideEachOther, type DayResult, type Planning, planningLines } from './compare.ts'
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
  seeds: readonly number[]
  requests: number
  vehicles: number
  /** the day is simulated with each of these */
  optimisers: readonly ('on' | 'off')[]
  json: string | undefined
  data: string | undefined
  keep: boolean
}

/** Where the generated town lies; the day begins at its midnight. */
const TOWN_ZONE = 'Australia/Brisbane'

type Play = Omit<RunOptions, 'seeds' | 'optimisers' | 'json'> & { seed: number; optimiser: 'on' | 'off' }

/**
 * Simulates the day once for each seed and optimiser, and prints each report with the result of the invariant check; two
 * optimisers are compared at the end. The exit code: 0 when nothing is wrong.
 */
export const runDay = async ({ seeds, optimisers, json, ...options }: RunOptions): Promise<number> => {
  const results: DayResult[] = []
  for (const seed of seeds) {
    const days: DayResult[] = []
    for (const optimiser of optimisers) days.push(await playOnce({ ...options, seed, optimiser }))
    results.push(...days)
    const [first, second] = days
    if (first !== undefined && second !== undefined) console.log(`\n${besideEachOther(first, second)}`)
  }
  if (json !== undefined) {
    const file = resolve(process.env['INIT_CWD'] ?? root, json)
    writeFileSync(file, `${JSON.stringify(results.length === 1 ? results[0] : results, null, 2)}\n`)
  }
  return results.every(({ violations }) => violations === 0) ? 0 : 1
}

const playOnce = async ({ seed, optimiser, ...options }: Play): Promise<DayResult> => {
  const started = performance.now()
  const progress = createProgress()
  const folder = await prepareFolder(seed, options.data, options.keep ? tmpdir() : fastestScratch(), (text) =>
    showStep(`street data: ${text}`),
  )
  let server: RunningServer | null = null
  try {
    const start = momentAt(TOWN_ZONE, options.date, 0).toISOString()
    server = await startServer(
      {
        AMBIT_DATA: folder,
        AMBIT_PORT: '0',
        AMBIT_SEED: String(seed),
        AMBIT_CLOCK: `virtual:${start}`,
        AMBIT_OPTIMISER: optimiser,
        DATABASE_URL: '',
      },
      (text) => showStep(`demo town: ${text}`),
    )
    const report = await playDay({
      origin: server.url,
      date: options.date,
      seed,
      requests: options.requests,
      vehicles: options.vehicles,
      nap: (milliseconds) => nap(milliseconds),
      log: (text) => void (process.env['AMBIT_LOG'] !== undefined && console.error(text)),
      onProgress: progress.show,
    })
    progress.clear()
    const planning = await readPlanning(server.url)
    if (!(await server.stop()))
      throw new Complaint(`The server did not end well.\n${server.tail.slice(-10).join('\n')}`)
    server = null
    const wrong = await checkHealth(folder, undefined)
    const result: DayResult = {
      ...report,
      optimiser,
      promises_broken_by_planning: wrong.filter((line) => line.startsWith('promise:')).length,
      violations: wrong.length === 0 ? 0 : Number(/^\d+/.exec(wrong.at(-1) ?? '')?.[0] ?? wrong.length),
      planning,
    }
    console.log([tableOf(report), ...planningLines(result)].join('\n'))
    console.log(
      wrong.length === 0
        ? 'Invariant check: 0 violations'
        : `Invariant check:\n${wrong.map((line) => `  ${line}`).join('\n')}`,
    )
    console.error(`Played in ${Math.round((performance.now() - started) / 1000)} s`)
    return result
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

/** The server's figures on its planning. */
const readPlanning = async (url: string): Promise<Planning> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    looks: read('optimiser_looks_total'),
    changes: read('optimiser_changes_total'),
    moved_bookings: read('optimiser_moved_bookings_total'),
    saved_min: Math.round(read('optimiser_saved_seconds_total') / 60),
    rooms_sought: read('room_sought_total'),
    rooms_found: read('room_found_total'),
    rooms_sold: read('room_sold_total'),
  }
}
