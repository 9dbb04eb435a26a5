import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'

/** characters (SURV-09, which calls it a word limit) */
export const SURVEY_INFORMATION_LIMIT = 250

export const SurveyOption = z.object({ key: z.string(), reason: z.string() })
export type SurveyOption = z.infer<typeof SurveyOption>

/** Why a passenger cancelled. */
export const Survey = z.object({
  id: Id,
  service_request_id: Id,
  cancellation_reason_key: z.string(),
  additional_information: z.string().nullable(),
  created_at: Timestamp,
})
export type Survey = z.infer<typeof Survey>

export const SurveyInput = z.object({
  service_request_id: Id,
  cancellation_reason_key: z.string().trim().min(1, 'Please select a reason').max(100),
  additional_information: z.string().trim().max(SURVEY_INFORMATION_LIMIT).nullish(),
})
