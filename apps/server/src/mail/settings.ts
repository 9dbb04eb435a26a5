import { isIP } from 'node:net'
import type { Transaction } from 'kysely'
import { type MailSettings, type MailSettingsInput } from '@ambit/contract'
import { encryptSecret } from '../access/secrets.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { type FieldError, invalid } from '../http/errors.ts'
import { isOwnMachine } from '../http/reach.ts'
import { recordChanged } from '../live/record-changed.ts'
import { merge, setInEnvironment, SETTINGS_ID } from '../settings/change.ts'
import { DEFAULT_SENDER, readStoredMail, storedMail, type StoredMail } from '../settings/mail-server.ts'
import { HostRefused, MAIL_PASSWORD, passwordFor, refuseHost } from './server.ts'

type Needed = Pick<Deps, 'db' | 'config'>

export const shownMail = async ({ db, config }: Needed): Promise<MailSettings> => {
  const { host, port, security, user, sender, signature, seal_copies } = await storedMail(db)
  const fixed = { server: config.smtpUrl !== null, sender: config.mailFrom !== null }
  const sms_gateway = config.sms.kind !== 'off'
  const rest = { sender: config.mailFrom ?? sender ?? DEFAULT_SENDER, signature, seal_copies, fixed, sms_gateway }
  if (config.smtpUrl === null)
    return { host, port, security, user, has_password: user !== null && (await hasPassword(db)), ...rest }
  const url = URL.parse(config.smtpUrl)
  const encrypted = url?.protocol === 'smtps:'
  return {
    host: url?.hostname ?? null,
    // What nodemailer takes where the address names none.
    port: Number(url?.port) || (encrypted ? 465 : 587),
    security: encrypted ? 'tls' : null,
    user: null,
    has_password: url !== null && url.password !== '',
    ...rest,
  }
}

const hasPassword = async (db: Deps['db']): Promise<boolean> =>
  (await db.selectFrom('settings').select('key').where('key', '=', MAIL_PASSWORD).executeTakeFirst()) !== undefined

/** Save of the tab Mail & Messages. The next mail of every process leaves by what is saved. */
export const changeMail = async (deps: Needed, { password, ...changes }: MailSettingsInput): Promise<void> => {
  const { db, config } = deps
  await db.transaction().execute(async (tx) => {
    let [before, next] = [readStoredMail({}), readStoredMail({})]
    await merge(tx, 'mail', (stored) => {
      before = readStoredMail(stored)
      // Nobody signs in where there is no server.
      const gone = changes.host === null ? { user: null } : {}
      const changed = { ...stored, ...changes, ...gone }
      next = readStoredMail(changed)
      return changed
    })
    const kept = password === undefined && (await hasPassword(tx))
    const errors = [
      ...fixedErrors(config, { ...changes, password }),
      ...errorsOf(config, before, next, { password, kept }),
    ]
    if (errors.length > 0) throw invalid(errors)
    await storePassword(tx, config, next, password)
    await recordChanged(tx, 'settings', SETTINGS_ID)
  })
}

const serverFields = ['host', 'port', 'security', 'user', 'password'] as const

const fixedErrors = ({ smtpUrl, mailFrom }: Needed['config'], input: MailSettingsInput): FieldError[] => [
  ...serverFields
    .filter((field) => smtpUrl !== null && input[field] !== undefined)
    .map((field) => ({ pointer: `/${field}`, detail: setInEnvironment('SMTP_URL') })),
  ...(mailFrom !== null && input.sender !== undefined
    ? [{ pointer: '/sender', detail: setInEnvironment('AMBIT_MAIL_FROM') }]
    : []),
]

type Password = { password: string | undefined; /** one is stored, and none was entered */ kept: boolean }

const errorsOf = (
  config: Needed['config'],
  before: StoredMail,
  next: StoredMail,
  { password, kept }: Password,
): FieldError[] => {
  const { host, user, security } = next
  if (host === null) return password === undefined ? [] : [{ pointer: '/host', detail: 'Please enter the mail server' }]
  const errors: FieldError[] = []
  const refused = refusalOf(config, host)
  if (refused !== null) errors.push({ pointer: '/host', detail: refused })
  if (user === null) {
    if (password !== undefined) errors.push({ pointer: '/user', detail: 'Please enter the user' })
    return errors
  }
  if (password === undefined && !kept) errors.push({ pointer: '/password', detail: 'Please enter the password' })
  if (kept && passwordFor(before) !== passwordFor(next))
    errors.push({
      pointer: '/password',
      detail: 'Please enter the password again: it is sent only to the server that it was entered for',
    })
  if (security === 'none' && !isOwnMachine(host))
    errors.push({ pointer: '/security', detail: 'A password is sent encrypted alone. Please choose TLS or STARTTLS' })
  return errors
}

/** A name is looked up when it is called. */
const refusalOf = (config: Needed['config'], host: string): string | null => {
  try {
    if (isIP(host) !== 0 || isOwnMachine(host)) refuseHost(config, host, [host === 'localhost' ? '127.0.0.1' : host])
    return null
  } catch (error) {
    if (error instanceof HostRefused) return error.message
    throw error
  }
}

const storePassword = async (
  tx: Transaction<DB>,
  config: Needed['config'],
  next: StoredMail,
  password: string | undefined,
): Promise<void> => {
  if (next.user === null) {
    await tx.deleteFrom('settings').where('key', '=', MAIL_PASSWORD).execute()
    return
  }
  if (password === undefined) return
  const value = JSON.stringify(await encryptSecret({ db: tx, config }, password, passwordFor(next)))
  await tx
    .insertInto('settings')
    .values({ key: MAIL_PASSWORD, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
