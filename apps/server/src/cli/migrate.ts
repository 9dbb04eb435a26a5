import type { Config } from '../config.ts'
import { backUpBeforeUpdate } from '../backup/before-update.ts'
import { migrate, pendingOn } from '../database/migrate.ts'
import { openDatabase, openExisting } from '../database/open.ts'
import { type PlannedMigration, planMigrations, type Touch } from '../database/plan-migrations.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** `ambit migrate`: what a start does before it serves, for a cluster that does it once for all replicas. */
export const runMigrate = async (config: Config): Promise<void> => {
  const database = await openDatabase(config, () => {})
  try {
    const file = await backUpBeforeUpdate(database, config, { now: new Date(), report: (text) => say(`${text} …`) })
    if (file !== null) say(file)
    const names = await migrate(database.patient, new Date())
    say(names.length === 0 ? 'Nothing to run: the database is up to date.' : names.join('\n'))
  } finally {
    await database.close()
  }
}

/** `ambit migrate --plan`: what the next start would run. Nothing is changed. */
export const runMigratePlan = async (config: Config): Promise<void> => {
  const database = await openExisting(config)
  try {
    const { pending } = await pendingOn(database.patient)
    const plan = await planMigrations(database.patient, pending)
    say(linesOf(plan).join('\n'))
  } finally {
    await database.close()
  }
}

export const linesOf = (plan: readonly PlannedMigration[]): string[] => {
  if (plan.length === 0) return ['Nothing would run: the database is up to date.']
  const seconds = plan.flatMap(({ touches }) => touches).reduce((sum, touch) => sum + touch.seconds, 0)
  return [
    ...plan.flatMap(({ name, touches }) => [
      name,
      ...(touches.length === 0 ? ['  locks nothing'] : touches.map(lineOf)),
    ]),
    `${plan.length} ${plan.length === 1 ? 'migration' : 'migrations'}, ${timeOf(seconds)} in all`,
  ]
}

const words: Record<Touch['lock'], string> = {
  'for a moment': 'is locked for a moment',
  writing: 'cannot be written',
  everything: 'cannot be read or written',
}

const lineOf = ({ table, lock, seconds }: Touch): string =>
  lock === 'for a moment' ? `  ${table} ${words[lock]}` : `  ${table} ${words[lock]} for ${timeOf(seconds)}`

const timeOf = (seconds: number): string => (seconds < 1 ? 'less than a second' : `about ${Math.ceil(seconds)} s`)
