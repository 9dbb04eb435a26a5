// `npm run kills -- --on embedded --kills 500 --seed 7`: the product is killed while everything in it is at work, and
// nothing that was confirmed may be lost or doubled.
import { parseArgs } from 'node:util'
import { type PlaceName, places } from './kills/stages.ts'
import { Complaint, endTogether } from './simulate/server.ts'

const usage = `npm run kills -- --on WHAT [options]
  --on WHAT     embedded   the server with its embedded database
                servers    one of two servers on one PostgreSQL
                postgres   a PostgreSQL with all its processes, beneath two servers
                optimiser  the thread that looks for better plans
  --kills N     how often (20)
  --seed N      the seed of the town, of what is asked for and of the moments (7)
  --data FOLDER keeps street data here between runs
  --keep        leaves the data folder of the run in place`

const whole = (name: string, text: string, least: number, most: number): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Complaint(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`)
  return value
}

const placeOf = (text: string): PlaceName => {
  const found = places.find((place) => place === text)
  if (found === undefined) throw new Complaint(`--on takes ${places.join(', ')}, not "${text}".`)
  return found
}

const read = () => {
  try {
    return parseArgs({
      options: {
        on: { type: 'string' },
        kills: { type: 'string', default: '20' },
        seed: { type: 'string', default: '7' },
        data: { type: 'string' },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

const run = async (): Promise<number> => {
  const { on, kills, seed, data, keep, help } = read()
  if (help || on === undefined) {
    console.log(usage)
    return help ? 0 : 2
  }
  endTogether(keep)
  // Imported here, so that a wrong option is answered at once.
  const { playKills } = await import('./kills/play.ts')
  return playKills({
    on: placeOf(on),
    kills: whole('kills', kills, 1, 10_000),
    seed: whole('seed', seed, 0, 2 ** 31),
    data,
    keep,
  })
}

const code = await run().catch((error: unknown) => {
  console.error(error instanceof Complaint ? error.message : error)
  return 1
})
// The apps on the story's phones go on trying to send, and would keep the process alive.
process.exit(code)
