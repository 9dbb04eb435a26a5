import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as nap } from 'node:timers/promises'
import { type Random, randomStream } from '@ambit/random'
import { ApiError, NetworkError } from '../../packages/contract/src/index.ts'
import { createGate, type Line, type Session } from '../../apps/simulator/src/access/line.ts'
import { openCab, openClockKeeper, openDesks } from '../../apps/simulator/src/access/people.ts'
import { fastestScratch, prepareFolder, removeFolder, runCommand, startBeside } from '../simulate/server.ts'
import { watchJobs } from './gaps.ts'
import { ask, audit, type Desks, type Entry, type Work } from './ledger.ts'
import { leftBehind, openStage, type PlaceName, type Stage } from './stages.ts'
import { byWork, createWorks } from './works.ts'

export type KillOptions = { kills: number; on: PlaceName; seed: number; data: string | undefined; keep: boolean }

const CLERKS = 6
const AT_WORK_WITHIN_MS = 20_000
const BACKUP_EVERY = 5
const HEALTH_EVERY = 10
const AMBIT = 'apps/server/src/cli/ambit.ts'

type Run = { options: KillOptions; stage: Stage; folder: string; entries: Entry[]; works: readonly Work[] }

/** Kills as often as asked while everything is at work. The exit code: 0 when nothing that was confirmed is lost or doubled. */
export const playKills = async (options: KillOptions): Promise<number> => {
  const { seed, on, kills } = options
  const folder = await prepareFolder(seed, options.data, fastestScratch(), () => {})
  const backups = mkdtempSync(join(tmpdir(), 'ambit-kills-'))
  const wrong: string[] = []
  const stage = await openStage(on, folder, seed)
  const gaps = stage.databaseUrl === null ? null : watchJobs(stage.databaseUrl)
  let longestAway = 0
  try {
    const works = await createWorks(desksAt(stage.origins[0] ?? ''), stage.origins[0] ?? '', seed)
    const run: Run = { options, stage, folder, entries: [], works }
    for (let kill = 1; kill <= kills; kill++) {
      const { away, found, said } = await live(run, kill, backups)
      longestAway = Math.max(longestAway, away)
      wrong.push(...found.map((text) => `after kill ${kill}: ${text}`))
      console.log(
        `kill ${String(kill).padStart(4)}: ${said}, ${found.length === 0 ? 'nothing lost or doubled' : found.join('; ')}`,
      )
      if (kill % HEALTH_EVERY === 0 || kill === kills)
        wrong.push(...(await stage.health()).map((text) => `health after kill ${kill}: ${text}`))
    }
    console.log(byWork(run.entries.filter(({ outcome }) => outcome === 'done')))
  } finally {
    await gaps?.stop()
    await stage.close()
  }
  wrong.push(...(await openBackup(backups)), ...leftBehind(stage.folders).map((pid) => `process ${pid} is left behind`))
  const gap = gaps === null ? '' : `, longest a job was overdue ${(gaps.longest() / 1000).toFixed(1)} s`
  console.log(
    wrong.length === 0
      ? `${kills} kills (${on}, seed ${seed}): nothing confirmed is lost or doubled, longest away ${(longestAway / 1000).toFixed(1)} s${gap}`
      : `${wrong.join('\n')}\nIt is played again by: npm run kills -- --on ${on} --kills ${kills} --seed ${seed}`,
  )
  if (options.keep) console.log(`The data folder of this run: ${folder}; its backups: ${backups}`)
  else {
    removeFolder(folder)
    rmSync(backups, { recursive: true, force: true })
  }
  return wrong.length === 0 ? 0 : 1
}

/** New sessions each time, as after a real crash, though the old tokens would still be valid. */
const desksAt = (origin: string): Desks => {
  const line: Line = {
    origin,
    whenLost: 'fail',
    nap: (milliseconds) => nap(milliseconds),
    enter: createGate(16),
    log: () => {},
  }
  const cabs = new Map<string, Session>()
  return {
    desk: openDesks(line).desk,
    office: openClockKeeper(line),
    cab: (username) => {
      const known = cabs.get(username) ?? openCab(line, username)
      cabs.set(username, known)
      return known
    },
  }
}

/** From one kill to the next: work, the kill, the return, and what stands afterwards. */
const live = async (
  run: Run,
  kill: number,
  backups: string,
): Promise<{ away: number; found: string[]; said: string }> => {
  const { stage, entries, works, options } = run
  const random = randomStream(options.seed, 'kill', kill)
  const before = entries.length
  const over = { now: false }
  const clerks = Array.from({ length: CLERKS }, (_, at) => {
    const desks = desksAt(stage.origins[at % stage.origins.length] ?? '')
    return work(run, desks, `${kill}-${at}`, randomStream(options.seed, 'clerk', kill, at), over)
  })
  const beside = kill % BACKUP_EVERY === 0 ? startBackup(run, backups) : null
  const working = Promise.all(clerks)
  await Promise.race([working, atWork(() => entries.length - before)])
  await Promise.race([working, nap(random.between(150, 1500))])
  const struck = await stage.strike(random)
  const away = performance.now()
  if (beside !== null) await endBackup(beside, random)
  await stage.mend()
  const took = performance.now() - away
  over.now = true
  await working
  const desks = desksAt(stage.origins[0] ?? '')
  const open = entries.filter(({ outcome }) => outcome === 'open')
  // Asked again under the same key: either the first answer comes, or it is done now.
  for (const entry of open) await ask(entry, desks)
  const found = await audit(works, desks, entries)
  if (!struck) found.push('there was nothing to kill')
  return { away: took, found, said: `${entries.length - before} asked for, ${open.length} cut off` }
}

/** Signing in takes long on a busy machine: the moment of the kill counts from when the work is under way. */
const atWork = async (asked: () => number): Promise<void> => {
  const until = performance.now() + AT_WORK_WITHIN_MS
  while (asked() < CLERKS && performance.now() < until) await nap(50)
}

/** One thing after the other, until it is over or the server is gone. */
const work = async (run: Run, desks: Desks, clerk: string, random: Random, over: { now: boolean }): Promise<void> => {
  const [bookings] = run.works
  for (let number = 1; !over.now; number++) {
    const kind = random.chance(0.5) ? bookings : random.pick(run.works)
    if (kind === undefined) return
    try {
      const order = await kind.next(desks, `${clerk}-${number}`)
      if (order === null) continue
      const entry: Entry = { work: kind.name, ...order, outcome: 'open' }
      run.entries.push(entry)
      await ask(entry, desks)
    } catch (error) {
      if (error instanceof NetworkError) return
      if (!(error instanceof ApiError)) throw error
    }
  }
}

const environmentOf = ({ stage, folder }: Run) => ({
  ...process.env,
  AMBIT_DATA: folder,
  DATABASE_URL: stage.databaseUrl ?? '',
})

const startBackup = (run: Run, to: string) => {
  const child = startBeside(AMBIT, ['backup', '--data', run.folder, '--to', to], environmentOf(run))
  return { child, closed: once(child, 'close') }
}

const endBackup = async ({ child, closed }: ReturnType<typeof startBackup>, random: Random): Promise<void> => {
  if (random.chance(0.5)) await nap(random.between(0, 1500))
  child.kill('SIGKILL')
  await closed
}

/** A file that has its name is a whole backup, however many were cut off: the newest is restored. */
const openBackup = async (backups: string): Promise<string[]> => {
  const newest = (existsSync(backups) ? readdirSync(backups) : [])
    .filter((name) => name.endsWith('.tar.gz'))
    .toSorted()
    .at(-1)
  if (newest === undefined) return []
  const place = mkdtempSync(join(tmpdir(), 'ambit-kills-'))
  const { code, trouble, tail } = await runCommand(
    AMBIT,
    ['restore', join(backups, newest), '--data', join(place, 'data')],
    { ...process.env, DATABASE_URL: '' },
  )
  rmSync(place, { recursive: true, force: true })
  return code === 0 ? [] : [`the backup ${newest} cannot be restored: ${trouble ?? tail.join(' ')}`]
}
