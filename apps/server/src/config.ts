import type { Environment, EnvironmentValue } from '@ambit/contract'

/**
 * `real` follows the machine; `demo` is a local demo's own, begins in a running morning and changes its speed; `virtual`
 * stands still until it is moved (simulated days only): what needs a person is then judged only where it is `judged`, and
 * recurring journeys and the waiting list are dealt with only where there are such `journeys`.
 */
export type ClockMode =
  | { kind: 'real' | 'demo'; speed: number }
  | { kind: 'virtual'; start: Date; judged: boolean; journeys: boolean }

export type StripeConfig = {
  kind: 'stripe'
  secretKey: string
  /** null: no card can be added, saved ones are charged */
  publishableKey: string | null
  /** what its notices are signed with; null: they are refused, and the server asks instead */
  webhookSecret: string | null
  scriptUrl: string
  /** another address of its API than its own */
  url?: string
  /** milliseconds that one call may take */
  patienceMs?: number
}

/** Who keeps passengers' cards. Unset: the built-in test provider in the demo, none elsewhere. */
export type CardConfig = StripeConfig | { kind: 'test' } | { kind: 'off' } | { kind: 'unset' }

/** `body`: JSON or a form, with `{to}`, `{from}`, `{text}` and `{id}` where these go. `idPath`: where its answer holds its id. */
export type SmsConfig =
  | { kind: 'off' }
  | {
      kind: 'http'
      url: string
      method: 'POST' | 'PUT'
      headers: Readonly<Record<string, string>>
      body: string
      idPath: string | null
      from: string
      /** that its delivery reports are signed with; null: none are taken */
      hookSecret: string | null
    }
  | {
      kind: 'twilio'
      url: string
      accountSid: string
      authToken: string
      /** a number, or a messaging service, whose id begins with MG */
      from: string
    }

/** `parts`: of SMS on a day. `countries`: beginnings of numbers, as `+49`, that are written to beside the installation's own. */
export type SmsLimits = { parts: number; countries: readonly string[] }

/** Everything an installation may choose, read from the environment once, by main.ts. */
export type Config = {
  host: string
  port: number
  /** folder for the embedded database, street data sets, the signing secret */
  dataFolder: string
  /** a PostgreSQL server; null: the embedded database */
  databaseUrl: string | null
  /** no demo: the first page creates the first administrator */
  empty: boolean
  seed: number
  /** days before today that the demo town has lived through when it is made */
  demoDays: number
  clock: ClockMode
  /** null: as the page Settings says, else derived from the host name of `publicUrl`, or of `host` */
  environment: Environment | null
  brand: 'a' | 'b'
  /** scheme and host under which people reach the portal; links in mails start with it. Null: the request's own */
  publicUrl: string | null
  /** a mail server; null: the one of the page Settings, if it names one */
  smtpUrl: string | null
  cards: CardConfig
  /** null: sent in prod alone. `allowed`: the addresses and numbers of an allowlist, in lower case without blanks */
  messages: { mode: 'send' | 'capture' | 'allowlist' | null; allowed: readonly string[] }
  sms: SmsConfig
  /** hosts of push services besides the known ones */
  pushServices: readonly string[]
  smsLimits: SmsLimits
  /** null: as the page Settings says */
  mailFrom: string | null
  /** folder of the built portal; null: not served */
  portalFolder: string | null
  /** folder of the built driver's app; null: not served */
  driverFolder: string | null
  /** folder of the built passengers' app; null: not served */
  rideFolder: string | null
  /** answers are checked against the contract before they leave (tests and development) */
  checkAnswers: boolean
  /** whose X-Forwarded-For is believed: so many proxies in a row, or those of these networks */
  trustProxy: false | number | string[]
  /** requests that one account, or one address that is not signed in, may make in a minute */
  requestsPerMinute: number
  /** this process has one server: tell the process's own figures at /metrics */
  processMetrics: boolean
  /** look for better plans in the background, on a thread of its own */
  optimiser: boolean
  /** what /metrics asks for; null: it is answered to programs on this machine alone */
  metricsToken: string | null
  /** a port of its own for /metrics, without a token; null: none */
  metricsPort: number | null
  /** how long a process that was told to end still takes new connections */
  drainSeconds: number
  /** where daily backups are kept; null: none are made */
  backupFolder: string | null
  /** make one before the first migration of a new version */
  backupBeforeUpdate: boolean
  /** age keys that backups are encrypted for; none: they are not */
  backupRecipients: readonly string[]
  /** a file with the key that opens them, for drills */
  backupIdentity: string | null
  /** base64 of the 32 bytes that secrets in the database are encrypted with; null: a file of the data folder */
  secretKey: string | null
  /** where packs for working without the server go; none: none are written */
  continuityFolders: readonly string[]
  /** what packs are encrypted with; null: they are not */
  continuityPassphrase: string | null
  /** networks besides the public ones that providers of single sign-on may be in */
  providerNetworks: readonly string[]
  /** the same for the mail server that the page Settings names */
  mailNetworks: readonly string[]
  /** an OpenTelemetry collector (OTLP over HTTP), and of how many requests it is told besides those that failed, 0 to 1 */
  tracing: { endpoint: string; share: number; service: string } | null
  /** each variable with what it is set to, without secrets */
  environmentValues: readonly EnvironmentValue[]
  /** the log tells from this level on */
  logLevel: string
  version: string
}
