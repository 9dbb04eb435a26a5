import { z } from 'zod'
import type { Config, SmsConfig, SmsLimits } from '../config.ts'
import { addressFrom, oneOf, WrongSetting } from './read-settings.ts'
import { type Environment, given as text, type Variable } from './variables.ts'

export const messagesFrom = (env: Environment): Config['messages'] => {
  const mode = oneOf(env, 'AMBIT_MESSAGES', ['send', 'capture', 'allowlist'] as const)
  const allowed = (text(env, 'AMBIT_MESSAGES_ALLOWED') ?? '')
    .split(',')
    .map((part) => part.replaceAll(/\s/g, '').toLowerCase())
    .filter((part) => part !== '')
  if (mode === 'allowlist' && allowed.length === 0)
    throw new WrongSetting('AMBIT_MESSAGES=allowlist needs AMBIT_MESSAGES_ALLOWED: addresses and numbers, with commas.')
  return { mode, allowed }
}

export const pushServicesFrom = (env: Environment): Config['pushServices'] => {
  const hosts = (text(env, 'AMBIT_PUSH_SERVICES') ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
  if (hosts.every((host) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host))) return hosts
  throw new WrongSetting('AMBIT_PUSH_SERVICES must be names of hosts, with commas: push.example.org.')
}

export const smsFrom = (env: Environment): SmsConfig => {
  switch (oneOf(env, 'SMS_PROVIDER', ['off', 'http', 'twilio'] as const)) {
    case null:
    case 'off':
      return { kind: 'off' }
    case 'http':
      return httpFrom(env)
    case 'twilio':
      return {
        kind: 'twilio',
        url: (addressFrom(env, 'TWILIO_API_URL', TWILIO_URL) ?? TWILIO_URL).replace(/\/$/, ''),
        accountSid: needed(env, 'TWILIO_ACCOUNT_SID'),
        authToken: needed(env, 'TWILIO_AUTH_TOKEN'),
        from: needed(env, 'SMS_FROM'),
      }
  }
}

const SMS_PARTS_A_DAY = 1000

export const smsLimitsFrom = (env: Environment): SmsLimits => {
  const parts = text(env, 'SMS_DAILY_LIMIT') ?? String(SMS_PARTS_A_DAY)
  if (!/^\d{1,7}$/.test(parts)) throw new WrongSetting('SMS_DAILY_LIMIT must be a number of parts, from 0 to 9999999.')
  const countries = (text(env, 'SMS_COUNTRIES') ?? '')
    .split(',')
    .map((part) => part.replaceAll(/\s/g, ''))
    .filter((part) => part !== '')
  if (countries.some((country) => !/^\+[1-9]\d{0,3}$/.test(country)))
    throw new WrongSetting('SMS_COUNTRIES must be beginnings of numbers, with commas: +49,+64.')
  return { parts: Number(parts), countries }
}

const TWILIO_URL = 'https://api.twilio.com'
const DEFAULT_BODY = '{"to":"{to}","from":"{from}","text":"{text}","id":"{id}"}'
const Headers = z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string().regex(/^[\x20-\x7e]*$/))

const httpFrom = (env: Environment): SmsConfig => {
  const body = text(env, 'SMS_HTTP_BODY') ?? DEFAULT_BODY
  if (body.startsWith('{') && parsed(body) === undefined)
    throw new WrongSetting('SMS_HTTP_BODY must be JSON or a form.')
  if (!body.includes('{to}') || !body.includes('{text}'))
    throw new WrongSetting('SMS_HTTP_BODY must say where {to} and {text} go.')
  const url = text(env, 'SMS_HTTP_URL')
  // The address is not repeated: it may hold a key.
  if (url === null || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new WrongSetting('SMS_PROVIDER=http needs SMS_HTTP_URL, an address that begins with https:// or http://.')
  return {
    kind: 'http',
    url,
    method: oneOf(env, 'SMS_HTTP_METHOD', ['POST', 'PUT'] as const) ?? 'POST',
    headers: headersFrom(env),
    body,
    idPath: text(env, 'SMS_HTTP_ID'),
    from: text(env, 'SMS_FROM') ?? '',
    hookSecret: hookSecretFrom(env),
  }
}

const SHORTEST_SECRET = 32

const hookSecretFrom = (env: Environment): string | null => {
  const secret = text(env, 'SMS_HOOK_SECRET')
  if (secret !== null && secret.length < SHORTEST_SECRET)
    throw new WrongSetting(`SMS_HOOK_SECRET must have at least ${SHORTEST_SECRET} characters.`)
  return secret
}

/** The value is not repeated: it may hold a key. */
const headersFrom = (env: Environment): Readonly<Record<string, string>> => {
  const value = text(env, 'SMS_HTTP_HEADERS')
  if (value === null) return {}
  const { data } = Headers.safeParse(parsed(value))
  if (data === undefined) throw new WrongSetting('SMS_HTTP_HEADERS must be a JSON object of names and texts.')
  return data
}

/** undefined: no JSON */
const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const needed = (env: Environment, key: Variable): string => {
  const value = text(env, key)
  if (value === null) throw new WrongSetting(`SMS_PROVIDER needs ${key} too.`)
  return value
}
