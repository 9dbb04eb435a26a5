// Options of `npm start`: by flag or by environment; a flag wins.
import { Trouble } from './screen.mjs'

const options = [
  { flag: 'port', env: 'AMBIT_PORT', value: 'N', text: 'port to listen on', fallback: '8080' },
  { flag: 'host', env: 'AMBIT_HOST', value: 'ADDRESS', text: 'address to listen on', fallback: '127.0.0.1' },
  {
    flag: 'data',
    env: 'AMBIT_DATA',
    value: 'FOLDER',
    text: 'database, street data and outbox (data/demo, data/empty, or data/ and the name of the extract)',
  },
  { flag: 'empty', env: 'AMBIT_EMPTY', text: 'start without data: the first page creates the first administrator' },
  { flag: 'speed', env: 'AMBIT_SPEED', value: 'N', text: 'the demo town runs N times faster', fallback: '1' },
  {
    flag: 'clock',
    env: 'AMBIT_CLOCK',
    value: 'demo|real',
    text: "the demo's time: its own, which begins in a running morning, or the machine's",
    fallback: 'demo',
  },
  { flag: 'seed', env: 'AMBIT_SEED', value: 'N', text: 'seed of the demo town and its day', fallback: '7' },
  {
    flag: 'streets',
    env: 'AMBIT_STREETS',
    value: 'FILE',
    text: 'OpenStreetMap extract (.osm.pbf) to run on instead of the demo town',
  },
  { flag: 'no-backup', env: 'AMBIT_NO_BACKUP', text: 'no backup before the first migration of a new version' },
  { flag: 'no-simulation', env: 'AMBIT_NO_SIMULATION', text: 'no virtual drivers and riders' },
]

export function help() {
  const left = (option) => `--${option.flag}${option.value ? ` ${option.value}` : ''}`
  const width = Math.max(...options.map((option) => left(option).length)) + 2
  return [
    'npm start -- [options]',
    '',
    ...options.map(
      (option) =>
        `  ${left(option).padEnd(width)}${option.text}${option.fallback ? ` (${option.fallback})` : ''}; ${option.env}`,
    ),
    `  ${'--help'.padEnd(width)}this list`,
    '',
    'DATABASE_URL points to a PostgreSQL server; without it the product keeps its own database in the data folder.',
    'SMTP_URL sends mail; without it mail is kept in an outbox that administrators read in the product.',
  ].join('\n')
}

/** @returns {Record<string, string>} the environment that the server reads */
export function readOptions(args) {
  const result = {}
  for (const option of options) {
    const given = process.env[option.env]
    if (given !== undefined && given !== '') result[option.env] = given
    else if (option.fallback !== undefined) result[option.env] = option.fallback
  }
  for (let at = 0; at < args.length; at++) {
    const [name, inline] = args[at].replace(/^--/, '').split(/=(.*)/s)
    const option = args[at].startsWith('--') ? options.find((known) => known.flag === name) : undefined
    if (!option) throw new Trouble(`Unknown option ${args[at]}.\n\n${help()}`)
    if (!option.value) result[option.env] = '1'
    else {
      const value = inline ?? args[++at]
      if (value === undefined || value === '') throw new Trouble(`--${name} needs a value: --${name} ${option.value}`)
      result[option.env] = value
    }
  }
  const port = Number(result.AMBIT_PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Trouble(`--port must be a number from 0 to 65535, not "${result.AMBIT_PORT}".`)
  const speed = Number(result.AMBIT_SPEED)
  if (!(speed > 0 && speed <= 1000))
    throw new Trouble(`--speed must be a number from 0.1 to 1000, not "${result.AMBIT_SPEED}".`)
  if (!Number.isInteger(Number(result.AMBIT_SEED)))
    throw new Trouble(`--seed must be a whole number, not "${result.AMBIT_SEED}".`)
  return result
}
