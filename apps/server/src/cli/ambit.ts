// The operator's command line: `npm run ambit -- streets import city.osm.pbf`.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { configFrom } from '../boot/environment.ts'
import type { Config } from '../config.ts'
import { keepFilesPrivate } from '../boot/private-folder.ts'
import { ensureStreets, importExtract } from './streets.ts'

const usage = `ambit streets import FILE.osm.pbf [--bbox w,s,e,n] [--name NAME] [--data FOLDER]
    Builds street data from an OpenStreetMap extract and switches to it when it is complete.
ambit streets ensure [--file FILE.osm.pbf] [--seed N] [--data FOLDER]
    The same, but only if there is none yet; without a file, the generated demo town where nothing was imported.
ambit health [--data FOLDER]
    Reads every page, recomputes every promise, seat and history from the stored rows and lists what is wrong.
ambit audit verify [--from DATE] [--seals FILE] [--data FOLDER]
    Recomputes every seal of the audit and names the first event or seal that was changed, removed or put in.
ambit backup [--to FOLDER] [--recipient AGE_KEY]... [--keep] [--data FOLDER]
    Backs up the database, beside a running server too, and reads the file back; with --keep removes older backups
    of the folder as a server does.
ambit restore FILE [--data FOLDER | --database URL] [--identity FILE] [--replace]
    Restores a backup into an empty place; with --replace what is there is set aside first.
ambit migrate [--plan] [--data FOLDER]
    Backs up and runs the migrations of this version, as a start does; with --plan only lists them, with what each
    locks and about how long.
ambit reset-link EMAIL [--without-second-step] [--data FOLDER]
    Prints a link that sets a user's password, for installations that send no mail; with --without-second-step takes
    away an authenticator app that is lost with all recovery codes.`

const explain = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** One sentence for the operator; the launcher shows it unchanged. */
const tell = (trouble: string): void => {
  process.stdout.write(`AMBIT_TROUBLE ${trouble.replaceAll('\n', ' ')}\n`)
  if (process.stderr.isTTY) process.stderr.write(`${trouble}\n`)
}

/** What was typed means a place as seen from where npm was run: npm itself goes to the checkout. */
const placed = (path: string): string => resolve(process.env['INIT_CWD'] ?? '', path)

/** A folder that was named counts, and the environment's otherwise. */
const configOf = (data: string): Config => configFrom({ ...process.env, AMBIT_DATA: data })

const run = async (): Promise<number> => {
  keepFilesPrivate()
  const { values: typed, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      file: { type: 'string' },
      bbox: { type: 'string' },
      name: { type: 'string' },
      to: { type: 'string' },
      recipient: { type: 'string', multiple: true },
      database: { type: 'string' },
      identity: { type: 'string' },
      keep: { type: 'boolean', default: false },
      plan: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      seed: { type: 'string', default: '7' },
      from: { type: 'string' },
      seals: { type: 'string' },
      'without-second-step': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [subject, verb, file] = positionals
  const values = { ...typed }
  for (const option of ['data', 'file', 'identity', 'seals', 'to'] as const) {
    const path = typed[option]
    if (path !== undefined) values[option] = placed(path)
  }
  const folder = process.env['AMBIT_DATA'] ?? ''
  const data = values.data ?? (folder === '' ? 'data/demo' : placed(folder))
  if (values.help || subject === undefined) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if (subject === 'streets' && verb === 'ensure') {
    const trouble = await ensureStreets({ data, file: values.file, seed: Number(values.seed) })
    if (trouble !== null) tell(trouble)
  } else if (subject === 'streets' && verb === 'import' && file !== undefined)
    await importExtract({ data, file: placed(file), bbox: values.bbox, name: values.name })
  else if (subject === 'health') return (await import('./health.ts')).runHealth(configOf(data))
  else if (subject === 'audit' && verb === 'verify')
    return (await import('./audit.ts')).runAuditVerify(configOf(data), values)
  else if (subject === 'backup') {
    const config = configOf(data)
    const { runBackup } = await import('./backup.ts')
    const to = values.to ?? config.backupFolder ?? `${config.dataFolder}/backups`
    await runBackup({ ...config, to, recipients: values.recipient ?? config.backupRecipients, keep: values.keep })
  } else if (subject === 'restore' && verb !== undefined) {
    const { dataFolder, backupIdentity, databaseUrl } = configOf(data)
    const { runRestore } = await import('./backup.ts')
    // A folder that was named is meant, whatever database the environment has.
    const { database = values.data === undefined ? databaseUrl : null, identity = backupIdentity, replace } = values
    await runRestore({ file: placed(verb), dataFolder, databaseUrl: database, identity, replace })
  } else if (subject === 'migrate') {
    const { runMigrate, runMigratePlan } = await import('./migrate.ts')
    await (values.plan ? runMigratePlan : runMigrate)(configOf(data))
  } else if (subject === 'reset-link' && verb !== undefined) {
    const { runResetLink } = await import('./reset-link.ts')
    await runResetLink(configOf(data), verb, { withoutSecondStep: values['without-second-step'] })
  } else {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  return 0
}

try {
  process.exitCode = await run()
} catch (error) {
  tell(explain(error))
  process.exitCode = 1
}
