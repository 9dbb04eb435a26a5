// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { DISK_FULL } from '../http/failures.ts'
import { refusal } from '../testing/refusal.ts'
import { migratedFolder } from '../testing/data-folder.ts'
import { startTestServer } from '../testing/server.ts'
import { mountSmallDisk } from '../testing/small-disk.ts'
import { freeBytes, isDiskFull } from './disk.ts'
import { openEmbedded } from './embedded.ts'
import { openDatabase } from './open.ts'

const GB = 1024 ** 3
const SLOW = { timeout: 180_000 }

// covers: OPS-101
test(
  'while the disk is full what writes is refused in words, what reads goes on, and it recovers by itself',
  SLOW,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-full-'))
    await migratedFolder(folder)
    let free = GB
    const database = await openEmbedded(
      { folder: join(folder, 'database'), template: null },
      () => {},
      () => free,
    )
    const server = await startTestServer({ database })
    const { call } = server.client('fleet_manager')
    const person = { first_name: 'Ida', last_name: 'Full', username: 'ida', email: 'ida@example.org' }
    const create = () => call(api.drivers.create, { body: person })
    const ready = async () => (await fetch(`${server.url}/readyz`)).text()
    await call(api.drivers.list)
    free = 0.01 * GB
    const refused = await refusal(create())
    expect([refused.status, refused.errors[0]?.detail]).toEqual([503, DISK_FULL])
    expect((await call(api.drivers.list)).data).toEqual([])
    await expect.poll(ready).toContain(DISK_FULL)
    // Not at once: it would be full again after a moment.
    free = 0.07 * GB
    expect((await refusal(create())).status).toBe(503)
    free = GB
    await create()
    await expect.poll(ready).toContain('"ready"')
    await server.close()
    rmSync(folder, { recursive: true })
  },
)

const disk = mountSmallDisk(160)
const why = disk === null ? ' (this account may not mount one)' : ''

describe.skipIf(disk === null)(`a disk that others fill at once${why}`, () => {
  afterAll(() => disk?.remove())

  test(
    'a database that stopped in the middle of a change is back with all that was committed when there is room',
    SLOW,
    async () => {
      let blind = true
      const ended: string[] = []
      const database = await openEmbedded(
        { folder: join(disk!.folder, 'database'), template: null }, // skipped without one
        ({ message }) => void ended.push(message),
        (of) => (blind ? GB : freeBytes(of)),
      )
      const heard: string[] = []
      await database.listen('news', (text) => void heard.push(text))
      const count = () => sql<{ n: number }>`select count(*) as n from kept`.execute(database.db)
      await sql`create table kept (n int)`.execute(database.db)
      await sql`insert into kept values (1)`.execute(database.db)
      disk?.fill()
      const log = sql`select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))`
      const failed = async (): Promise<unknown> => {
        for (;;) await log.execute(database.db)
      }
      await expect(failed()).rejects.toSatisfy(isDiskFull)
      blind = false
      await expect(count()).rejects.toSatisfy(isDiskFull)
      expect(ended).toHaveLength(1)
      disk?.empty()
      expect((await count()).rows).toEqual([{ n: 1 }])
      await sql`insert into kept values (2)`.execute(database.db)
      await sql`notify news, 'again'`.execute(database.db)
      await expect.poll(() => heard).toContain('again')
      await database.close()
    },
  )

  test('a start on a full disk says that the disk is full, and leaves the data as they are', SLOW, async () => {
    const open = () => openDatabase({ databaseUrl: null, dataFolder: disk!.folder }, () => {}) // as above
    disk?.fill()
    await expect(open()).rejects.toMatchObject({ code: 'ENOSPC' })
    disk?.empty()
    const database = await open()
    expect((await sql<{ n: number }>`select n from kept order by n`.execute(database.db)).rows).toEqual([
      { n: 1 },
      { n: 2 },
    ])
    await database.close()
  })
})
