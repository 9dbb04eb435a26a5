import type { Config } from '../../config.ts'
import { httpGateway } from './http.ts'
import { twilioGateway } from './twilio.ts'

export type Sms = { id: string; to: string; text: string }

/**
 * `later`: it did not take it, and may take it another time. `unknown`: whether it did cannot be told. `refused`: it never
 * will, and says why.
 */
export type SmsAnswer =
  | { kind: 'accepted'; provider_id: string | null }
  | { kind: 'later' | 'unknown' | 'refused'; reason: string }

export type Gateway = {
  /** it is told our id, so that it sends a repeated one once */
  knowsIds: boolean
  send: (sms: Sms) => Promise<SmsAnswer>
}

/** Where Twilio tells what became of an SMS: `reports.ts`. */
const TWILIO_HOOK = '/hooks/sms/twilio'

/** How long a gateway may take, in milliseconds. */
export const PATIENCE_MS = 10_000

/** Null: the installation sends no SMS. */
export const gatewayOf = (
  { sms, publicUrl }: Pick<Config, 'sms' | 'publicUrl'>,
  patienceMs = PATIENCE_MS,
): Gateway | null => {
  switch (sms.kind) {
    case 'off':
      return null
    case 'http':
      return httpGateway(sms, patienceMs)
    case 'twilio':
      return twilioGateway(sms, { patienceMs, callback: publicUrl === null ? null : `${publicUrl}${TWILIO_HOOK}` })
  }
}
