import { z } from 'zod'
import { endpoint, many, one } from '../endpoint.ts'
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
