import type { PrivacyRequest } from '@ambit/contract'
import { RecordStatus } from '../records/status.tsx'
import { useNow } from '../settings/use-now.ts'
import { requestStates } from './request-strings.ts'

/** Its state; an open one is late from the day after it was due. */
export const RequestStatus = ({ request: { state, due_on } }: { request: PrivacyRequest }) => {
  const today = useNow(60_000).toISOString().slice(0, 10)
  return <RecordStatus of={requestStates} status={state === 'open' && due_on < today ? 'late' : state} />
}
