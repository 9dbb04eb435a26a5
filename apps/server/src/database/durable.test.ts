// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migratedFolder } from '../testing/data-folder.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { openDatabase } from './open.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-durable-'))
  await migratedFolder(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = () => openDatabase({ databaseUrl: null, dataFolder: folder }, () => {})

/** A process of its own that opens the folder and counts in it for ever, telling each number that is committed. */
const startCounting = (): { child: ChildProcess; told: number[]; first: Promise<unknown> } => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/count-for-ever.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const told: number[] = []
  const lines = createInterface({ input: child.stdout })
  const first = new Promise((done) => {
    lines.on('line', (line) => {
      told.push(Number(line))
      done(undefined)
    })
  })
  return { child, told, first }
}

const killed = (child: ChildProcess): Promise<unknown> => {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  return ended
}

test('everything committed before kill -9 is stored, in order and without a gap', { timeout: 120_000 }, async () => {
  let before = 0
  for (let round = 0; round < 3; round += 1) {
    const { child, told, first } = startCounting()
    await first
    await new Promise((done) => setTimeout(done, 50 + round * 170))
    await killed(child)
    const database = await open()
    const { rows } = await sql<{ n: number }>`select n from counted order by n`.execute(database.db)
    const last = told.at(-1) ?? 0
    expect(last).toBeGreaterThan(before)
    // The kill may hit between the commit and its report: at most one more than was reported.
    expect([last, last + 1]).toContain(rows.length)
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: rows.length }, (_, index) => index + 1))
    before = rows.length
    await database.close()
  }
})

test('a second process is refused with a sentence that names the process that holds the folder', async () => {
  const { child, first } = startCounting()
  await first
  await expect(open()).rejects.toThrow(
    `The data folder ${folder} is in use by another process (${child.pid}). Stop it first, or choose another folder.`,
  )
  await killed(child)
  const database = await open()
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  await database.close()
  lockFolder(folder).release()
})

test('a lock is taken over when its process has ended, its number belongs to another process, or it cannot be read', () => {
  const place = join(folder, 'locks')
  const dead = ['{"pid":999999999,"started":"1"}', `{"pid":${process.ppid},"started":"long ago 1"}`, '', 'nonsense']
  for (const [index, content] of dead.entries()) {
    const data = join(place, String(index))
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'lock'), content)
    const lock = lockFolder(data)
    expect(JSON.parse(readFileSync(join(data, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    lock.release()
  }
})

test('a database whose creation was interrupted is created again', { timeout: 60_000 }, async () => {
  const data = join(folder, 'cut-off')
  mkdirSync(join(data, 'database.new'), { recursive: true })
  writeFileSync(join(data, 'database.new', 'PG_VERSION'), '18\n')
  const database = await openDatabase({ databaseUrl: null, dataFolder: data }, () => {})
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  await database.close()
})

test('an address where no server answers is reported in one sentence without its password', async () => {
  const url = 'postgresql://ambit:secret@127.0.0.1:1/ambit'
  await expect(openDatabase({ databaseUrl: url, dataFolder: folder }, () => {})).rejects.toThrow(
    /^The database at DATABASE_URL cannot be reached: (?!.*secret).*ECONNREFUSED/,
  )
})
