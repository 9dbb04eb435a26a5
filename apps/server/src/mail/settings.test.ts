import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type MailSettingsInput } from '@ambit/contract'
import { jobsFor } from '../boot/job-list.ts'
import { registerJobs, runDueJobs } from '../jobs/runner.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { refusal, refusals } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let post: MailServer
let server: TestServer
beforeAll(async () => {
  post = await startMailServer()
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  await post.close()
})
beforeEach(async () => {
  await server.deps.db.deleteFrom('settings').where('key', 'in', ['mail', 'mail_password']).execute()
})

const alex = () => server.client('administrator')
const portOf = (url: string): number => Number(new URL(url).port)
const save = async (body: MailSettingsInput) => (await alex().call(api.mailSettings.update, { body })).data
const tried = async () => (await alex().call(api.mailSettings.test)).data
const refused = async (body: MailSettingsInput) =>
  (await refusal(alex().call(api.mailSettings.update, { body }))).errors.map(({ source, detail }) => [
    source?.pointer,
    detail,
  ])

/** A mail server of a test's own, on a port that is its answer. */
const startAnother = async (options: SMTPServerOptions): Promise<{ port: number; close: () => Promise<void> }> => {
  const another = new SMTPServer(options)
  // What a client that goes away leaves behind is no trouble of the test's.
  another.on('error', () => {})
  await new Promise<void>((done) => void another.listen(0, '127.0.0.1', done))
  const { port } = another.server.address() as AddressInfo // it listens on a port, not on a pipe
  return { port, close: () => new Promise((done) => another.close(done)) }
}

// @test-tag long
test('mail that waits leaves by the server, sender and signature that were saved, without a restart', async () => {
  const { deps } = server
  const jobs = jobsFor(deps.config)
  await registerJobs(deps, jobs)
  const outbox = async () => (await server.publicClient().call(api.settings.show)).data.mail_outbox
  expect(await outbox()).toBe(true)
  await deps.db
    .transaction()
    .execute((tx) =>
      deps.mailer.send(tx, { to: 'mina@example.org', subject: 'Your trip', text: 'Hello Mina', expires_at: null }),
    )
  await runDueJobs(deps, jobs)
  expect(post.received).toHaveLength(0)
  const sender = 'Coastlink <hello@coast.example>'
  const signature = 'Coastlink\n12 Harbour Road'
  await save({ host: '127.0.0.1', port: portOf(post.url), security: 'none', sender, signature })
  deps.clock.advance(5000)
  await runDueJobs(deps, jobs)
  expect(post.received).toHaveLength(1)
  expect(post.received[0]).toMatch(/From: Coastlink <hello@coast\.example>\r?\nTo: mina@example\.org/)
  expect(post.received[0]!.replaceAll('\r\n', '\n')).toContain('Hello Mina\n\n-- \nCoastlink\n12 Harbour Road')
  expect(await outbox()).toBe(false)
})

describe('a password of the mail server', () => {
  const server25: MailSettingsInput = { host: '127.0.0.1', security: 'none', user: 'robot' }

  test('is used, and is in no answer, no version, no event, no log and not readable in the database', async () => {
    const known: string[] = []
    const asking = await startAnother({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) => {
        known.push(password ?? '')
        done(null, { user: 'robot' })
      },
    })
    const secret = 'hunter2-mail'
    const saved = await save({ ...server25, port: asking.port, password: secret })
    expect(saved).toMatchObject({ user: 'robot', has_password: true })
    expect(await tried()).toMatchObject({ outcome: 'sent', to: 'administrator@example.org' })
    expect(known).toEqual([secret])
    const { data: shown } = await alex().call(api.mailSettings.show)
    const { data: everybody } = await server.publicClient().call(api.settings.show)
    const { data: versions } = await alex().call(api.recordVersions.list, {
      query: { record_kind: 'settings', record_id: 'mail', per_page: 50 },
    })
    expect(versions[0]?.changes).toMatchObject({ user: { after: 'robot' } })
    const { db } = server.deps
    const rows = await db.selectFrom('settings').selectAll().execute()
    const events = await db.selectFrom('audit_events').selectAll().execute()
    const live = await db.selectFrom('live_events').selectAll().execute()
    const all = JSON.stringify([saved, shown, everybody, versions, rows, events, live, server.logged])
    expect(all).toContain('robot')
    expect(all).not.toContain(secret)
    expect(all).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12))
    await asking.close()
  })

  test('goes to the server that it was entered for alone, and encrypted but to this machine', async () => {
    await save({ ...server25, port: 2525, password: 'hunter2' })
    const again = [
      '/password',
      'Please enter the password again: it is sent only to the server that it was entered for',
    ]
    for (const other of [{ host: 'mail.example.org', security: 'tls' }, { port: 2526 }, { user: 'other' }] as const)
      expect(await refused(other)).toEqual([again])
    expect(await refused({ host: 'mail.example.org', password: 'new' })).toEqual([
      ['/security', 'A password is sent encrypted alone. Please choose TLS or STARTTLS'],
    ])
    await save({ host: 'mail.example.org', security: 'tls', password: 'new' })
    await save({ host: null })
    const left = await server.deps.db.selectFrom('settings').select('key').where('key', '=', 'mail_password').execute()
    expect(left).toEqual([])
    expect(await refused({ host: '127.0.0.1', user: 'robot' })).toEqual([['/password', 'Please enter the password']])
  })
})

describe('Send a test', () => {
  // @test-tag long
  test(
    'says whether there is a server, it is found, listens, speaks, and takes the mail',
    { timeout: 60_000 },
    async () => {
      expect(await tried()).toMatchObject({ outcome: 'no_server' })
      await save({ host: 'nobody.invalid', port: 25, security: 'none' })
      expect(await tried()).toMatchObject({ outcome: 'no_such_host' })
      const silent = createServer(() => {})
      await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done))
      const { port } = silent.address() as AddressInfo // as above
      await save({ host: '127.0.0.1', port })
      expect(await tried()).toMatchObject({ outcome: 'timeout' })
      await new Promise((done) => silent.close(done))
      expect(await tried()).toMatchObject({ outcome: 'refused' })
      await save({ port: portOf(post.url) })
      post.refuse(true)
      expect(await tried()).toMatchObject({ outcome: 'rejected', said: expect.stringContaining('mailbox is full') })
      post.refuse(false)
      expect(await tried()).toEqual({ outcome: 'sent', to: 'administrator@example.org', said: null })
      expect(post.received.at(-1)).toContain('To: administrator@example.org')
      const events = await server.deps.db
        .selectFrom('audit_events')
        .select('changes')
        .where('action', '=', 'mailSettings.test')
        .orderBy('id', 'desc')
        .execute()
      expect(events[0]?.changes).toEqual({ mail_test: { after: 'sent' } })
    },
  )

  test('says that a certificate or a password is wrong, and that encryption is missing', async () => {
    const own = await startAnother({ secure: true })
    await save({ host: '127.0.0.1', port: own.port, security: 'tls' })
    expect(await tried()).toMatchObject({ outcome: 'certificate' })
    await own.close()
    await save({ port: portOf(post.url), security: 'starttls' })
    expect(await tried()).toMatchObject({ outcome: 'encryption' })
    const strict = await startAnother({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(new Error('no such user')),
    })
    await save({ port: strict.port, security: 'none', user: 'robot', password: 'wrong' })
    expect(await tried()).toMatchObject({ outcome: 'sign_in' })
    await strict.close()
  })

  test('and its settings are for administrators of all regions', async () => {
    const calls = [
      server.client('dispatcher').call(api.mailSettings.test),
      server.client('dispatcher').call(api.mailSettings.show),
      server.client({ permissions: ['Settings:settings:canRead'] }).call(api.mailSettings.test),
      server.client({ permissions: ['Settings:settings:canRead'] }).call(api.mailSettings.update, { body: {} }),
      server.client({ permissions: ['Settings:settings:canUpdate'], region_ids: [1] }).call(api.mailSettings.test),
    ]
    for (const { status } of await refusals(calls)) expect(status).toBe(403)
  })
})

describe('the mail server that the page names', () => {
  test('is in no network of the house, on no machine of a cloud and, in prod, not on this one', async () => {
    const strict = await startTestServer({ config: { environment: 'prod' } })
    const sam = strict.client('superadmin')
    const change = (host: string) => refusal(sam.call(api.mailSettings.update, { body: { host } }))
    for (const host of ['10.1.2.3', '169.254.169.254', '127.0.0.1', 'localhost', '::ffff:10.1.2.3', '::1'])
      expect((await change(host)).errors[0]).toMatchObject({
        source: { pointer: '/host' },
        detail: expect.stringContaining('See AMBIT_MAIL_NETWORKS'),
      })
    // A name is looked at once it is called.
    await strict.deps.db
      .insertInto('settings')
      .values({ key: 'mail', value: JSON.stringify({ host: 'localhost', port: 25, security: 'none' }) })
      .execute()
    expect((await sam.call(api.mailSettings.test)).data.outcome).toBe('not_allowed')
    await strict.close()
  })

  test('may be in a network that AMBIT_MAIL_NETWORKS names', async () => {
    const open = await startTestServer({ config: { environment: 'prod', mailNetworks: ['10.0.0.0/8'] } })
    const { data } = await open.client('superadmin').call(api.mailSettings.update, { body: { host: '10.1.2.3' } })
    expect(data.host).toBe('10.1.2.3')
    await open.close()
  })
})

// covers: OPS-41
test('what the environment says of mail wins over the settings, which say so and change nothing about it', async () => {
  const fixed = await startTestServer({
    config: { smtpUrl: post.url.replace('//', '//robot:hunter2@'), mailFrom: 'House <mail@house.example>' },
  })
  await fixed.deps.db
    .insertInto('settings')
    .values({ key: 'mail', value: JSON.stringify({ host: 'elsewhere.invalid', sender: 'Other <a@b.example>' }) })
    .execute()
  const sam = fixed.client('superadmin')
  const { data } = await sam.call(api.mailSettings.show)
  expect(data).toMatchObject({
    host: '127.0.0.1',
    port: portOf(post.url),
    user: null,
    sender: 'House <mail@house.example>',
    fixed: { server: true, sender: true },
  })
  const body = { host: 'mine.example', port: 1, sender: 'me@mine.example', signature: 'Sam' }
  const error = await refusal(sam.call(api.mailSettings.update, { body }))
  expect(error.errors.map(({ source, detail }) => [source?.pointer, detail])).toEqual([
    ['/host', 'Set by SMTP_URL in the environment.'],
    ['/port', 'Set by SMTP_URL in the environment.'],
    ['/sender', 'Set by AMBIT_MAIL_FROM in the environment.'],
  ])
  await fixed.close()
})

test('an earlier version of the settings of mail comes back, but for the password', async () => {
  await save({ signature: 'First' })
  await save({ signature: 'Second' })
  const record = { record_kind: 'settings', record_id: 'mail' } as const
  const { data } = await alex().call(api.recordVersions.list, { query: { ...record, per_page: 50 } })
  const version = { ...record, event: data.at(1)!.id }
  const { data: preview } = await alex().call(api.recordVersions.previewRestore, { body: version })
  expect(preview.fields).toEqual([{ field: 'signature', now: 'Second', restored: 'First' }])
  await alex().call(api.recordVersions.restore, {
    body: { ...version, fields: ['signature'], seen: preview.seen },
    reason: 'The old one was better',
  })
  expect((await alex().call(api.mailSettings.show)).data.signature).toBe('First')
})
