import type { EnvironmentValue } from '@ambit/contract'

/**
 * Everything the server reads of its environment: reading goes by this table, and the page Settings shows it. A secret is
 * never shown, and may lie in a file that the variable with `_FILE` names, as containers are rather given them.
 */
export const variables = {
  AMBIT_BACKUP_FOLDER: 'shown',
  AMBIT_BACKUP_IDENTITY: 'shown',
  AMBIT_BACKUP_RECIPIENTS: 'shown',
  AMBIT_BRAND: 'shown',
  AMBIT_CARDS: 'shown',
  AMBIT_CHECK_ANSWERS: 'shown',
  AMBIT_CLOCK: 'shown',
  AMBIT_CONTINUITY_FOLDER: 'shown',
  AMBIT_CONTINUITY_FOLDER_2: 'shown',
  AMBIT_CONTINUITY_PASSPHRASE: 'secret',
  AMBIT_DATA: 'shown',
  AMBIT_DEMO_DAYS: 'shown',
  AMBIT_DRAIN_SECONDS: 'shown',
  AMBIT_EMPTY: 'shown',
  AMBIT_ENVIRONMENT: 'shown',
  AMBIT_HOST: 'shown',
  AMBIT_LOG: 'shown',
  AMBIT_MAIL_FROM: 'shown',
  AMBIT_MAIL_NETWORKS: 'shown',
  AMBIT_MESSAGES: 'shown',
  AMBIT_MESSAGES_ALLOWED: 'shown',
  AMBIT_METRICS_PORT: 'shown',
  AMBIT_METRICS_TOKEN: 'secret',
  AMBIT_NO_BACKUP: 'shown',
  AMBIT_OPTIMISER: 'shown',
  AMBIT_PORT: 'shown',
  AMBIT_PUBLIC_URL: 'shown',
  AMBIT_PUSH_SERVICES: 'shown',
  AMBIT_SECRET_KEY: 'secret',
  AMBIT_SEED: 'shown',
  AMBIT_SPEED: 'shown',
  AMBIT_SSO_NETWORKS: 'shown',
  AMBIT_STREETS: 'shown',
  AMBIT_TRUST_PROXY: 'shown',
  DATABASE_URL: 'secret',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'shown',
  OTEL_SERVICE_NAME: 'shown',
  OTEL_TRACES_SAMPLER_ARG: 'shown',
  SMS_COUNTRIES: 'shown',
  SMS_DAILY_LIMIT: 'shown',
  SMS_FROM: 'shown',
  SMS_HOOK_SECRET: 'secret',
  SMS_HTTP_BODY: 'shown',
  SMS_HTTP_HEADERS: 'secret',
  SMS_HTTP_ID: 'shown',
  SMS_HTTP_METHOD: 'shown',
  SMS_HTTP_URL: 'secret',
  SMS_PROVIDER: 'shown',
  SMTP_URL: 'secret',
  STRIPE_API_URL: 'shown',
  STRIPE_PUBLISHABLE_KEY: 'shown',
  STRIPE_SCRIPT_URL: 'shown',
  STRIPE_SECRET_KEY: 'secret',
  STRIPE_WEBHOOK_SECRET: 'secret',
  TWILIO_ACCOUNT_SID: 'shown',
  TWILIO_API_URL: 'shown',
  TWILIO_AUTH_TOKEN: 'secret',
} as const satisfies Record<string, 'shown' | 'secret'>

export type Variable = keyof typeof variables

export type Environment = Readonly<Record<string, string | undefined>>

// Object.keys does not know that there are no others.
const names = Object.keys(variables) as Variable[]

export const secrets = names.filter((name) => variables[name] === 'secret')

export const given = (env: Environment, key: Variable | `${Variable}_FILE`): string | null => {
  const value = env[key]?.trim()
  return value === undefined || value === '' ? null : value
}

/** An address may hold a user's name, a password or a key in its query. */
const holdsSecret = (value: string): boolean => {
  const url = /:\/\//.test(value) ? URL.parse(value) : null
  return url !== null && `${url.username}${url.password}${url.search}${url.hash}` !== ''
}

/** What the environment sets, as the page Settings shows it: of a secret only that it is set. */
export const environmentValues = (env: Environment): EnvironmentValue[] =>
  names.map((name) => {
    const value = given(env, name)
    if (variables[name] === 'secret') {
      const inFile = given(env, `${name}_FILE`) !== null
      const source = inFile ? 'file' : value === null ? 'default' : 'environment'
      return { name, value: null, secret: true, source }
    }
    if (value === null) return { name, value, secret: false, source: 'default' }
    const secret = holdsSecret(value)
    return { name, value: secret ? null : value, secret, source: 'environment' }
  })
