import { api, ApiError, type DispatchActionRecord, EffectPreview, UndoPreview } from '@ambit/contract'
import type { z } from 'zod'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { notify } from '../notifications/notify.tsx'
import { planChanged } from './queries.ts'
import { effectStrings as words } from '../records/effects/strings.ts'

export type Accept = z.input<typeof api.effectPreviews.accept.body>

/** How long the toast offers to undo. ms */
const OFFERED_MS = 10_000

const metaOf = (error: unknown): Record<string, unknown> =>
  error instanceof ApiError && error.status === 409 ? (error.meta ?? {}) : {}

/**
 * Carries out what was shown. Answers null once it is done or asked for, the fresh preview where the plan has changed
 * meanwhile, and undefined for what was announced as a failure.
 */
export const acceptOption = async (
  body: Accept,
  openUndo: (id: number) => void,
): Promise<EffectPreview | null | undefined> => {
  try {
    const { data } = await client.call(api.effectPreviews.accept, { body })
    if (data.action === null) notify({ type: 'info', title: words.asked, message: body.reason ?? '' })
    else offerUndo(data.action, openUndo)
    return null
  } catch (error) {
    const fresh = EffectPreview.safeParse(metaOf(error)['effect_preview'])
    if (fresh.success) return fresh.data
    announceFailure(error, words.failed)
    return undefined
  } finally {
    planChanged()
  }
}

/** The fresh preview of an undo that comes out otherwise by now; null for any other failure. */
export const freshUndo = (error: unknown): UndoPreview | null => {
  const fresh = UndoPreview.safeParse(metaOf(error)['undo_preview'])
  return fresh.success ? fresh.data : null
}

/** One notice for an action: that it was undone takes the place of the offer to undo it. */
const keyOf = (id: number): string => `dispatch_action-${id}`

/** `corrections`: messages that put right what was told of the action. */
export const announceUndone = (id: number, message: string, corrections = 0): void =>
  void notify({
    key: keyOf(id),
    type: 'success',
    title: words.undo,
    message: corrections === 0 ? message : [message, words.corrections(corrections)],
  })

const offerUndo = (action: DispatchActionRecord, openUndo: (id: number) => void): void => {
  const { possible, reason } = action.undo
  notify({
    key: keyOf(action.id),
    type: 'success',
    title: words.done,
    message: possible || reason === null ? action.title : [action.title, reason],
    decay: OFFERED_MS,
    ...(possible ? { actions: [{ label: words.undo, run: () => void undo(action.id, openUndo) }] } : {}),
  })
}

/** Undoes an action where everybody is as before; otherwise shows what can be brought back. */
export const undo = async (id: number, openUndo: (id: number) => void): Promise<void> => {
  try {
    const { data: shown } = await client.call(api.dispatchActions.undoPreview, { params: { id } })
    if (!shown.exact) return openUndo(id)
    await client.call(api.dispatchActions.undo, { params: { id }, body: { token: shown.token } })
    announceUndone(id, words.undone, shown.effect.messages.length)
  } catch (error) {
    if (freshUndo(error) !== null) openUndo(id)
    else announceFailure(error, words.undoFailed)
  } finally {
    planChanged()
  }
}
