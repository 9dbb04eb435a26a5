import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

export type SignIn = { role: string; username: string; password: string }
/** `setupCode`: for the first administrator of an installation that has none yet */
export type Server = { url: string; signIns: readonly SignIn[]; setupCode: string | null }
export type RunningServer = Server & {
  /** `kill -9` */
  kill: () => Promise<void>
  /** starts it on its folder and port once more, after it was killed */
  again: () => Promise<void>
  /** ends it, looks whether anything in its data is broken (`ambit health`), and forgets them */
  remove: () => Promise<void>
}

const root = resolve(import.meta.dirname, '..')
const KEPT_LINES = 40

type Script = { child: ChildProcess; marks: (handle: (mark: string, text: string) => void) => void; tail: () => string }

const run = (script: string, args: readonly string[], env: Record<string, string>): Script => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kept: string[] = []
  const handlers: ((mark: string, text: string) => void)[] = []
  const read = (line: string): void => {
    const [, mark, text] = /^AMBIT_(READY|TROUBLE) (.*)$/.exec(line) ?? []
    if (mark !== undefined && text !== undefined) for (const handle of handlers) handle(mark, text)
    kept.push(line)
    if (kept.length > KEPT_LINES) kept.shift()
  }
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', read)
  return { child, marks: (handle) => void handlers.push(handle), tail: () => kept.join('\n') }
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((done) => child.once('close', done))
    : Promise.resolve(child.exitCode)

const listen = (env: Record<string, string>): Promise<Server & { script: Script }> =>
  new Promise((done, fail) => {
    const script = run('apps/server/src/main.ts', [], env)
    script.marks((mark, text) => {
      if (mark === 'TROUBLE') return fail(new Error(text))
      // the line that main.ts writes for launchers
      const ready = JSON.parse(text) as { url: string; sign_ins: SignIn[]; setup_code: string | null }
      done({ script, url: ready.url, signIns: ready.sign_ins, setupCode: ready.setup_code })
    })
    void ended(script.child).then((code) => fail(new Error(`The server ended with code ${code}\n${script.tail()}`)))
  })

/** The demo town, made from a seed. */
export const GENERATED = 'generated'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'ambit-e2e-'))

const settings = (data: string, env: Record<string, string> = {}): Record<string, string> => ({
  AMBIT_DATA: data,
  AMBIT_PORT: '0',
  AMBIT_LOG: 'warn',
  AMBIT_CHECK_ANSWERS: '1',
  AMBIT_DEMO_DAYS: '28',
  AMBIT_BACKUP_FOLDER: 'off',
  AMBIT_DRAIN_SECONDS: '0',
  ...env,
})

const makeStreets = async (data: string, from: string, env: Record<string, string>): Promise<void> => {
  const source = from === GENERATED ? ['--seed', '7'] : ['--file', from]
  const streets = run('apps/server/src/cli/ambit.ts', ['streets', 'ensure', '--data', data, ...source], env)
  const code = await ended(streets.child)
  if (code !== 0) throw new Error(`The street data could not be made\n${streets.tail()}`)
}

export type DemoTown = { folder: string; remove: () => void }

/** The data folder of a demo that is not running, to be copied: making the town takes some twenty times as long. */
export const makeDemoTown = async (): Promise<DemoTown> => {
  // While working on a story: a folder that is already there.
  const prepared = process.env['AMBIT_DEMO_DATA']
  if (prepared !== undefined) return { folder: prepared, remove: () => {} }
  const folder = newFolder()
  const env = settings(folder)
  await makeStreets(folder, GENERATED, env)
  const { script } = await listen(env)
  script.child.kill('SIGTERM')
  await ended(script.child)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The real server with its own database in a temporary folder, on a free port. */
export const startServer = async (options: {
  /** a data folder to begin with a copy of, instead of an empty installation */
  copyOf?: string
  /** for an empty installation that has streets: an OpenStreetMap extract, or the generated town */
  streets?: string
  env?: Record<string, string>
}): Promise<RunningServer> => {
  const data = newFolder()
  const env = settings(data, { ...(options.copyOf === undefined ? { AMBIT_EMPTY: '1' } : {}), ...options.env })
  if (options.copyOf !== undefined) cpSync(options.copyOf, data, { recursive: true })
  if (options.streets !== undefined) await makeStreets(data, options.streets, env)
  const { script, ...server } = await listen(env)
  let { child } = script
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal)
    await ended(child)
  }
  return {
    ...server,
    kill: () => end('SIGKILL'),
    again: async () => {
      const { port } = new URL(server.url)
      child = (await listen({ ...env, AMBIT_PORT: port })).script.child
    },
    remove: async () => {
      await end('SIGTERM')
      const health = run('apps/server/src/cli/ambit.ts', ['health', '--data', data], env)
      const code = await ended(health.child)
      rmSync(data, { recursive: true, force: true })
      if (code !== 0) throw new Error(`The stories left broken records behind\n${health.tail()}`)
    },
  }
}
