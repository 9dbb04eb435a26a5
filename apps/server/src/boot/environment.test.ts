import { describe, expect, test } from 'vitest'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configFrom } from './environment.ts'
import { variables } from './variables.ts'

const stripe = {
  kind: 'stripe',
  publishableKey: null,
  webhookSecret: null,
  scriptUrl: 'https://js.stripe.com/v3/',
}

describe('the proxies whose addresses are believed', () => {
  test.each([
    [undefined, false],
    ['off', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['loopback', ['loopback']],
    ['loopback, 10.0.0.0/8,fd00::/8,192.0.2.7', ['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.7']],
  ])('are named by AMBIT_TRUST_PROXY: %j', (AMBIT_TRUST_PROXY, expected) => {
    expect(configFrom({ AMBIT_TRUST_PROXY }).trustProxy).toEqual(expected)
  })

  test.each(['true', 'on', 'yes', 'nginx', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '12'])(
    'are not %j, which would not say whom to believe',
    (AMBIT_TRUST_PROXY) => {
      expect(() => configFrom({ AMBIT_TRUST_PROXY })).toThrow(
        `AMBIT_TRUST_PROXY must say which proxies are trusted: how many stand in front (1), or their networks (loopback,10.0.0.0/8), not "${AMBIT_TRUST_PROXY}".`,
      )
    },
  )
})

describe('the card provider follows from the environment', () => {
  test.each([
    [{}, { kind: 'unset' }],
    [{ AMBIT_CARDS: 'test' }, { kind: 'test' }],
    [{ AMBIT_CARDS: 'off', STRIPE_SECRET_KEY: 'sk_live_1' }, { kind: 'off' }],
    [
      { STRIPE_SECRET_KEY: 'sk_live_1', AMBIT_ENVIRONMENT: 'prod' },
      { ...stripe, secretKey: 'sk_live_1' },
    ],
    [{ STRIPE_SECRET_KEY: 'rk_test_1' }, { ...stripe, secretKey: 'rk_test_1' }],
    [
      {
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_2',
        STRIPE_WEBHOOK_SECRET: 'whsec_3',
        STRIPE_API_URL: 'http://127.0.0.1:4010',
        STRIPE_SCRIPT_URL: 'http://127.0.0.1:4010/element.js',
      },
      {
        kind: 'stripe',
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_2',
        webhookSecret: 'whsec_3',
        url: 'http://127.0.0.1:4010',
        scriptUrl: 'http://127.0.0.1:4010/element.js',
      },
    ],
  ])('reads %o as the card provider %o', (env, cards) => {
    expect(configFrom(env).cards).toEqual(cards)
  })

  test.each([
    [{ AMBIT_CARDS: 'yes' }, 'AMBIT_CARDS must be one of test, off, not "yes".'],
    [{ STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY must be a secret key, which begins with sk_ or rk_.'],
    [
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be test keys or both be live keys.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'secret' },
      'STRIPE_WEBHOOK_SECRET must be a signing secret, which begins with whsec_.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_URL: 'stripe' },
      'STRIPE_API_URL must be an address such as https://stripe.example.org, not "stripe".',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', AMBIT_CARDS: 'test' },
      'AMBIT_CARDS=test and STRIPE_SECRET_KEY cannot be used together.',
    ],
    [
      { AMBIT_CARDS: 'test', AMBIT_ENVIRONMENT: 'prod' },
      'The environment prod accepts no test cards: leave AMBIT_CARDS out.',
    ],
  ])('refuses %o and says why', (env, sentence) => {
    expect(() => configFrom(env)).toThrow(sentence)
  })
})

describe('a secret', () => {
  test('may lie in a file, and in one place only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-secret-'))
    const file = join(folder, 'url')
    writeFileSync(file, 'postgresql://ambit:secret@database/ambit\n')
    expect(configFrom({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgresql://ambit:secret@database/ambit')
    expect(() => configFrom({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgresql://other' })).toThrow(
      'DATABASE_URL and DATABASE_URL_FILE cannot be used together.',
    )
    rmSync(folder, { recursive: true })
    expect(() => configFrom({ DATABASE_URL_FILE: file })).toThrow(
      `DATABASE_URL_FILE names ${file}, which cannot be read.`,
    )
  })
})

describe('backups', () => {
  test.each([
    [{}, { backupFolder: '/data/backups', backupRecipients: [], backupBeforeUpdate: true }],
    [
      { AMBIT_BACKUP_FOLDER: 'off', AMBIT_NO_BACKUP: '1' },
      { backupFolder: null, backupBeforeUpdate: false },
    ],
    [
      { AMBIT_BACKUP_FOLDER: '/mnt/b', AMBIT_BACKUP_RECIPIENTS: 'age1abc, age1def' },
      { backupFolder: '/mnt/b', backupRecipients: ['age1abc', 'age1def'] },
    ],
  ])('follow from %j', (env, expected) => {
    expect(configFrom({ AMBIT_DATA: '/data', ...env })).toMatchObject(expected)
  })

  test('are encrypted for keys of age alone', () => {
    expect(() => configFrom({ AMBIT_BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1' })).toThrow(
      'AMBIT_BACKUP_RECIPIENTS must be keys of age, which begin with age1, not "AGE-SECRET-KEY-1".',
    )
  })
})

describe('traces', () => {
  // covers: OPS-87, OPS-88
  test('go nowhere unless a collector is named, and then a tenth of them', () => {
    expect(configFrom({}).tracing).toBeNull()
    const endpoint = 'http://127.0.0.1:4318'
    expect(configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing).toEqual({
      endpoint,
      share: 0.1,
      service: 'ambit',
    })
    const more = { OTEL_TRACES_SAMPLER_ARG: '0.5', OTEL_SERVICE_NAME: 'coast' }
    expect(configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more }).tracing).toMatchObject({
      share: 0.5,
      service: 'coast',
    })
  })

  test('need an address and a share that can be meant', () => {
    expect(() => configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318, not "collector".',
    )
    const endpoint = 'http://127.0.0.1:4318'
    expect(() => configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '10' })).toThrow(
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "10".',
    )
  })
})

test('each variable is documented, and each that is documented is read by the server or the launcher', () => {
  const root = join(import.meta.dirname, '../../../..')
  const pages = readdirSync(join(root, 'docs/operating')).map((page) => `docs/operating/${page}`)
  const rows = ['README.md', ...pages]
    .flatMap((page) => readFileSync(join(root, page), 'utf8').split('\n'))
    .filter((line) => line.startsWith('|'))
  const told = rows.flatMap((row) => [
    ...row.matchAll(/`((?:AMBIT|SMS|SMTP|TWILIO|STRIPE|OTEL|DATABASE)_[A-Z0-9_]+)`/g),
  ])
  const names = new Set(told.map(([, name = '']) => name))
  const launchers = ['AMBIT_NO_SIMULATION']
  expect([...names].toSorted()).toEqual([...Object.keys(variables), ...launchers].toSorted())
})

test('the demo town has lived through 60 days when it is made, or as many as AMBIT_DEMO_DAYS says', () => {
  expect(configFrom({}).demoDays).toBe(60)
  expect(configFrom({ AMBIT_DEMO_DAYS: '28' }).demoDays).toBe(28)
  expect(() => configFrom({ AMBIT_DEMO_DAYS: '0' })).toThrow('AMBIT_DEMO_DAYS must be a number from 1 to 365, not "0".')
})
