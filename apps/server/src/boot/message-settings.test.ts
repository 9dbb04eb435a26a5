import { describe, expect, test } from 'vitest'
import { configFrom } from './environment.ts'
import { environmentValues } from './variables.ts'

const http = { SMS_PROVIDER: 'http', SMS_HTTP_URL: 'https://sms.example.org/send?key=hush' }
const twilio = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'hush', SMS_FROM: '+61400' }

// covers: MSG-24
describe('the SMS gateway', () => {
  test('is off unless it is named, and its secrets are neither shown nor repeated', () => {
    expect(configFrom({}).sms).toEqual({ kind: 'off' })
    expect(configFrom({ SMS_PROVIDER: 'off' }).sms).toEqual({ kind: 'off' })
    expect(() => configFrom({ SMS_PROVIDER: 'pigeon' })).toThrow('SMS_PROVIDER must be one of off, http, twilio')
    const secrets = { ...http, ...twilio, SMS_HTTP_HEADERS: '{"authorization":"hush"}' }
    expect(JSON.stringify(environmentValues(secrets))).not.toContain('hush')
    expect(() => configFrom({ ...http, SMS_HTTP_HEADERS: 'hush' })).toThrow(
      /^SMS_HTTP_HEADERS must be a JSON object of names and texts\.$/,
    )
    expect(() => configFrom({ ...http, SMS_HTTP_URL: 'hush' })).toThrow(/^SMS_PROVIDER=http needs SMS_HTTP_URL, [^"]*$/)
  })

  test('is any that takes one request, or Twilio', () => {
    expect(configFrom(http).sms).toMatchObject({ kind: 'http', method: 'POST', headers: {}, idPath: null, from: '' })
    expect(configFrom({ ...http, SMS_HTTP_METHOD: 'PUT', SMS_HTTP_HEADERS: '{"x-key":"a"}' }).sms).toMatchObject({
      method: 'PUT',
      headers: { 'x-key': 'a' },
    })
    expect(configFrom(twilio).sms).toEqual({
      kind: 'twilio',
      url: 'https://api.twilio.com',
      accountSid: 'AC1',
      authToken: 'hush',
      from: '+61400',
    })
  })

  test.each([
    [{ ...http, SMS_HTTP_BODY: '{"to":' }, 'SMS_HTTP_BODY must be JSON or a form.'],
    [{ ...http, SMS_HTTP_BODY: 'to={to}' }, 'SMS_HTTP_BODY must say where {to} and {text} go.'],
    [{ ...twilio, SMS_FROM: '' }, 'SMS_PROVIDER needs SMS_FROM too.'],
    [{ AMBIT_MESSAGES: 'allowlist' }, 'AMBIT_MESSAGES=allowlist needs AMBIT_MESSAGES_ALLOWED'],
  ])('is refused where it is not whole: %j', (env, words) => {
    expect(() => configFrom(env)).toThrow(words)
  })

  test('an allowlist holds addresses and numbers as they are compared', () => {
    const env = { AMBIT_MESSAGES: 'allowlist', AMBIT_MESSAGES_ALLOWED: 'Ann@Example.org, +61 412 345 678,' }
    expect(configFrom(env).messages).toEqual({ mode: 'allowlist', allowed: ['ann@example.org', '+61412345678'] })
  })
})

test('the limit of SMS on a day and further countries are read, and what is none is refused', () => {
  expect(configFrom({}).smsLimits).toEqual({ parts: 1000, countries: [] })
  expect(configFrom({ SMS_DAILY_LIMIT: '50', SMS_COUNTRIES: '+49, +64' }).smsLimits).toEqual({
    parts: 50,
    countries: ['+49', '+64'],
  })
  expect(() => configFrom({ SMS_DAILY_LIMIT: 'many' })).toThrow('SMS_DAILY_LIMIT must be a number of parts')
  expect(() => configFrom({ SMS_COUNTRIES: 'NZ' })).toThrow('SMS_COUNTRIES must be beginnings of numbers')
})

test('the secret of delivery reports is long, and never repeated', () => {
  expect(configFrom({ ...http, SMS_HOOK_SECRET: 'x'.repeat(32) }).sms).toMatchObject({ hookSecret: 'x'.repeat(32) })
  expect(configFrom(http).sms).toMatchObject({ hookSecret: null })
  expect(() => configFrom({ ...http, SMS_HOOK_SECRET: 'hush' })).toThrow(
    /^SMS_HOOK_SECRET must have at least 32 characters\.$/,
  )
})
