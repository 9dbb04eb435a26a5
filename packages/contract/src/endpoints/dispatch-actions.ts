import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import {
  Accepted,
  AcceptInput,
  DispatchAction,
  DispatchActionDetails,
  DispatchActionRecord,
  EffectPreview,
  Override,
  UndoInput,
  UndoPreview,
} from '../records/dispatch-actions.ts'

/**
 * What an action would do to everybody. Each kind of action has the keys of what it shows and changes, which the handler
 * asks for: 403 names the one that is missing.
 */
export const effectPreviews = {
  /** 404 for what is out of sight, 422 for what is over or not possible, 503 without street data; nothing changes */
  create: endpoint('effectPreviews.create', 'POST', '/effect_previews', {
    summary: 'The options of a dispatch action with their effects on every booking, best first',
    access: 'signed_in',
    query: z.object({
      /** only the first option, which is quicker */
      only: z.enum(['first']).optional(),
    }),
    body: DispatchAction,
    answer: one(EffectPreview),
  }),
  /**
   * 409 with a fresh preview in `meta.effect_preview` where somebody would fare otherwise than shown, or the preview is
   * older than 10 minutes; 422 for a token of another action, option or user, a second confirmation that is missing, and
   * an override without a reason. Without the key for overrides it asks for an approval.
   */
  accept: endpoint('effectPreviews.accept', 'POST', '/effect_previews/accept', {
    summary: 'Carry out one option of a dispatch action as it was shown',
    access: 'signed_in',
    body: AcceptInput,
    answer: one(Accepted),
    keyed: true,
  }),
}

export const dispatchActions = {
  list: endpoint('dispatchActions.list', 'GET', '/dispatch_actions', {
    summary: 'What was done to plans by people, the newest first',
    access: 'DispatchManagement:board:canRead',
    query: listQuery(
      {
        region: idList,
        zone: idList,
        kind: textList,
        user: idList,
        service_request: idList,
        trip: idList,
        date_range: timeRange,
      },
      ['id', 'created_at'],
    ),
    answer: many(DispatchActionRecord),
  }),
  show: endpoint('dispatchActions.show', 'GET', '/dispatch_actions/:id', {
    summary: 'One action, with every booking as it was shown and as it came out',
    access: 'DispatchManagement:board:canRead',
    params: idParams,
    answer: one(DispatchActionDetails),
  }),
  /** 422 with the reason where it cannot be undone any more. Own actions ask for their own key, others' for that of undo */
  undoPreview: endpoint('dispatchActions.undoPreview', 'POST', '/dispatch_actions/:id/undo_preview', {
    summary: 'What undoing an action would bring back',
    access: 'signed_in',
    params: idParams,
    answer: one(UndoPreview),
  }),
  /** 409 with a fresh preview in `meta.undo_preview` where not everybody would be as before, or otherwise than was shown */
  undo: endpoint('dispatchActions.undo', 'POST', '/dispatch_actions/:id/undo', {
    summary: 'Undo an action by a new one',
    access: 'signed_in',
    params: idParams,
    body: UndoInput,
    answer: one(DispatchActionRecord),
    keyed: true,
  }),
}

export const overrides = {
  /** `meta.per_100_bookings` compares them with the bookings of the same days and places */
  list: endpoint('overrides.list', 'GET', '/overrides', {
    summary: 'Promises and other limits that were broken on purpose, and what waits for an approval',
    access: 'DispatchManagement:board:canRead',
    query: listQuery({ region: idList, zone: idList, user: idList, state: textList, date_range: timeRange }, [
      'id',
      'asked_at',
      'minutes',
    ]),
    answer: many(Override).extend({
      meta: many(Override).shape.meta.extend({ per_100_bookings: z.number().nullable() }),
    }),
  }),
  /** 409 with a fresh preview in `meta.effect_preview` where the plan has changed; 422 after 10 minutes */
  approve: endpoint('overrides.approve', 'POST', '/overrides/:id/approve', {
    summary: 'Approve an override that was asked for, and carry it out',
    access: 'DispatchManagement:override:canUpdate',
    params: idParams,
    answer: one(DispatchActionRecord),
    keyed: true,
  }),
}
