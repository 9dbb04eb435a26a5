import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, createClient } from '@ambit/contract'
import { sealJob } from '../audit/seal.ts'
import { SEAL_LOG } from '../audit/seal-log.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { mailSeals } from './mail-seals.ts'

const DAY = 24 * 3_600_000

let server: TestServer
let dataFolder: string
beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'ambit-seals-'))
  server = await startTestServer({ config: { dataFolder } })
})
afterAll(async () => {
  await server.close()
  rmSync(dataFolder, { recursive: true })
})

test('each day’s last seal is a line of a file, and is mailed once to each of those who are named in the settings', async () => {
  const { deps } = server
  const copies = async () =>
    (await deps.db.selectFrom('outbox_mails').select(['to', 'text']).orderBy('id').execute()).filter(({ text }) =>
      text?.includes('last seal'),
    )
  const pass = async () => {
    await runJob(deps, sealJob)
    await runJob(deps, mailSeals)
  }
  /** Signed in once more: days pass. */
  const alex = async () => {
    const token = await server.token('administrator')
    return createClient({ origin: server.url, token: () => token })
  }
  await (await alex()).call(api.mailSettings.update, { body: { signature: 'Coastlink' } })
  await pass()
  deps.clock.advance(DAY)
  // Nobody is named yet.
  await pass()
  expect(await copies()).toEqual([])
  const seal_copies = ['board@example.org', 'auditor@example.com']
  expect((await (await alex()).call(api.mailSettings.update, { body: { seal_copies } })).data).toMatchObject({
    seal_copies,
  })
  await pass()
  await pass()
  const [line, ...more] = readFileSync(join(dataFolder, SEAL_LOG), 'utf8').trimEnd().split('\n')
  expect(more).toEqual([])
  expect(await copies()).toEqual(seal_copies.map((to) => ({ to, text: expect.stringContaining(line!) })))
  deps.clock.advance(DAY)
  await pass()
  const lines = readFileSync(join(dataFolder, SEAL_LOG), 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  expect((await copies()).slice(2)).toEqual(seal_copies.map((to) => ({ to, text: expect.stringContaining(lines[1]!) })))
})
