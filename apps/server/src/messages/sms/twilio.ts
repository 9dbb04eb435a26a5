import type { SmsConfig } from '../../config.ts'
import { at, callGateway } from './call.ts'
import type { Gateway } from './gateway.ts'

/** Twilio's Messages resource, which other gateways answer as well: https://www.twilio.com/docs/messaging/api */
export const twilioGateway = (
  { url, accountSid, authToken, from }: Extract<SmsConfig, { kind: 'twilio' }>,
  { patienceMs, callback }: { patienceMs: number; callback: string | null },
): Gateway => ({
  // It takes no id of ours, so an SMS that is sent again is another one.
  knowsIds: false,
  send: ({ to, text }) =>
    callGateway({
      url: `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        To: to,
        [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
        Body: text,
        ...(callback === null ? {} : { StatusCallback: callback }),
      }).toString(),
      patienceMs,
      idOf: (answer) => at(answer, 'sid'),
      reasonOf: (answer) => at(answer, 'message'),
    }),
})
