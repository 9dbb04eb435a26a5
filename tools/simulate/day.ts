import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as nap } from 'node:timers/promises'
import { addDays, momentAt } from '../../packages/domain/src/index.ts'
import { type DayOptions, playDay } from '../../apps/simulator/src/day.ts'
import { sentence } from '../../apps/simulator/src/access/trouble.ts'
import type { DayReport } from '../../apps/simulator/src/report/report.ts'
import { type MailServer, startMailServer } from '../../apps/server/src/testing/mail-server.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { tableOf } from '../../apps/simulator/src/report/table.ts'
import { badgeLines, weekLines } from '../../apps/simulator/src/report/week.ts'
import { readExceptionRates } from './exception-rates.ts'
import { exceptionLines } from './exception-lines.ts'
import { faultsLine, prepareRoughDay, type RoughDay } from './faults/rough-day.ts'
import { watchAudit } from './audit.ts'
import { growingIn, growthLines } from './growth/growth-lines.ts'
import { watchGrowth } from './growth/watch-growth.ts'
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
  /** from that date on */
  days: number
  seeds: readonly number[]
  requests: number
  vehicles: number
  /** the day is simulated with each of these */
  optimisers: readonly ('on' | 'off')[]
  json: string | undefined
  data: string | undefined
  keep: boolean
  /** percent of the trips that are driven with gaps in the signal */
  gaps: number
  /** the drivers' own app drives the vehicles of one zone */
  phones: boolean
  /** people, devices and the server's surroundings fail */
  faults: boolean
  /** where the server keeps its rows; a PostgreSQL is started for the run */
  database: 'embedded' | 'postgres'
  /** memory and tables are read each morning */
  growth: boolean
  /** more than single rides are booked */
  journeys: boolean
  /** what needs a person is judged, and counted in the report */
  exceptions: boolean
}

const BREAK_SERVER = join(import.meta.dirname, 'faults/break-server.mjs')
const WEIGH_SERVER = join(import.meta.dirname, 'growth/weigh-server.mjs')

/** Where the generated town lies; the day begins at its midnight. */
const TOWN_ZONE = 'Australia/Brisbane'

type Play = Omit<RunOptions, 'seeds' | 'optimisers' | 'json'> & { seed: number; optimiser: 'on' | 'off' }

/**
 * Simulates the day once for each seed and optimiser, and prints each report with the result of the invariant check; two
 * optimisers are compared at the end. The exit code: 0 when nothing is wrong.
 */
export const runDay = async ({ seeds, optimisers, json, ...options }: RunOptions): Promise<number> => {
  const missing = options.database === 'postgres' ? postgresMissing() : null
  if (missing !== null) throw new Complaint(`There is no PostgreSQL to play on: ${missing}.`)
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
  const rough = options.faults ? await prepareRoughDay(seed, options.database) : null
  const mail = options.exceptions && rough === null ? await startMailServer() : null
  let postgres: TestPostgres | null = null
  try {
    postgres = options.database === 'postgres' ? await startPostgres() : null
    const databaseUrl = await postgres?.emptyDatabase()
    server = await startServer(
      environmentOf({ seed, optimiser, ...options }, folder, { rough, mail, databaseUrl }),
      (text) => showStep(`demo town: ${text}`),
      { spoken: rough !== null || options.growth },
    )
    const growing = options.growth && databaseUrl !== undefined ? watchGrowth(server.child, databaseUrl, options) : null
    const audit = databaseUrl === undefined ? null : await watchAudit(databaseUrl)
    const phones = options.phones ? (await import('./phones.ts')).createPhones(server.url) : null
    const report = await playDay({
      ...dayOf({ seed, optimiser, ...options }, server.url),
      phones: phones?.of ?? null,
      onProgress: progress.show,
      faults: rough?.faultsOf(server) ?? null,
      onMorning: growing?.onMorning ?? null,
    })
    progress.clear()
    const audited = (await audit?.()) ?? null
    const growth = growing?.growth() ?? null
    const beside = [
      ...(growth === null ? [] : growingIn(growth)),
      ...(audited?.wrong ?? []),
      ...((await rough?.judge(server, report.booked)) ?? []),
      ...(phones?.unsent() ?? []),
      ...(rough === null && phones === null ? [] : unfinishedIn(report)),
    ]
    const planning = await readPlanning(server.url)
    if (!(await server.stop()))
      throw new Complaint(`The server did not end well.\n${server.tail.slice(-10).join('\n')}`)
    server = null
    const rates = options.exceptions ? await readExceptionRates({ folder, databaseUrl }, spanOf(options)) : null
    const health = await checkHealth(folder, databaseUrl)
    const result: DayResult = {
      ...report,
      ...violationsIn(beside, health),
      optimiser,
      planning,
      ...(rough === null ? {} : { faults: rough.counts }),
      ...(rates === null ? {} : { exceptions: rates }),
      ...(growth === null ? {} : { growth }),
      ...(audited === null ? {} : { audit: audited }),
    }
    tell({ seed, optimiser, ...options }, result, [...beside, ...health])
    console.error(`Played in ${Math.round((performance.now() - started) / 1000)} s`)
    return result
  } catch (error) {
    progress.clear()
    if (rough !== null) console.error(replay({ seed, optimiser, ...options }))
    throw complaintOf(error)
  } finally {
    await server?.kill()
    await rough?.close()
    await mail?.close()
    await postgres?.stop()
    if (options.keep) console.error(`The data folder of this run: ${folder}`)
    else removeFolder(folder)
  }
}

const dayOf = (
  { date, days, journeys, seed, requests, vehicles, gaps, phones, exceptions }: Play,
  origin: string,
): Omit<DayOptions, 'phones' | 'onProgress' | 'faults' | 'onMorning'> => ({
  origin,
  date,
  days,
  journeys,
  seed,
  requests,
  vehicles,
  gaps: phones ? 0 : gaps / 100,
  watched: exceptions,
  nap: (milliseconds) => nap(milliseconds),
  log: (text) => void (process.env['AMBIT_LOG'] !== undefined && console.error(text)),
})

const violationsIn = (
  beside: readonly string[],
  health: readonly string[],
): Pick<DayResult, 'promises_broken_by_planning' | 'violations'> => ({
  promises_broken_by_planning: health.filter((line) => line.startsWith('promise:')).length,
  // Its last line counts those that it does not list.
  violations: beside.length + Number(/^\d+/.exec(health.at(-1) ?? '')?.[0] ?? health.length),
})

const environmentOf = (
  { date, seed, optimiser, exceptions, journeys, growth }: Play,
  folder: string,
  { rough, mail, databaseUrl }: { rough: RoughDay | null; mail: MailServer | null; databaseUrl: string | undefined },
) => ({
  AMBIT_DATA: folder,
  AMBIT_PORT: '0',
  AMBIT_SEED: String(seed),
  AMBIT_CLOCK: `virtual${exceptions ? '+exceptions' : ''}${journeys ? '+journeys' : ''}:${momentAt(TOWN_ZONE, date, 0).toISOString()}`,
  AMBIT_OPTIMISER: optimiser,
  DATABASE_URL: databaseUrl ?? '',
  // Passengers who cannot be written to have to be called, which asks for attention.
  ...(mail === null ? {} : { SMTP_URL: mail.url }),
  ...rough?.environment,
  NODE_OPTIONS: [
    process.env['NODE_OPTIONS'] ?? '',
    ...(rough === null ? [] : [`--import ${BREAK_SERVER}`]),
    ...(growth ? [`--import ${WEIGH_SERVER}`] : []),
  ].join(' '),
})

/** In the first minute the drivers of the shifts that began on the evening before sign on. */
const spanOf = ({ date, days }: Pick<Play, 'date' | 'days'>): { from: Date; to: Date } => ({
  from: momentAt(TOWN_ZONE, date, 1),
  to: momentAt(TOWN_ZONE, addDays(date, days), 0),
})

const tell = (play: Play, result: DayResult, wrong: readonly string[]): void => {
  console.log([tableOf(result), ...planningLines(result)].join('\n'))
  if (result.faults !== undefined) console.log(faultsLine(result.faults))
  if (result.audit !== undefined)
    console.log(`Audit: ${result.audit.events} events tell what became of ${result.audit.records} records`)
  console.log(
    wrong.length === 0
      ? 'Invariant check: 0 violations'
      : `Invariant check:\n${wrong.map((line) => `  ${line}`).join('\n')}\n${replay(play)}`,
  )
  if (result.week !== undefined) console.log(weekLines(result.week).join('\n'))
  if (result.badges !== undefined) console.log(badgeLines(result.badges).join('\n'))
  if (result.exceptions !== undefined) console.log(exceptionLines(result.exceptions).join('\n'))
  if (result.growth !== undefined) console.log(growthLines(result.growth).join('\n'))
}

const complaintOf = (error: unknown): Complaint => {
  if (error instanceof Complaint) return error
  const trace = process.env['AMBIT_LOG'] !== undefined && error instanceof Error ? `\n${error.stack}` : ''
  return new Complaint(`The day stopped: ${sentence(error)}${trace}`)
}

/** The command that plays it again. */
const replay = ({
  date,
  days,
  journeys,
  seed,
  requests,
  vehicles,
  optimiser,
  gaps,
  phones,
  faults,
  exceptions,
  database,
  growth,
}: Play): string =>
  `It is played again by: npm run simulate -- --day ${date}${days > 1 ? ` --days ${days}` : ''}${journeys ? ' --journeys' : ''} --seed ${seed} --bookings ${requests} --vehicles ${vehicles} --optimiser ${optimiser}${gaps !== 20 ? ` --gaps ${gaps}` : ''}${phones ? ' --phones' : ''}${faults ? ' --faults' : ''}${exceptions ? ' --exceptions' : ''}${database === 'postgres' ? ' --database postgres' : ''}${growth ? ' --growth' : ''}`

/** On a rough day too every booking comes to an end: driven, cancelled, or told that no vehicle is left. */
const unfinishedIn = ({ unfinished, failed }: DayReport): string[] => [
  ...(unfinished > 0 ? [`bookings: ${unfinished} never came to an end`] : []),
  ...(failed > 0 ? [`requests: ${failed} were not accepted`] : []),
]

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
