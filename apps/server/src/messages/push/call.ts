import { encryptNotification } from '@block65/webcrypto-web-push'
import { fetch, type Dispatcher } from 'undici'
import type { PushPayload } from '@ambit/contract'
import type { Deps } from '../../deps.ts'
import { PATIENCE_MS } from '../sms/gateway.ts'
import { isPushService } from './services.ts'
import { authorizationFor } from './vapid.ts'

export type Push = {
  payload: PushPayload
  /** seconds for which the push service keeps it for a device that is off */
  ttl: number
  urgent: boolean
}

export type Subscription = { id: number; endpoint: string; p256dh: string; auth: string }

/** `gone`: the browser has ended the subscription. `later`: it may be taken another time. `refused`: it never will. */
export type PushAnswer = { kind: 'accepted' | 'gone' } | { kind: 'later' | 'refused'; reason: string }

/** Bytes of a payload before it is encrypted. */
const LARGEST = 2048
const LONGEST_REASON = 200

/** Text that is too long for a push ends with dots. */
const bodyOf = (payload: PushPayload): Uint8Array => {
  const whole = Buffer.from(JSON.stringify(payload))
  if (whole.length <= LARGEST) return whole
  const letters = Array.from(payload.text)
  const text = `${letters.slice(0, Math.max(0, letters.length - Math.max(20, Math.ceil((whole.length - LARGEST) / 4)))).join('')}…`
  return bodyOf({ ...payload, text })
}

type Calling = Pick<Deps, 'pushKeys' | 'clock' | 'config'>

/** One request to a push service. It throws nothing: what went wrong is an answer too. */
export const callPushService = async (
  deps: Calling,
  dispatcher: Dispatcher,
  { endpoint, p256dh, auth }: Subscription,
  { payload, ttl, urgent }: Push,
): Promise<PushAnswer> => {
  // The list may have been shortened since.
  if (!isPushService(deps.config, endpoint)) return { kind: 'gone' }
  try {
    const keys = { p256dh, auth }
    const body = await encryptNotification({ endpoint, expirationTime: null, keys }, bodyOf(payload))
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: await authorizationFor(deps, new URL(endpoint).origin),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(ttl),
        urgency: urgent ? 'high' : 'normal',
        topic: payload.topic,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      dispatcher,
    })
    const words = (await answer.text()).slice(0, LONGEST_REASON)
    return answerOf(answer.status, words)
  } catch {
    return { kind: 'later', reason: 'The push service did not answer' }
  }
}

const answerOf = (status: number, words: string): PushAnswer => {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = words === '' ? `The push service answered ${status}` : words
  return { kind: status === 429 || status >= 500 ? 'later' : 'refused', reason }
}
