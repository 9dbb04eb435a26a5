import { randomUUID } from 'node:crypto'
import type { SmsTest } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { shownSettings } from '../settings/shown.ts'
import { international } from './international.ts'
import { gatewayOf } from './sms/gateway.ts'
import { isAllowed, takeParts } from './sms/quota.ts'

const outcomes = { accepted: 'sent', later: 'not_now', unknown: 'unknown', refused: 'refused' } as const

/** Sends one SMS by the gateway as it is set, past the messages, and tells what came of it. Throws 422 for no number. */
export const trySms = async ({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>, phone: string) => {
  const { appName, phonePrefix } = await shownSettings(db, config)
  const to = international(phone, phonePrefix)
  if (to === null) throw invalid([{ pointer: '/to', detail: 'Please enter a phone number such as +61 412 345 678' }])
  const told = (outcome: SmsTest['outcome'], said: string | null = null): SmsTest => ({ outcome, to, said })
  const gateway = gatewayOf(config)
  if (gateway === null) return told('no_gateway')
  if (!isAllowed(to, phonePrefix, config.smsLimits)) return told('not_allowed')
  const text = `A test of text messages from ${appName}.`
  if (!(await takeParts(db, config.smsLimits, { text, urgent: false }, clock.now()))) return told('limit')
  const answer = await gateway.send({ id: `ambit-test-${randomUUID()}`, to, text })
  return told(outcomes[answer.kind], answer.kind === 'accepted' ? null : answer.reason)
}
