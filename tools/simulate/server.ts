import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

export const root = resolve(import.meta.dirname, '../..')

/** An error that the reader can mend: shown as it is, without a stack trace. */
export class Complaint extends Error {
  override readonly name = 'Complaint'
}

/** what the run has started and not yet ended, and the folders that it has not yet removed */
const children = new Set<ChildProcess>()
const folders = new Set<string>()

const start = (
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  /** whether it is spoken to */
  spoken = false,
): ChildProcess => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', resolve(root, script), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', ...(spoken ? (['ipc'] as const) : [])],
  })
  children.add(child)
  child.on('close', () => children.delete(child))
  return child
}

/** A run that is terminated ends the processes that it has started. */
export const endTogether = (keep: boolean): void => {
  const end = (child: ChildProcess): Promise<unknown> => {
    const closed = new Promise((done) => child.once('close', done))
    child.kill(keep ? 'SIGTERM' : 'SIGKILL')
    return closed
  }
  for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const])
    process.once(signal, () => {
      void Promise.all([...children].map(end)).then(() => {
        if (!keep) for (const folder of folders) removeFolder(folder)
        process.exit(code)
      })
    })
}

type Output = { code: number | null; trouble: string | null; tail: string[] }

/** Starts one of the product's own commands beside a server, to be killed with it; what it says does not matter. */
export const startBeside = (script: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess => {
  const child = start(script, args, env)
  listen(child, () => {})
  return child
}

/** Runs one of the product's own commands to its end. */
export const runCommand = (
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void = () => {},
): Promise<Output> =>
  new Promise((done, fail) => {
    const child = start(script, args, env)
    const { tail, marks } = listen(child, onLine)
    child.on('error', fail)
    child.on('close', (code) => done({ code, trouble: marks.trouble, tail }))
  })

/** Keeps the last lines of a process, and its sentence about what is wrong. */
const listen = (child: ChildProcess, onLine: (line: string) => void) => {
  const tail: string[] = []
  const marks: { trouble: string | null } = { trouble: null }
  for (const input of [child.stdout, child.stderr]) {
    if (input === null) continue
    createInterface({ input }).on('line', (line) => {
      const trouble = /^AMBIT_TROUBLE (.*)$/.exec(line)?.[1]
      if (trouble !== undefined) marks.trouble = trouble
      tail.push(line)
      if (tail.length > 40) tail.shift()
      onLine(line)
    })
  }
  return { tail, marks }
}

const MEMORY_DISK = '/dev/shm'
const ENOUGH_BYTES = 1.5e9

/** Memory where there is plenty: the database of a run that is thrown away need not wait for a disk at each commit. */
export const fastestScratch = (): string => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK)
    return bavail * bsize > ENOUGH_BYTES ? MEMORY_DISK : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * A data folder of its own for one run. Street data takes long to make and is the same for a seed, so it lies beside
 * and is only linked to.
 */
export const prepareFolder = async (
  seed: number,
  cache: string | undefined,
  scratch: string,
  report: (text: string) => void,
): Promise<string> => {
  // The server takes the newest street data of its folder: each seed has one of its own.
  const shared = join(resolve(cache ?? join(root, 'data/simulated')), `seed-${seed}`)
  mkdirSync(join(shared, 'streets'), { recursive: true })
  const { code, trouble, tail } = await runCommand(
    'apps/server/src/cli/ambit.ts',
    ['streets', 'ensure', '--data', shared, '--seed', String(seed)],
    process.env,
    (line) => {
      const progress = /^AMBIT_PROGRESS (.*)$/.exec(line)?.[1]
      if (progress !== undefined) report(progress)
    },
  )
  if (code !== 0) throw new Complaint(trouble ?? `The street data could not be made.\n${tail.join('\n')}`)
  const folder = mkdtempSync(join(scratch, 'ambit-simulated-'))
  folders.add(folder)
  symlinkSync(join(shared, 'streets'), join(folder, 'streets'), 'junction')
  return folder
}

export const removeFolder = (folder: string): void => {
  folders.delete(folder)
  // The link goes first: what it points to belongs to the next run.
  rmSync(join(folder, 'streets'), { force: true })
  rmSync(folder, { recursive: true, force: true })
}

export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('No port is free')),
      )
    })
  })

export type RunningServer = {
  url: string
  child: ChildProcess
  /** ends it as an operator would; true when it ended without an error */
  stop: () => Promise<boolean>
  /** kills it, as a power cut would */
  kill: () => Promise<void>
  tail: string[]
}

/** Starts the server on a data folder and waits until it is ready. */
export const startServer = (
  env: NodeJS.ProcessEnv,
  report: (text: string) => void,
  {
    onLine = () => {},
    home = root,
    spoken = false,
  }: {
    onLine?: (line: string) => void
    /** where its code lies */
    home?: string
    /** whether it takes words over a channel, with a file that is loaded before its own code */
    spoken?: boolean
  } = {},
): Promise<RunningServer> =>
  new Promise((done, fail) => {
    const own = { ...process.env, AMBIT_LOG: 'warn', AMBIT_DRAIN_SECONDS: '0', ...env }
    const child = start(join(home, 'apps/server/src/main.ts'), [], own, spoken)
    const closed = new Promise<number | null>((end) => child.on('close', end))
    const { tail, marks } = listen(child, (line) => {
      onLine(line)
      const mark = /^AMBIT_(READY|PROGRESS) (.*)$/.exec(line)
      if (mark?.[1] === 'PROGRESS') report(mark[2] ?? '')
      if (mark?.[1] !== 'READY') return
      const { url } = JSON.parse(mark[2] ?? '{}') as { url: string } // the server's own line
      done({
        url,
        child,
        tail,
        stop: async () => {
          child.kill('SIGTERM')
          return (await closed) === 0
        },
        kill: async () => {
          child.kill('SIGKILL')
          await closed
        },
      })
    })
    child.on('error', fail)
    void closed.then((code) =>
      fail(
        new Complaint(marks.trouble ?? `The server ended with code ${code} before it was ready.\n${tail.join('\n')}`),
      ),
    )
  })

/** Derives promises, seats and histories from the stored rows; one sentence for each fault, none when all is well. */
export const checkHealth = async (folder: string, databaseUrl: string | undefined): Promise<string[]> => {
  const env = { ...process.env, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
  const { code, trouble, tail } = await runCommand('apps/server/src/cli/ambit.ts', ['health', '--data', folder], env)
  if (code === 0) return []
  return trouble !== null ? [trouble] : tail.filter((line) => line.trim() !== '')
}

/** One line that redraws itself on a terminal; elsewhere a line now and then. On standard error: it is no part of the report. */
export const createProgress = (): { show: (share: number, text: string) => void; clear: () => void } => {
  let shown = -1
  return {
    show: (share, text) => {
      if (process.stderr.isTTY)
        return void process.stderr.write(`\r\x1b[K${Math.floor(share * 100)} % of the day · ${text}`)
      const step = Math.floor(share * 10)
      if (step > shown) process.stderr.write(`${step * 10} % of the day · ${text}\n`)
      shown = Math.max(shown, step)
    },
    clear: () => void (process.stderr.isTTY && process.stderr.write('\r\x1b[K')),
  }
}

/** What happens before the day, for a person who watches. */
export const showStep = (text: string): void => void (process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`))
