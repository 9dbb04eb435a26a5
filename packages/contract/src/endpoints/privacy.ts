import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import {
  PrivacyAnswerInput,
  PrivacyExtension,
  PrivacyRequest,
  PrivacyRequestChange,
  PrivacyRequestInput,
  privacyRequestKinds,
  privacyRequestStates,
  PrivacyRequestWithAnswers,
} from '../records/privacy-requests.ts'
import { ProcessingRecords } from '../records/processing-records.ts'
import {
  RetentionChange,
  retentionKinds,
  RetentionPeriod,
  RetentionPreview,
  RetentionRule,
} from '../records/retention.ts'

const kind = z.object({ kind: z.enum(retentionKinds) })

export const retentionRules = {
  list: endpoint('retentionRules.list', 'GET', '/retention_rules', {
    summary: 'How long each kind of stored data is kept, what happens then, and what the last night removed',
    access: 'PrivacyManagement:retention:canRead',
    answer: many(RetentionRule),
  }),
  preview: endpoint('retentionRules.preview', 'GET', '/retention_rules/preview', {
    summary: 'What would go tonight, by the rule or by another period; nothing is removed',
    access: 'PrivacyManagement:retention:canRead',
    allRegions: true,
    query: kind.extend({ period: RetentionPeriod.optional() }),
    answer: one(RetentionPreview),
  }),
  update: endpoint('retentionRules.update', 'PATCH', '/retention_rules/:kind', {
    summary: 'Change a period; a shorter one takes effect seven days later',
    access: 'PrivacyManagement:retention:canUpdate',
    allRegions: true,
    params: kind,
    body: RetentionChange,
    answer: one(RetentionRule),
  }),
  takeBack: endpoint('retentionRules.takeBack', 'POST', '/retention_rules/:kind/take_back', {
    summary: 'Take a shorter period back before it takes effect',
    access: 'PrivacyManagement:retention:canUpdate',
    allRegions: true,
    params: kind,
    answer: one(RetentionRule),
  }),
}

export const privacyRequests = {
  list: endpoint('privacyRequests.list', 'GET', '/privacy_requests', {
    summary: 'What people asked for about their data, and until when it is answered',
    access: 'PrivacyManagement:request:canRead',
    allRegions: true,
    query: listQuery(
      {
        kind: textList.pipe(z.array(z.enum(privacyRequestKinds))),
        state: textList.pipe(z.array(z.enum(privacyRequestStates))),
        traveler: idList,
      },
      ['id', 'received_on', 'due_on'],
    ),
    answer: many(PrivacyRequest),
  }),
  show: endpoint('privacyRequests.show', 'GET', '/privacy_requests/:id', {
    summary: 'One request with every answer that was sent',
    access: 'PrivacyManagement:request:canRead',
    allRegions: true,
    params: idParams,
    answer: one(PrivacyRequestWithAnswers),
  }),
  create: endpoint('privacyRequests.create', 'POST', '/privacy_requests', {
    summary: 'Note what a passenger asks for; it is due one month after it came',
    access: 'PrivacyManagement:request:canCreate',
    allRegions: true,
    body: PrivacyRequestInput,
    answer: one(PrivacyRequestWithAnswers),
    status: 201,
  }),
  update: endpoint('privacyRequests.update', 'PATCH', '/privacy_requests/:id', {
    summary: 'Note who looks after an open request, and how identity was checked',
    access: 'PrivacyManagement:request:canUpdate',
    allRegions: true,
    params: idParams,
    body: PrivacyRequestChange,
    answer: one(PrivacyRequestWithAnswers),
  }),
  extend: endpoint('privacyRequests.extend', 'POST', '/privacy_requests/:id/extend', {
    summary: 'Extend the time to answer, once and by at most two months, with the reason that is sent',
    access: 'PrivacyManagement:request:canUpdate',
    allRegions: true,
    params: idParams,
    body: PrivacyExtension,
    answer: one(PrivacyRequestWithAnswers),
    keyed: true,
  }),
  answer: endpoint('privacyRequests.answer', 'POST', '/privacy_requests/:id/answers', {
    summary: 'Note an answer that was sent, and what became of the request',
    access: 'PrivacyManagement:request:canUpdate',
    allRegions: true,
    params: idParams,
    body: PrivacyAnswerInput,
    answer: one(PrivacyRequestWithAnswers),
    status: 201,
  }),
}

export const processingRecords = {
  show: endpoint('processingRecords.show', 'GET', '/processing_records', {
    summary: 'What the installation does with personal data now: what for, who may see it, where it is sent, how long',
    access: 'PrivacyManagement:retention:canRead',
    allRegions: true,
    answer: one(ProcessingRecords),
  }),
  pdf: endpoint('processingRecords.pdf', 'GET', '/processing_records/pdf', {
    summary: 'The same to print',
    access: 'PrivacyManagement:retention:canRead',
    allRegions: true,
    answer: z.unknown(),
    raw: 'application/pdf',
  }),
}
