import type { SmsConfig } from '../../config.ts'
import { at, callGateway } from './call.ts'
import type { Gateway, Sms } from './gateway.ts'

type HttpConfig = Extract<SmsConfig, { kind: 'http' }>

/** Any gateway that takes one request for each SMS. */
export const httpGateway = (config: HttpConfig, patienceMs: number): Gateway => {
  const { url, method, headers, body, idPath } = config
  const json = body.startsWith('{')
  return {
    knowsIds: body.includes('{id}'),
    send: (sms) =>
      callGateway({
        url,
        method,
        headers: { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded', ...headers },
        body: json ? JSON.stringify(filled(JSON.parse(body), sms, config)) : formOf(sms, config),
        patienceMs,
        idOf: (answer) => (idPath === null ? null : at(answer, idPath)),
        reasonOf: (answer) => at(answer, 'message') ?? at(answer, 'error'),
      }),
  }
}

/** Values go where they are named, as text: none of them can become a part of the body's form. */
const filledText = (text: string, { to, text: words, id }: Sms, { from }: HttpConfig): string =>
  text.replaceAll(
    /\{(to|from|text|id)\}/g,
    (_, name: 'to' | 'from' | 'text' | 'id') => ({ to, from, text: words, id })[name],
  )

const filled = (value: unknown, sms: Sms, config: HttpConfig): unknown => {
  if (typeof value === 'string') return filledText(value, sms, config)
  if (Array.isArray(value)) return value.map((one) => filled(one, sms, config))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, sms, config)]))
}

const formOf = (sms: Sms, config: HttpConfig): string =>
  new URLSearchParams(
    [...new URLSearchParams(config.body)].map(([name, value]): [string, string] => [
      name,
      filledText(value, sms, config),
    ]),
  ).toString()
