import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from './database/connect.ts'
import { openDatabase } from './database/open.ts'
import { productVersion } from './version.ts'

const Ready = z.object({
  url: z.string(),
  sign_ins: z.array(z.unknown()),
  setup_code: z.string().nullable(),
  demo: z.boolean(),
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ambit main '))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Run = {
  child: ChildProcess
  /** what it wrote to its standard error */
  said: string[]
  ended: Promise<number | null>
  marks: string[]
  ready: Promise<z.infer<typeof Ready>>
}

/** The server as the launcher starts it, with nothing of this process's own settings. */
const start = (env: Record<string, string>): Run => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      AMBIT_EMPTY: '1',
      AMBIT_PORT: '0',
      AMBIT_DATA: folder,
      AMBIT_DRAIN_SECONDS: '0',
      AMBIT_BACKUP_FOLDER: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const marks: string[] = []
  const ended = new Promise<number | null>((done) => void child.on('close', done))
  const ready = Promise.withResolvers<z.infer<typeof Ready>>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('AMBIT_')) marks.push(line)
    if (line.startsWith('AMBIT_READY ')) ready.resolve(Ready.parse(JSON.parse(line.slice(12))))
  })
  void ended.then((code) => ready.reject(new Error(`ended with ${code}: ${marks.join('\n')}`)))
  ready.promise.catch(() => undefined) // a test that waits for it sees the error
  return { child, said, ended, marks, ready: ready.promise }
}

const trouble = async (run: Run): Promise<[number | null, string | undefined]> => [
  await run.ended,
  run.marks.find((mark) => mark.startsWith('AMBIT_TROUBLE '))?.slice(14),
]

/** The rows of every table, as one value each. */
const rowsOf = async ({ db }: Database): Promise<unknown> => {
  const { rows } = await sql`
    select relname, query_to_xml(format('select md5(string_agg(t::text, %L order by t::text)) as rows from %I t', ',', relname),
      true, true, '')::text as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(db)
  return rows
}

const listening = (): Promise<{ server: Server; port: number }> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      done({ server, port: typeof address === 'object' && address !== null ? address.port : 0 })
    })
  })

describe('the server as a process', { timeout: 180_000 }, () => {
  test('starts in a folder with a space, prints its address, keeps its data and stops cleanly', async () => {
    const first = start({})
    const { url, setup_code, demo } = await first.ready
    expect([setup_code, demo]).toEqual([expect.stringMatching(/^(?:[A-Z2-9]{4}-){2}[A-Z2-9]{4}$/), false])
    const person = { first_name: 'Ada', last_name: 'First', username: 'ada', email: 'ada@example.org' }
    const made = await fetch(`${url}/api/v2/ops/setup/first_administrator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...person,
        code: setup_code,
        password: 'a long password',
        password_confirmation: 'a long password',
      }),
    })
    expect(made.status).toBe(201)
    const shared = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
    )
    expect(shared).toEqual([])
    const second = start({})
    expect(await trouble(second)).toEqual([
      1,
      `The data folder ${folder} is in use by another process (${first.child.pid}). Stop it first, or choose another folder.`,
    ])
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const third = start({ AMBIT_ENVIRONMENT: 'staging' })
    const again = await third.ready
    expect(again.setup_code).toBeNull()
    const settings = await (await fetch(`${again.url}/api/v2/ops/settings`)).json()
    expect(settings).toMatchObject({ data: { environment: 'staging', setup_needed: false, demo: false } })
    third.child.kill('SIGINT')
    expect(await third.ended).toBe(0)
  })

  // covers: OPS-72
  test('refuses a database that a newer version has changed in one sentence with both versions, and changes nothing', async () => {
    const open = () => openDatabase({ databaseUrl: null, dataFolder: folder }, () => {})
    const database = await open()
    await sql`insert into schema_migrations (name, checksum, applied_at, version)
      values ('9999_later.sql', '', now(), '9.9.9')`.execute(database.db)
    const before = await rowsOf(database)
    await database.close()
    expect(await trouble(start({}))).toEqual([
      1,
      `This database was used by version 9.9.9, which made 9999_later.sql, and this is version ${productVersion()}, which does not know it: start that version or a newer one.`,
    ])
    const again = await open()
    expect(await rowsOf(again)).toEqual(before)
    await sql`delete from schema_migrations where name = '9999_later.sql'`.execute(again.db)
    await again.close()
  })

  // Twenty seconds of waiting: longer than that no mail takes.
  test.runIf(process.env['AMBIT_LONG'] === '1')(
    'ends cleanly on SIGTERM while the mail server keeps it waiting',
    async () => {
      const connected = Promise.withResolvers<void>()
      // Greets, then sends a letter a second, so that it is never silent for long.
      const drip = createServer((socket) => {
        socket.write('220 mail.example\r\n')
        const timer = setInterval(() => socket.write('2'), 1000)
        socket.on('error', () => {}).on('close', () => clearInterval(timer))
        connected.resolve()
      })
      await new Promise<void>((done) => drip.listen(0, '127.0.0.1', done))
      const address = drip.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      const run = start({ AMBIT_DATA: join(folder, 'hung'), SMTP_URL: `smtp://127.0.0.1:${port}` })
      const { url, setup_code } = await run.ready
      const post = async (path: string, body: object): Promise<number> => {
        const answer = await fetch(`${url}/api/v2/ops/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return answer.status
      }
      const person = { first_name: 'Ada', last_name: 'First', username: 'ada', email: 'ada@example.org' }
      const password = 'a long password'
      const first = { ...person, code: setup_code, password, password_confirmation: password }
      expect(await post('setup/first_administrator', first)).toBe(201)
      expect(await post('passwords/forgot', { email: person.email })).toBeLessThan(300)
      await connected.promise
      run.child.kill('SIGTERM')
      expect(await run.ended).toBe(0)
      drip.close()
    },
  )

  test('reports in one sentence what an operator can fix', async () => {
    const { server, port } = await listening()
    expect(await trouble(start({ AMBIT_PORT: String(port) }))).toEqual([
      1,
      `Port ${port} is taken by another program. End it, or choose another port with --port.`,
    ])
    server.close()
    expect(await trouble(start({ DATABASE_URL: 'postgresql://ambit:secret@127.0.0.1:1/ambit' }))).toEqual([
      1,
      expect.stringMatching(/^The database at DATABASE_URL cannot be reached: (?!.*secret)/),
    ])
    expect(await trouble(start({ AMBIT_SPEED: 'fast' }))).toEqual([
      1,
      'AMBIT_SPEED must be a number from 0.1 to 1000, not "fast".',
    ])
    expect(await trouble(start({ AMBIT_CLOCK: 'virtual:tomorrow' }))).toEqual([
      1,
      'AMBIT_CLOCK must be "real", "demo" or "virtual:2026-11-23T04:00:00+10:00", not "virtual:tomorrow".',
    ])
  })
})
