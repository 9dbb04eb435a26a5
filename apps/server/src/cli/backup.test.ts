// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '../database/open.ts'
import { migratedFolder } from '../testing/data-folder.ts'

let folder: string
const children: ChildProcess[] = []
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'ambit-cli-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const stopped = async (): Promise<void> => {
  for (const child of children.splice(0)) await ended(child, () => child.kill('SIGTERM'))
}
afterEach(stopped)

const ended = (child: ChildProcess, how: () => void): Promise<unknown> => {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const end = new Promise((done) => child.once('exit', done))
  how()
  return end
}

const env = {
  PATH: process.env['PATH'],
  AMBIT_DRAIN_SECONDS: '0',
  AMBIT_EMPTY: '1',
  AMBIT_PORT: '0',
  AMBIT_BACKUP_FOLDER: 'off',
}
const Ready = z.object({ url: z.string(), setup_code: z.string().nullable() })

const startServer = async (data: string): Promise<z.infer<typeof Ready>> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { ...env, AMBIT_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('AMBIT_READY ')) return Ready.parse(JSON.parse(line.slice(12)))
  throw new Error('the server ended')
}

type Outcome = { code: number | null; said: string }
const ambit = (...args: string[]): Promise<Outcome> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'ambit.ts'), ...args], { env })
    let said = ''
    child.stdout.on('data', (chunk) => (said += String(chunk)))
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.on('close', (code) => done({ code, said }))
  })

const addAdministrator = async ({ url, setup_code }: z.infer<typeof Ready>, username: string): Promise<number> => {
  const person = { first_name: 'Ada', last_name: 'First', username, email: `${username}@example.org` }
  const answer = await fetch(`${url}/api/v2/ops/setup/first_administrator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...person,
      code: setup_code,
      password: 'a long password',
      password_confirmation: 'a long password',
    }),
  })
  return answer.status
}
const usernames = async (dataFolder: string): Promise<string[]> => {
  const { db, close } = await openDatabase({ databaseUrl: null, dataFolder }, () => {})
  const rows = await db.selectFrom('users').select('username').execute()
  await close()
  return rows.map(({ username }) => username)
}

describe('the command line', { timeout: 300_000 }, () => {
  // covers: OPS-54, OPS-57
  test('backs up beside the running server, and restores into an empty place only', async () => {
    const [data, other, backups] = ['one', 'other', 'backups'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await migratedFolder(data)
    const server = await startServer(data)
    expect(await addAdministrator(server, 'ada')).toBeLessThan(300)
    const statuses: number[] = []
    const asking = new AbortController()
    const asked = (async () => {
      for (; !asking.signal.aborted; await new Promise((done) => setTimeout(done, 20)))
        statuses.push((await fetch(`${server.url}/api/v2/ops/settings`)).status)
    })()
    const made = await ambit('backup', '--data', data, '--to', backups)
    asking.abort()
    await asked
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('read back and whole') })
    expect(new Set(statuses)).toEqual(new Set([200]))
    const [name = ''] = readdirSync(backups)
    const file = join(backups, name)
    expect(made.said.split('\n')[0]).toBe(file)
    const { key } = z.object({ key: z.string() }).parse(JSON.parse(readFileSync(join(data, 'operator.json'), 'utf8')))
    const ask = (headers: Record<string, string>): Promise<number> =>
      fetch(`${server.url}/operator/copy`, { method: 'POST', headers }).then(({ status }) => status)
    expect(await ask({})).toBe(403)
    expect(await ask({ authorization: 'Bearer other' })).toBe(403)
    expect(await ask({ authorization: `Bearer ${key}`, 'x-forwarded-for': '192.0.2.1' })).toBe(403)

    const restored = await ambit('restore', file, '--data', other)
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Health has found nothing.') })
    expect((await ambit('restore', file, '--data', data)).said).toContain('is in use by another process')
    const refused = await ambit('restore', file, '--data', other)
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('There is a database already') })
    expect(await usernames(other)).toEqual(['ada'])
    // The key that lets the command line in is gone with the server.
    await stopped()
    expect(readdirSync(data)).not.toContain('operator.json')
  })

  test('says what is wrong, and with what', async () => {
    // A word that is wrong makes no empty database, which would be in the way of a restore.
    const nowhere = join(folder, 'nowhere')
    for (const command of [['backup'], ['health'], ['audit', 'verify'], ['migrate', '--plan'], ['reset-link', 'a@b.c']])
      expect(await ambit(...command, '--data', nowhere)).toMatchObject({
        code: 1,
        said: expect.stringContaining(`There is no database in ${nowhere}.`),
      })
    expect(existsSync(nowhere)).toBe(false)
    const file = join(folder, 'ambit.tar.gz')
    writeFileSync(file, 'no backup')
    expect(await ambit('restore', file, '--data', join(folder, 'empty'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('The backup ambit.tar.gz is cut short.'),
    })
    expect(await ambit('restore', join(folder, 'missing'), '--data', join(folder, 'empty'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('The backup missing cannot be read.'),
    })
  })
})
