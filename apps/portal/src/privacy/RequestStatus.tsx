import type { PrivacyRequest } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { browserTimeZone } from '../form/time-zones.ts'
import { RecordStatus } from '../records/status.tsx'
import { useNow } from '../settings/use-now.ts'
import { requestStates } from './request-strings.ts'

/** Its state; an open one is late from the day after it was due. */
export const RequestStatus = ({ request: { state, due_on } }: { request: PrivacyRequest }) => {
  const today = dateIn(browserTimeZone(), useNow(60_000))
  return <RecordStatus of={requestStates} status={state === 'open' && due_on < today ? 'late' : state} />
}
