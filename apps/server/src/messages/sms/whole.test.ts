import { expect, test } from 'vitest'
import { messageLanguages } from '@ambit/contract'
import { smsSize } from '@ambit/domain'
import { kindOf } from '../../sms-replies/keywords.ts'
import { wholeSms } from './whole.ts'

const http = { kind: 'http' as const, url: 'http://127.0.0.1:9', method: 'POST' as const, headers: {}, body: '{}' }
const unheard = { ...http, idPath: null, from: 'Sunline', hookSecret: null }
const from = { service: 'Sunline', region_phone: '07 5550 1234', sms: { kind: 'off' as const } }

// covers: MSG-69
test('every SMS names the service and, in its language, the word that stops them, once each and in plain letters', () => {
  for (const language of messageLanguages) {
    const sms = wholeSms('Your vehicle is there', language, from)
    expect(sms).toMatch(/^Sunline: Your vehicle is there\n/)
    const [word = ''] = /[A-Z]{4,}/.exec(sms.split('\n')[1] ?? '') ?? []
    expect([language, kindOf(word)]).toEqual([language, 'stop'])
    expect(smsSize(sms).costly).toBeNull()
    expect(wholeSms(sms, language, from)).toBe(sms)
  }
})

// covers: MSG-69
test('where no reply is understood it names the number to call, or else the app', () => {
  const sms = (region_phone: string | null) => wholeSms('Hello', 'en', { ...from, sms: unheard, region_phone })
  expect(sms('07 5550 1234')).toBe('Sunline: Hello\nNo more SMS? Call 07 5550 1234.')
  expect(sms(null)).toBe('Sunline: Hello\nNo more SMS? See the app.')
})
