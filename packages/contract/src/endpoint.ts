import { z } from 'zod'
import type { PermissionKey } from './permissions.ts'

/**
 * An endpoint is a value that the server binds, the client calls and a test walks.
 * Paths are written with `:name` parameters, below the base of its audience.
 */
export const bases = {
  ops: '/api/v2/ops',
  driver: '/api/v2/driver',
  passenger: '/api/v2/ride',
  geo: '/geo',
  portal: '',
} as const
export type Audience = keyof typeof bases

/**
 * `public`: without signing in. `signed_in`: any staff. A key: staff who hold it. `driver`: a driver's token. `passenger`:
 * a passenger's session. `staff_or_passenger`: either.
 */
export type Access = 'public' | 'signed_in' | 'driver' | 'passenger' | 'staff_or_passenger' | PermissionKey

/** Bytes of the largest body: of passengers, of most endpoints, and of those that take many records or large areas at once. */
const PASSENGER_BODY = 64 * 1024
const USUAL_BODY = 256 * 1024
const LARGE_BODY = 2 * 1024 * 1024
/** of a photo of 2 MB in base64, and of one somewhat larger, which is told how large it may be */
const PHOTO_BODY = 4 * 1024 * 1024

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> = {
  name: string
  summary: string
  audience: Audience
  method: Method
  path: string
  access: Access
  /** refused to users who are limited to regions, because what it changes applies to all of them */
  allRegions: boolean
  params: P
  query: Q
  body: B
  answer: A
  /** status of a successful answer */
  status: 200 | 201 | 202 | 204
  /** about the caller's own account: answered also while a second factor is overdue, which closes everything else */
  ownAccount: boolean
  /** answers those who represent an organisation, of its passengers alone; all others refuse them */
  represented: boolean
  /** a call repeated with the same Idempotency-Key gets the first one's answer */
  keyed: boolean
  /** the media type of an answer that is not JSON, which the server binds by hand */
  raw: string | null
  /** its answer has an ETag of what it tells; a caller that names it in If-None-Match gets 304 while that holds */
  revalidated: boolean
  /** a driver's upload token opens it as well, for its own trip: of the address, or else of the body, which its handler compares */
  uploads: boolean
  /** bytes that its body may have */
  bodyLimit: number
}

const nothing = z.undefined().or(z.null()).or(z.object({}))
export type Nothing = typeof nothing

type Options<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = {
  summary: string
  access: Access
  allRegions?: boolean
  ownAccount?: boolean
  /** one's own account is, unless it says otherwise */
  represented?: boolean
  audience?: Audience
  params?: P
  query?: Q
  body?: B
  answer: A
  status?: 200 | 201 | 202 | 204
  /** every creating call by somebody who has signed in is, and those whose repetition would be refused or do more */
  keyed?: boolean
  raw?: string
  revalidated?: boolean
  uploads?: boolean
  /** takes bodies of 2 MB */
  large?: boolean
  /** takes a photo in base64 */
  photo?: boolean
}

export const endpoint = <
  A extends z.ZodType,
  P extends z.ZodType = z.ZodObject<{}>,
  Q extends z.ZodType = z.ZodObject<{}>,
  B extends z.ZodType = Nothing,
>(
  name: string,
  method: Method,
  path: string,
  options: Options<P, Q, B, A>,
): Endpoint<P, Q, B, A> => ({
  name,
  method,
  path,
  summary: options.summary,
  access: options.access,
  allRegions: options.allRegions ?? false,
  audience: options.audience ?? 'ops',
  ownAccount: options.ownAccount ?? false,
  represented: options.represented ?? options.ownAccount ?? false,
  // The defaults stand in only where the caller gave no schema, so their types are the type parameters' defaults.
  params: options.params ?? (z.object({}) as unknown as P),
  query: options.query ?? (z.object({}) as unknown as Q),
  body: options.body ?? (nothing as unknown as B),
  answer: options.answer,
  status: options.status ?? 200,
  keyed: options.keyed ?? (method === 'POST' && options.status === 201 && options.access !== 'public'),
  raw: options.raw ?? null,
  revalidated: options.revalidated ?? false,
  uploads: options.uploads ?? false,
  bodyLimit: bodyLimitOf(options),
})

const bodyLimitOf = (options: { audience?: Audience; large?: boolean; photo?: boolean }): number => {
  if (options.audience === 'passenger') return PASSENGER_BODY
  if (options.photo === true) return PHOTO_BODY
  return options.large === true ? LARGE_BODY : USUAL_BODY
}

/** the greatest number that an id can have */
export const MAX_ID = 2_147_483_647
export const Id = z.int().positive().max(MAX_ID, 'There is no such record')
export const idParams = z.object({ id: z.coerce.number().int().positive() })
export const one = <T extends z.ZodType>(record: T) => z.object({ data: record })
export const many = <T extends z.ZodType>(record: T) =>
  z.object({ data: z.array(record), meta: z.object({ total: z.int(), total_count: z.int() }) })
/** 204 No Content */
export const empty = z.undefined().or(z.null())

export const urlOf = (endpoint: Pick<Endpoint, 'audience' | 'path'>, params: Record<string, unknown>): string =>
  bases[endpoint.audience] +
  endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
