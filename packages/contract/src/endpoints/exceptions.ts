import { z } from 'zod'
import { endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import { Timestamp } from '../records/basics.ts'
import { ExceptionCauses, responseFigures, ResponseTimes } from '../records/exception-times.ts'
import {
  BulkInput,
  BulkOutcome,
  ByHandInput,
  ExceptionChange,
  ExceptionDetails,
  exceptionKinds,
  ExceptionNoteInput,
  ExceptionRule,
  ExceptionRuleInput,
  exceptionSeverities,
  JudgedKind,
  ResolutionInput,
  RulePreview,
  ServiceException,
  SnoozeInput,
} from '../records/exceptions.ts'

const ended = {
  region: idList,
  zone: idList,
  kind: textList.pipe(z.array(z.enum(exceptionKinds))),
  severity: textList.pipe(z.array(z.enum(exceptionSeverities))),
  /** at most 92 days */
  date_range: timeRange,
}

/** What the History tab is narrowed by. */
const endedQuery = listQuery(
  {
    ...ended,
    /** those that a figure of the response times counts */
    figure: textList.pipe(z.array(z.enum(responseFigures))),
    /** of the day in which it was opened, by the zone's clocks */
    hour: textList.pipe(z.array(z.coerce.number<string>().int().min(0).max(23))),
    /** who answered first */
    person: idList,
    /** whose it was in the end; `nobody`: of no one */
    owner: textList.pipe(z.array(z.union([z.literal('nobody'), z.coerce.number<string>().pipe(Id)]))),
  },
  ['resolved_at', 'opened_at'],
)

const READ = 'ExceptionManagement:exception:canRead'
const UPDATE = 'ExceptionManagement:exception:canUpdate'

/** An answer of a person to one exception. With If-Match a stale version gets 409 with the exception as it is. */
const answering = { access: UPDATE, params: idParams, answer: one(ServiceException), keyed: true } as const

export const exceptions = {
  list: endpoint('exceptions.list', 'GET', '/exceptions', {
    summary: 'What in the running service needs a person now, most urgent first; what follows from another names it',
    access: READ,
    query: z.object({ filter: z.strictObject({ region: idList, zone: idList }).partial().optional() }),
    answer: z.object({
      data: z.array(ServiceException),
      /** when the service was judged last; null: not yet */
      meta: z.object({ total: z.int(), total_count: z.int(), checked_at: Timestamp.nullable() }),
    }),
  }),
  ended: endpoint('exceptions.ended', 'GET', '/exceptions/ended', {
    summary: 'Exceptions that have ended, of the last 7 days unless dates are given',
    access: READ,
    query: endedQuery,
    answer: many(ServiceException),
  }),
  export: endpoint('exceptions.export', 'GET', '/exceptions/ended/export', {
    summary: 'All that have ended and that a search and filters find, as CSV',
    access: READ,
    query: endedQuery.pick({ search: true, filter: true }),
    answer: z.string(),
    raw: 'text/csv',
  }),
  responseTimes: endpoint('exceptions.responseTimes', 'GET', '/exceptions/response_times', {
    summary: 'How fast what has ended was acknowledged and resolved, by kind, zone, hour and person',
    access: READ,
    query: z.object({ filter: z.strictObject(ended).partial().optional() }),
    answer: one(ResponseTimes),
  }),
  show: endpoint('exceptions.show', 'GET', '/exceptions/:id', {
    summary: 'One exception, with the rule that raised it',
    access: READ,
    params: idParams,
    answer: one(ExceptionDetails),
  }),
  history: endpoint('exceptions.history', 'GET', '/exceptions/:id/history', {
    summary: 'What became of an exception, and who did it',
    access: READ,
    params: idParams,
    answer: one(z.array(ExceptionChange)),
  }),
  create: endpoint('exceptions.create', 'POST', '/exceptions', {
    summary: 'Raise an exception by hand',
    access: 'ExceptionManagement:exception:canCreate',
    body: ByHandInput,
    answer: one(ServiceException),
    status: 201,
  }),
  /** 409 names whose it is */
  acknowledge: endpoint('exceptions.acknowledge', 'POST', '/exceptions/:id/acknowledge', {
    summary: 'Acknowledge an exception: the caller sees to it. Accepts one that is handed over to the caller',
    ...answering,
  }),
  release: endpoint('exceptions.release', 'POST', '/exceptions/:id/release', {
    summary: 'Release an exception of the caller’s, or wake one that is snoozed',
    ...answering,
  }),
  handOver: endpoint('exceptions.handOver', 'POST', '/exceptions/:id/hand_over', {
    summary: 'Offer an exception to another user, who accepts it within two minutes',
    ...answering,
    body: z.object({ user_id: Id }),
  }),
  snooze: endpoint('exceptions.snooze', 'POST', '/exceptions/:id/snooze', {
    summary: 'Put an exception off',
    ...answering,
    body: SnoozeInput,
  }),
  resolve: endpoint('exceptions.resolve', 'POST', '/exceptions/:id/resolve', {
    summary: 'Resolve an exception, with what came of it',
    ...answering,
    body: ResolutionInput,
  }),
  addNote: endpoint('exceptions.addNote', 'POST', '/exceptions/:id/notes', {
    summary: 'Write a note into the history of an exception',
    ...answering,
    body: ExceptionNoteInput,
  }),
  undo: endpoint('exceptions.undo', 'POST', '/exceptions/:id/undo', {
    summary: 'Take back the caller’s last answer, for ten minutes and while nothing followed it',
    ...answering,
  }),
  bulk: endpoint('exceptions.bulk', 'POST', '/exceptions/bulk', {
    summary: 'Acknowledge, snooze or resolve several; each is answered by itself',
    access: UPDATE,
    body: BulkInput,
    answer: one(z.array(BulkOutcome)),
    keyed: true,
  }),
}

/** from 0 to 1440; left out: never of this severity */
const Minutes = z.coerce.number().pipe(z.int().min(0).max(1440)).optional()

export const exceptionRules = {
  list: endpoint('exceptionRules.list', 'GET', '/exception_rules', {
    summary: 'From when on what is raised in each zone',
    access: 'ExceptionManagement:exceptionRules:canRead',
    query: z.object({ filter: z.strictObject({ region: idList, zone: idList }).partial().optional() }),
    answer: one(z.array(ExceptionRule)),
  }),
  causes: endpoint('exceptionRules.causes', 'GET', '/exception_rules/causes', {
    summary: 'What nobody has touched for eight hours, and the most frequent causes of the last 30 days',
    access: 'ExceptionManagement:exceptionRules:canRead',
    query: z.object({ filter: z.strictObject({ region: idList, zone: idList }).partial().optional() }),
    answer: one(ExceptionCauses),
  }),
  preview: endpoint('exceptionRules.preview', 'GET', '/exception_rules/preview', {
    summary: 'How many exceptions of the last 14 days a rule would have raised, beside how many there were',
    access: 'ExceptionManagement:exceptionRules:canRead',
    query: z.object({
      zone_id: z.coerce.number().pipe(Id),
      kind: JudgedKind,
      watch: Minutes,
      soon: Minutes,
      urgent: Minutes,
    }),
    answer: one(RulePreview),
  }),
  update: endpoint('exceptionRules.update', 'PATCH', '/exception_rules', {
    summary: 'Change the rule of a kind in a zone; what equals the default is the default again',
    access: 'ExceptionManagement:exceptionRules:canUpdate',
    body: ExceptionRuleInput,
    answer: one(ExceptionRule),
  }),
}
