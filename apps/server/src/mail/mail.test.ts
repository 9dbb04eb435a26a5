import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { jobsFor } from '../boot/job-list.ts'
import { startJobs } from '../boot/run-jobs.ts'
import { registerJobs, runDueJobs } from '../jobs/runner.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { deliverMail } from './deliver.ts'

let post: MailServer
let received: string[]
let server: TestServer
beforeAll(async () => {
  post = await startMailServer()
  ;({ received } = post)
  post.refuse(true)
  server = await startTestServer({ config: { smtpUrl: post.url, mailFrom: 'Sunline <hello@sunline.example>' } })
})
afterAll(async () => {
  await server.close()
  await post.close()
})

test('mail stays in the outbox until the mail server accepts it, and is sent once', async () => {
  const { deps } = server
  const jobs = jobsFor(deps.config)
  await registerJobs(deps, jobs)
  await deps.db
    .transaction()
    .execute((tx) =>
      deps.mailer.send(tx, { to: 'mina@example.org', subject: 'Grüße', text: 'Hello Mina', expires_at: null }),
    )
  await runDueJobs(deps, jobs)
  const waiting = await server.client('superadmin').call(api.outbox.list)
  expect(waiting.data).toEqual([expect.objectContaining({ to: 'mina@example.org', sent_at: null })])
  post.refuse(false)
  deps.clock.advance(30_000)
  await runDueJobs(deps, jobs)
  expect(received).toHaveLength(0) // the pause after a failure is a minute
  deps.clock.advance(31_000)
  await runDueJobs(deps, jobs)
  deps.clock.advance(3600_000)
  await runDueJobs(deps, jobs)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/From: Sunline <hello@sunline\.example>\r?\nTo: mina@example\.org/)
  expect(received[0]).toContain('Hello Mina')
  const { data } = await server.client('superadmin').call(api.outbox.list)
  expect(data[0]?.sent_at).not.toBeNull()
  expect((await refusal(server.client('dispatcher').call(api.outbox.list))).status).toBe(403)
})

test('the text of a mail with a link is deleted once sent, and not sent after the link expires', async () => {
  const { deps } = server
  const jobs = jobsFor(deps.config)
  const send = (subject: string, expires_at: Date) =>
    deps.db
      .transaction()
      .execute((tx) => deps.mailer.send(tx, { to: 'mina@example.org', subject, text: `${subject} /link`, expires_at }))
  const now = deps.clock.wall().getTime()
  await send('Soon', new Date(now + 3600_000))
  await send('Over', new Date(now))
  deps.clock.advance(5_000)
  await runDueJobs(deps, jobs)
  expect(received.filter((text) => text.includes('/link'))).toEqual([expect.stringContaining('Soon /link')])
  const rows = await deps.db
    .selectFrom('outbox_mails')
    .select(['subject', 'text', 'sent_at'])
    .where('subject', 'in', ['Soon', 'Over'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { subject: 'Soon', text: null, sent_at: deps.clock.wall() },
    { subject: 'Over', text: 'Over /link', sent_at: null },
  ])
})

test('a mail that is withdrawn while others are sent is not sent after them', async () => {
  const { db, mailer } = server.deps
  const before = received.length
  await db.transaction().execute(async (tx) => {
    for (const subject of ['Goes out', 'Withdrawn', 'Goes out too'])
      await mailer.send(tx, { to: 'mina@example.org', subject, text: 'x', expires_at: null })
  })
  await sql`create function withdraw() returns trigger language plpgsql as $$ begin
    delete from outbox_mails where subject = 'Withdrawn'; return null; end $$`.execute(db)
  await sql`create trigger withdraw after update on outbox_mails for each row when (new.sent_at is not null)
    execute function withdraw()`.execute(db)
  try {
    await runJob(server.deps, deliverMail)
    const subjects = received.slice(before).map((text) => /Subject: (.*)/.exec(text)?.[1]?.trim())
    expect(subjects).toEqual(['Goes out', 'Goes out too'])
  } finally {
    await sql`drop trigger withdraw on outbox_mails; drop function withdraw()`.execute(db)
  }
})

test('a mail server that accepts and never speaks holds up no other job, and its mail is tried again', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo // it listens on a port, not on a pipe
  const patient = await startTestServer({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } })
  const { db, mailer, clock } = patient.deps
  await db
    .transaction()
    .execute((tx) => mailer.send(tx, { to: 'mina@example.org', subject: 'Hi', text: 'Hi', expires_at: null }))
  let beats = 0
  const beat = { name: 'beat', every: 1000, run: async () => void (beats += 1) }
  const stop = await startJobs(patient.deps, [...jobsFor(patient.deps.config), beat])
  try {
    await expect.poll(() => sockets.length, { timeout: 20_000 }).toBe(1)
    const before = beats
    const beatsLater = (): number => {
      clock.advance(1000)
      return beats - before
    }
    await expect.poll(beatsLater, { timeout: 20_000 }).toBeGreaterThan(1)
    expect(patient.deps.jobs.runs.has('mail.deliver')).toBe(true)
    const mail = db.selectFrom('outbox_mails').select(['attempts', 'sent_at', 'next_attempt_at', 'last_error'])
    await expect
      .poll(() => mail.executeTakeFirstOrThrow(), { timeout: 20_000 })
      .toMatchObject({ attempts: 1, sent_at: null, last_error: expect.stringContaining('Greeting never received') })
    expect((await mail.executeTakeFirstOrThrow()).next_attempt_at).not.toBeNull()
    expect(patient.deps.jobs.runs.has('mail.deliver')).toBe(false)
  } finally {
    await stop()
    for (const socket of sockets) socket.destroy()
    await patient.close()
    await new Promise((done) => silent.close(done))
  }
})

test('mail of a transaction that fails is never sent', async () => {
  const { db, mailer } = server.deps
  const failing = db.transaction().execute(async (tx) => {
    await mailer.send(tx, { to: 'nobody@example.org', subject: 'Never', text: '', expires_at: null })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const rows = await db.selectFrom('outbox_mails').select('id').where('subject', '=', 'Never').execute()
  expect(rows).toEqual([])
})
