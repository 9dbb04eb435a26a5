import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { demoSpeeds, environments } from '@ambit/contract'
import type { CardConfig, ClockMode, Config } from '../config.ts'
import { productVersion } from '../version.ts'
import { messagesFrom, pushServicesFrom, smsFrom, smsLimitsFrom } from './message-settings.ts'
import { addressFrom, oneOf, WrongSetting } from './read-settings.ts'
import { type Environment, environmentValues, given as text, secrets, type Variable } from './variables.ts'

const root = resolve(import.meta.dirname, '../../../..')

const port = z.coerce.number().int().min(0).max(65535)
const speed = z.coerce.number().gt(0).max(1000)
const drain = z.coerce.number().min(0).max(20)
const demoDays = z.coerce.number().int().min(1).max(365)
const whole = z.coerce.number().int()
const REQUESTS_PER_MINUTE = 3000

const withSecrets = (env: Environment): Environment => {
  const read = (key: Variable): [string, string][] => {
    const file = text(env, `${key}_FILE`)
    if (file === null) return []
    if (text(env, key) !== null) throw new WrongSetting(`${key} and ${key}_FILE cannot be used together.`)
    try {
      return [[key, readFileSync(file, 'utf8').trim()]]
    } catch {
      throw new WrongSetting(`${key}_FILE names ${file}, which cannot be read.`)
    }
  }
  return { ...env, ...Object.fromEntries(secrets.flatMap(read)) }
}

/** The configuration from the environment variables that the README lists. Throws WrongSetting. */
export const configFrom = (given: Environment): Config & { streetsExtract: string | null } => {
  const env = withSecrets(given)
  const clock = clockFrom(env)
  const dataFolder = resolve(text(env, 'AMBIT_DATA') ?? join(root, 'data/demo'))
  return {
    host: text(env, 'AMBIT_HOST') ?? '127.0.0.1',
    port: number(env, 'AMBIT_PORT', port, 'a number from 0 to 65535') ?? 8080,
    dataFolder,
    databaseUrl: text(env, 'DATABASE_URL'),
    empty: flag(env, 'AMBIT_EMPTY'),
    seed: number(env, 'AMBIT_SEED', whole, 'a whole number') ?? 7,
    demoDays: number(env, 'AMBIT_DEMO_DAYS', demoDays, 'a number from 1 to 365') ?? 60,
    clock,
    environment: oneOf(env, 'AMBIT_ENVIRONMENT', environments),
    brand: oneOf(env, 'AMBIT_BRAND', ['a', 'b'] as const) ?? 'a',
    publicUrl: urlFrom(env),
    smtpUrl: text(env, 'SMTP_URL'),
    cards: cardsFrom(env),
    messages: messagesFrom(env),
    sms: smsFrom(env),
    pushServices: pushServicesFrom(env),
    smsLimits: smsLimitsFrom(env),
    mailFrom: text(env, 'AMBIT_MAIL_FROM'),
    portalFolder: built('portal'),
    driverFolder: built('driver'),
    rideFolder: built('rider'),
    checkAnswers: flag(env, 'AMBIT_CHECK_ANSWERS'),
    trustProxy: proxiesFrom(env),
    requestsPerMinute: allowance(clock),
    processMetrics: true,
    // Simulated days compare insertion with the optimiser, so there it has to be requested.
    optimiser:
      (oneOf(env, 'AMBIT_OPTIMISER', ['on', 'off'] as const) ?? (clock.kind === 'virtual' ? 'off' : 'on')) === 'on',
    metricsToken: text(env, 'AMBIT_METRICS_TOKEN'),
    metricsPort: number(env, 'AMBIT_METRICS_PORT', port, 'a number from 0 to 65535'),
    drainSeconds: number(env, 'AMBIT_DRAIN_SECONDS', drain, 'a number from 0 to 20') ?? 5,
    ...backupsFrom(env, dataFolder),
    ...continuityFrom(env, dataFolder),
    backupBeforeUpdate: !flag(env, 'AMBIT_NO_BACKUP'),
    secretKey: secretKeyFrom(env),
    providerNetworks: networksFrom(env, 'AMBIT_SSO_NETWORKS', 'providers of single sign-on are in'),
    mailNetworks: networksFrom(env, 'AMBIT_MAIL_NETWORKS', 'mail servers are in'),
    tracing: tracingFrom(env),
    environmentValues: environmentValues(given),
    logLevel: text(env, 'AMBIT_LOG') ?? 'info',
    version: productVersion(),
    streetsExtract: text(env, 'AMBIT_STREETS'),
  }
}

/** The folder of an app's pages; null: it was not built. */
const built = (app: 'portal' | 'driver' | 'rider'): string | null => {
  const folder = join(root, `apps/${app}/dist`)
  return existsSync(join(folder, 'index.html')) ? folder : null
}

/** A faster demo may send more requests a minute; a simulated day has no limit. */
const allowance = (clock: ClockMode): number => {
  switch (clock.kind) {
    case 'virtual':
      return Number.MAX_SAFE_INTEGER
    case 'demo':
      return REQUESTS_PER_MINUTE * Math.max(...demoSpeeds, clock.speed)
    case 'real':
      return REQUESTS_PER_MINUTE * Math.max(1, clock.speed)
  }
}

const flag = (env: Environment, key: Variable): boolean => {
  const value = text(env, key)?.toLowerCase()
  return value !== undefined && !['0', 'false', 'no', 'off'].includes(value)
}

const number = (env: Environment, key: Variable, schema: z.ZodType<number>, words: string): number | null => {
  const value = text(env, key)
  if (value === null) return null
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new WrongSetting(`${key} must be ${words}, not "${value}".`)
  return parsed.data
}

const share = z.coerce.number().min(0).max(1)

/** The variables have the names that OpenTelemetry gives them. */
const tracingFrom = (env: Environment): Config['tracing'] => {
  const endpoint = text(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === null) return null
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new WrongSetting(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318, not "${endpoint}".`,
    )
  return {
    endpoint,
    share: number(env, 'OTEL_TRACES_SAMPLER_ARG', share, 'a number from 0 to 1') ?? 0.1,
    service: text(env, 'OTEL_SERVICE_NAME') ?? 'ambit',
  }
}

const secretKeyFrom = (env: Environment): string | null => {
  const value = text(env, 'AMBIT_SECRET_KEY')
  // The value is not repeated: it may be a key with a slip in it.
  if (value !== null && Buffer.from(value, 'base64').length !== 32)
    throw new WrongSetting('AMBIT_SECRET_KEY must be 32 bytes in base64, as "openssl rand -base64 32" makes them.')
  return value
}

const backupsFrom = (
  env: Environment,
  dataFolder: string,
): Pick<Config, 'backupFolder' | 'backupRecipients' | 'backupIdentity'> => {
  const folder = text(env, 'AMBIT_BACKUP_FOLDER') ?? join(dataFolder, 'backups')
  const recipients = (text(env, 'AMBIT_BACKUP_RECIPIENTS') ?? '').split(/[\s,]+/).filter((key) => key !== '')
  const wrong = recipients.find((key) => !/^age1[a-z0-9]+$/.test(key))
  if (wrong !== undefined)
    throw new WrongSetting(`AMBIT_BACKUP_RECIPIENTS must be keys of age, which begin with age1, not "${wrong}".`)
  return {
    backupFolder: folder === 'off' ? null : resolve(folder),
    backupRecipients: recipients,
    backupIdentity: text(env, 'AMBIT_BACKUP_IDENTITY'),
  }
}

/** Whoever has the file can try passphrases for as long as they like. */
const SHORTEST_PASSPHRASE = 15

const continuityFrom = (
  env: Environment,
  dataFolder: string,
): Pick<Config, 'continuityFolders' | 'continuityPassphrase'> => {
  const first = text(env, 'AMBIT_CONTINUITY_FOLDER') ?? join(dataFolder, 'continuity')
  const second = text(env, 'AMBIT_CONTINUITY_FOLDER_2')
  const passphrase = text(env, 'AMBIT_CONTINUITY_PASSPHRASE')
  if (passphrase !== null && passphrase.length < SHORTEST_PASSPHRASE)
    throw new WrongSetting(`AMBIT_CONTINUITY_PASSPHRASE must have at least ${SHORTEST_PASSPHRASE} characters.`)
  const folders = [first, ...(second === null ? [] : [second])].map((folder) => resolve(folder))
  if (folders[0] === folders[1])
    throw new WrongSetting('AMBIT_CONTINUITY_FOLDER and AMBIT_CONTINUITY_FOLDER_2 must be two folders.')
  return { continuityFolders: first === 'off' ? [] : folders, continuityPassphrase: passphrase }
}

const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal']

const isNetwork = (text: string): boolean => {
  const [address = '', bits, more] = text.split('/')
  const longest = isIP(address) === 6 ? 128 : 32
  const known = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest)
  return NETWORK_NAMES.includes(text) || (isIP(address) !== 0 && known && more === undefined)
}

/** Trusting whatever sends the header would let every caller choose an address. */
const proxiesFrom = (env: Environment): Config['trustProxy'] => {
  const value = text(env, 'AMBIT_TRUST_PROXY')
  if (value === null || ['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false
  if (/^[1-9]$/.test(value)) return Number(value)
  const networks = value.split(',').map((part) => part.trim())
  if (networks.every(isNetwork)) return networks
  throw new WrongSetting(
    `AMBIT_TRUST_PROXY must say which proxies are trusted: how many stand in front (1), or their networks (loopback,10.0.0.0/8), not "${value}".`,
  )
}

const networksFrom = (env: Environment, key: Variable, words: string): string[] => {
  const value = text(env, key)
  if (value === null) return []
  const networks = value.split(',').map((part) => part.trim())
  if (networks.every((network) => isNetwork(network) && network.includes('/'))) return networks
  throw new WrongSetting(`${key} must list the networks that ${words} (10.0.0.0/8), not "${value}".`)
}

const urlFrom = (env: Environment): string | null => {
  const value = text(env, 'AMBIT_PUBLIC_URL')
  if (value === null) return null
  if (!/^https?:\/\/[^/\s]+\/?$/.test(value)) {
    throw new WrongSetting(`AMBIT_PUBLIC_URL must be an address such as https://ops.example.org, not "${value}".`)
  }
  return value
}

const cardsFrom = (env: Environment): CardConfig => {
  const chosen = oneOf(env, 'AMBIT_CARDS', ['test', 'off'] as const)
  const secretKey = text(env, 'STRIPE_SECRET_KEY')
  if (chosen === 'off') return { kind: 'off' }
  if (secretKey !== null) {
    if (chosen === 'test') throw new WrongSetting('AMBIT_CARDS=test and STRIPE_SECRET_KEY cannot be used together.')
    return stripeFrom(env, secretKey)
  }
  const environment = oneOf(env, 'AMBIT_ENVIRONMENT', environments)
  if (chosen === 'test' && (environment === 'prod' || environment === 'staging'))
    throw new WrongSetting(`The environment ${environment} accepts no test cards: leave AMBIT_CARDS out.`)
  return { kind: chosen ?? 'unset' }
}

const STRIPE_SCRIPT = 'https://js.stripe.com/v3/'

const stripeFrom = (env: Environment, secretKey: string): CardConfig => {
  if (!/^(?:sk|rk)_(?:test|live)_\w+$/.test(secretKey))
    throw new WrongSetting('STRIPE_SECRET_KEY must be a secret key, which begins with sk_ or rk_.')
  const publishableKey = text(env, 'STRIPE_PUBLISHABLE_KEY')
  if (publishableKey !== null && !/^pk_(?:test|live)_\w+$/.test(publishableKey))
    throw new WrongSetting('STRIPE_PUBLISHABLE_KEY must be a publishable key, which begins with pk_.')
  if (publishableKey !== null && publishableKey.slice(3, 7) !== secretKey.slice(3, 7))
    throw new WrongSetting('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be test keys or both be live keys.')
  const webhookSecret = text(env, 'STRIPE_WEBHOOK_SECRET')
  if (webhookSecret !== null && !/^whsec_\S+$/.test(webhookSecret))
    throw new WrongSetting('STRIPE_WEBHOOK_SECRET must be a signing secret, which begins with whsec_.')
  const url = addressFrom(env, 'STRIPE_API_URL', 'https://stripe.example.org')
  const scriptUrl = addressFrom(env, 'STRIPE_SCRIPT_URL', STRIPE_SCRIPT) ?? STRIPE_SCRIPT
  return { kind: 'stripe', secretKey, publishableKey, webhookSecret, scriptUrl, ...(url === null ? {} : { url }) }
}

const clockFrom = (env: Environment): ClockMode => {
  const value = text(env, 'AMBIT_CLOCK')
  if (value === null || value === 'real' || value === 'demo') {
    return { kind: value ?? 'real', speed: number(env, 'AMBIT_SPEED', speed, 'a number from 0.1 to 1000') ?? 1 }
  }
  const [, judged, journeys, start] = /^virtual(\+exceptions)?(\+journeys)?:(.+)$/.exec(value) ?? []
  if (start === undefined || Number.isNaN(Date.parse(start))) {
    throw new WrongSetting(`AMBIT_CLOCK must be "real", "demo" or "virtual:2026-11-23T04:00:00+10:00", not "${value}".`)
  }
  return { kind: 'virtual', start: new Date(start), judged: judged !== undefined, journeys: journeys !== undefined }
}
