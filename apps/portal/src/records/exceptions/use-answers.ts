import { api, type ExceptionOutcome, type ServiceException } from '@ambit/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { useCan } from '../../auth/permissions.ts'
import { notify } from '../../notifications/notify.tsx'
import { forget, remember } from './answered.ts'
import { exceptionsChanged } from './queries.ts'
import { exceptionStrings as words } from './strings.ts'

type Snooze = z.input<typeof api.exceptions.snooze.body>
export type Resolution = { outcome: ExceptionOutcome; note?: string; counts?: boolean }

/** Answering one exception. A refusal is shown, and the list is read again: it names who was first. */
export const useAnswers = ({ id }: Pick<ServiceException, 'id'>) => {
  const may = useCan()('ExceptionManagement:exception:canUpdate')
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const answer = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await call()
      return true
    } catch (error) {
      announceFailure(error, words.failed)
      return false
    } finally {
      setBusy(false)
      exceptionsChanged(queries)
    }
  }
  const params = { id }
  const undo = (): void => {
    forget('exceptions', id)
    void answer(() => client.call(api.exceptions.undo, { params }))
  }
  /** Ctrl+Z takes it back as well. */
  const undoable = async (call: () => Promise<unknown>): Promise<boolean> => {
    const done = await answer(call)
    if (done) remember('exceptions', [id])
    return done
  }
  const offerUndo = (done: boolean, title: string): boolean => {
    if (done) notify({ type: 'success', title, message: '', actions: [{ label: words.undo, run: undo }] })
    return done
  }
  return {
    may,
    busy,
    acknowledge: () => undoable(() => client.call(api.exceptions.acknowledge, { params })),
    release: () => undoable(() => client.call(api.exceptions.release, { params })),
    handOver: (user_id: number) => undoable(() => client.call(api.exceptions.handOver, { params, body: { user_id } })),
    snooze: async (body: Snooze) =>
      offerUndo(await undoable(() => client.call(api.exceptions.snooze, { params, body })), words.states.snoozed),
    /** lets somebody break a promise who may not do so alone */
    approve: (override: number) => answer(() => client.call(api.overrides.approve, { params: { id: override } })),
    resolve: async (body: Resolution) =>
      offerUndo(await undoable(() => client.call(api.exceptions.resolve, { params, body })), words.resolved),
    note: (note: string) => answer(() => client.call(api.exceptions.addNote, { params, body: { note } })),
  }
}
