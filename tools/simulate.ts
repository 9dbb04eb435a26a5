// `npm run simulate -- --day 2026-11-23 --seed 7`: a whole service day, as fast as it can be simulated, and its report.
import { parseArgs } from 'node:util'
import { runDay } from './simulate/day.ts'
import { Complaint, endTogether } from './simulate/server.ts'

const usage = `npm run simulate -- --day 2026-11-23 [options]
  --day DATE         the service day to play
  --seed N[,N…]      seeds of the town and of the day, played one after the other (7)
  --days N           so many days from that date on (1)
  --journeys         besides single rides: recurring journeys, groups, open returns and the waiting list; two vehicles break
                     down, and a mast fails
  --bookings N       travel requests on each day (820)
  --vehicles N       vehicles that drive, at most the demo's 25 (25)
  --optimiser on|off the server's optimiser (on); "off,on" plays both and shows them side by side
  --gaps PERCENT     trips whose drivers have no signal for up to an hour at a time, and tell afterwards what they did (20)
  --phones           drives vehicles of one zone with the drivers' own app, every second one without signal for a third of the time
  --faults           drivers who do not come, devices without signal or with a wrong clock, lost answers, and a server whose
                     database, optimiser, disk and mail fail
  --database         embedded|postgres: what the server keeps its rows in (embedded)
  --growth           reads memory and tables each morning, and tells what grows; with --database postgres, for 5 days and more
  --exceptions       judges what needs a person too, has a dispatcher acknowledge it, and reports how often that interrupts
  --json FILE        writes the report's figures
  --data FOLDER      keeps street data here between runs
  --keep             leaves the data folder of the run in place`

const MOST_SEED = 2 ** 31
/** The first is left out, and each half of the others compared. */
const LEAST_DAYS_OF_GROWTH = 5

const whole = (name: string, text: string, least: number, most: number): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Complaint(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`)
  return value
}

const read = () => {
  try {
    return parseArgs({
      options: {
        day: { type: 'string' },
        seed: { type: 'string', default: '7' },
        days: { type: 'string', default: '1' },
        journeys: { type: 'boolean', default: false },
        bookings: { type: 'string', default: '820' },
        vehicles: { type: 'string', default: '25' },
        optimiser: { type: 'string', default: 'on' },
        json: { type: 'string' },
        data: { type: 'string' },
        keep: { type: 'boolean', default: false },
        gaps: { type: 'string', default: '20' },
        phones: { type: 'boolean', default: false },
        faults: { type: 'boolean', default: false },
        database: { type: 'string', default: 'embedded' },
        growth: { type: 'boolean', default: false },
        exceptions: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

const run = async (): Promise<number> => {
  const values = read()
  if (values.help || values.day === undefined) {
    console.log(usage)
    return values.help ? 0 : 2
  }
  endTogether(values.keep)
  const { day } = values
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new Complaint(`--day must be a date such as 2026-11-23, not "${day}".`)
  const optimisers = values.optimiser.split(',').map((one) => {
    if (one !== 'on' && one !== 'off')
      throw new Complaint(`--optimiser takes on, off, or both as off,on, not "${values.optimiser}".`)
    return one
  })
  const { database } = values
  if (database !== 'embedded' && database !== 'postgres')
    throw new Complaint(`--database takes embedded or postgres, not "${database}".`)
  const days = whole('days', values.days, 1, 31)
  if (values.growth && (database !== 'postgres' || days < LEAST_DAYS_OF_GROWTH))
    throw new Complaint(`--growth needs --database postgres and --days ${LEAST_DAYS_OF_GROWTH} or more.`)
  return runDay({
    database,
    growth: values.growth,
    data: values.data,
    keep: values.keep,
    gaps: whole('gaps', values.gaps, 0, 100),
    phones: values.phones,
    faults: values.faults,
    exceptions: values.exceptions,
    date: day,
    days,
    journeys: values.journeys,
    seeds: values.seed.split(',').map((seed) => whole('seed', seed, 0, MOST_SEED)),
    requests: whole('bookings', values.bookings, 1, 20_000),
    vehicles: whole('vehicles', values.vehicles, 1, 25),
    optimisers,
    json: values.json,
  })
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Complaint ? error.message : error)
  process.exitCode = 1
}
