import { api } from '@ambit/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { exceptionsChanged } from './attention-queries.ts'
import { attentionStrings as words } from './attention-strings.ts'

/** Taking and resolving one exception. A refusal is shown, and the list is read again: it names who was first. */
export const useAnswers = (id: number) => {
  const may = useCan()('ExceptionManagement:exception:canUpdate')
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const answer = async (call: () => Promise<unknown>, failed: string): Promise<void> => {
    setBusy(true)
    try {
      await call()
    } catch (error) {
      announceFailure(error, failed)
    } finally {
      setBusy(false)
      exceptionsChanged(queries)
    }
  }
  const params = { id }
  return {
    may,
    busy,
    take: () => answer(() => client.call(api.exceptions.acknowledge, { params }), words.takeFailed),
    /** lets somebody break a promise who may not do so alone */
    approve: (override: number) =>
      answer(() => client.call(api.overrides.approve, { params: { id: override } }), words.resolveFailed),
    resolve: (note: string, counts?: boolean) =>
      answer(() => client.call(api.exceptions.resolve, { params, body: { note, counts } }), words.resolveFailed),
  }
}
