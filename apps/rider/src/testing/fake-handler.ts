import type { Endpoint, ErrorCode } from '@ambit/contract'
import type { z } from 'zod'

export type Refusal = {
  status: number
  code: ErrorCode
  detail: string
  pointer?: string
  meta?: Record<string, unknown>
}
export type Asked<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
export type Handler = { endpoint: Endpoint; answer: (asked: Asked<Endpoint>) => unknown }

export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

export const handler = <E extends Endpoint>(endpoint: E, answer: (asked: Asked<E>) => unknown): Handler => ({
  endpoint,
  answer: answer as Handler['answer'], // what is asked was read by the endpoint's own schemas
})

export const listed = <T>(data: readonly T[], total = data.length) => ({
  data,
  meta: { total: data.length, total_count: total },
})
