import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SmsConfig } from '../../config.ts'
import { startTestServer } from '../../testing/server.ts'

test('Twilio signs its reports over the address that it calls, and says by a code why an SMS was not delivered', async () => {
  const publicUrl = 'https://ambit.example.org'
  const twilio: SmsConfig = {
    kind: 'twilio',
    url: 'http://127.0.0.1:9',
    accountSid: 'AC1',
    authToken: 'token',
    from: '+61400',
  }
  const other = await startTestServer({ config: { sms: twilio, publicUrl, messages: { mode: 'send', allowed: [] } } })
  try {
    const call = async (fields: Record<string, string>, token = 'token') => {
      const signed = Object.entries(fields)
        .toSorted(([one], [two]) => (one < two ? -1 : 1))
        .map(([name, value]) => name + value)
      const signature = createHmac('sha1', token).update(`${publicUrl}/hooks/sms/twilio${signed.join('')}`)
      const answered = await fetch(`${other.url}/hooks/sms/twilio`, {
        method: 'POST',
        headers: { 'x-twilio-signature': signature.digest('base64') },
        body: new URLSearchParams(fields),
      })
      return answered.status
    }
    const fields = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005' }
    expect(await call(fields, 'another token')).toBe(403)
    expect(await call(fields)).toBe(204)
  } finally {
    await other.close()
  }
})
