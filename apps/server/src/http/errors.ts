import type { ApiErrorEntry, ErrorCode, GroupRefusal } from '@ambit/contract'

/** What a handler throws to refuse: becomes the error envelope with this status. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly errors: readonly ApiErrorEntry[]
  readonly meta: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    errors: readonly ApiErrorEntry[],
    meta?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(errors[0]?.detail ?? `Status ${status}`)
    this.status = status
    this.errors = errors
    this.meta = meta
    this.headers = headers
  }
}

const single = (
  status: number,
  code: ErrorCode,
  title: string,
  detail: string,
  meta?: Record<string, unknown>,
  headers?: Record<string, string>,
): HttpError => new HttpError(status, [{ status: String(status), code, title, detail }], meta, headers)

export const unreadable = (detail: string): HttpError => single(400, 'unreadable', 'Unreadable request', detail)

export const unauthenticated = (
  code: 'unauthenticated' | 'token_expired' | 'wrong_credentials' = 'unauthenticated',
): HttpError => {
  const details = {
    unauthenticated: 'Please sign in',
    token_expired: 'Your session has ended. Please sign in again',
    wrong_credentials: 'Your login details are incorrect. Please try again!',
  } as const
  const headers: Record<string, string> = code === 'wrong_credentials' ? {} : { 'www-authenticate': 'Bearer' }
  return single(401, code, 'Not signed in', details[code], undefined, headers)
}

/** Asked after any password of an account that has a second factor; `meta` carries what the second step is sent with, and whether a passkey is offered for it. */
export const secondStepAsked = (ticket: string, expiresAt: Date, passkey: boolean): HttpError =>
  single(401, 'second_step', 'Second step', 'Please enter the code of your second factor', {
    ticket,
    expires_at: expiresAt.toISOString(),
    passkey,
  })

/** The right password, which an administrator has set; `meta` carries what another one is chosen with. */
export const passwordToChange = (token: string): HttpError =>
  single(401, 'password_to_change', 'New password', 'An administrator has set your password. Please choose your own', {
    reset_password_token: token,
  })

/** The owner of the account said that somebody else signed in. Told only to who has shown all that signing in asks for. */
export const signInBlocked = (resetLifts: boolean): HttpError =>
  single(
    403,
    'sign_in_blocked',
    'Sign-in is blocked',
    `Signing in was blocked by “This was not me”. ${resetLifts ? 'Choose a new password with “I forgot my password”' : 'Ask an administrator to allow it again'}`,
  )

/** The user must show again who they are: `POST /sessions/current/proof`. */
export const proofNeeded = (): HttpError =>
  single(403, 'proof_needed', 'Please confirm', 'Please enter your password again to do this')

/** The role of the user needs a second factor, and the days to set one up are over. */
export const secondFactorNeeded = (): HttpError =>
  single(
    403,
    'second_factor_needed',
    'Second step needed',
    'Your role needs a second step of signing in. Set it up on the page Security first',
  )

/** The caller must say why (`X-Reason`): `asks` is the question that a person is shown. */
export const reasonNeeded = (asks: string): HttpError =>
  new HttpError(422, [
    { status: '422', code: 'reason_needed', title: 'Reason', detail: asks, source: { pointer: '/x-reason' } },
  ])

export const forbidden = (detail = 'You do not have permission to do this'): HttpError =>
  single(403, 'forbidden', 'Not allowed', detail)

export const notFound = (detail = 'There is no such record'): HttpError => single(404, 'not_found', 'Not found', detail)

/** What is named at this place of the body is not there. */
export const notFoundAt = (pointer: string, detail = 'There is no such record'): HttpError =>
  new HttpError(404, [{ status: '404', code: 'not_found', title: 'Not found', detail, source: { pointer } }])

export const methodNotAllowed = (allowed: readonly string[]): HttpError =>
  single(405, 'not_found', 'Method not allowed', `This address accepts ${allowed.join(', ')}`, undefined, {
    allow: allowed.join(', '),
  })

/** The record changed since it was read; `current` is the stored record. */
export const staleRecord = (current: unknown): HttpError =>
  single(409, 'stale_record', 'Changed in the meantime', 'Someone else changed this record after you opened it', {
    current,
  })

/** Several records of one request changed since they were read; one entry for each, at its place in the body. */
export const staleRecords = (records: readonly FieldError[], current: unknown): HttpError =>
  new HttpError(
    409,
    records.map(({ pointer, detail }) => ({
      status: '409',
      code: 'stale_record' as const,
      title: 'Changed in the meantime',
      detail,
      source: { pointer },
    })),
    { current },
  )

export const conflict = (detail: string, meta?: Record<string, unknown>): HttpError =>
  single(409, 'conflict', 'Not possible now', detail, meta)

/** A record that others still refer to cannot go. */
export const inUse = (detail: string): HttpError => single(409, 'in_use', 'Still in use', detail)

/** The offering was sold or ran out; `meta` carries fresh ones. */
export const offerGone = (meta: Record<string, unknown>): HttpError =>
  single(409, 'offer_gone', 'Offer gone', 'This offer is no longer available. Please choose another one', meta)

/** The booking was cancelled before; `detail` says by whom, when and why. */
export const alreadyCancelled = (detail: string): HttpError =>
  single(409, 'already_cancelled', 'Cancelled already', detail)

/** The passenger has a ride that begins near there about then, and is asked whether this is another one. */
export const anotherRide = (detail: string, meta?: Record<string, unknown>): HttpError =>
  single(409, 'another_ride', 'Another ride', detail, meta)

/** The passenger would have to be on board of two rides at once. */
export const overlappingRide = (detail: string, pointer: string): HttpError =>
  new HttpError(422, [
    { status: '422', code: 'overlapping_ride', title: 'Overlapping ride', detail, source: { pointer } },
  ])

/** The passenger cannot book for that day; `meta` says until when. */
export const suspended = (detail: string, meta: { until: string; next: string; suspension_id: number }): HttpError =>
  new HttpError(
    422,
    [{ status: '422', code: 'suspended', title: 'Suspended', detail, source: { pointer: '/traveling_at' } }],
    meta,
  )

/** A group cannot travel as it was asked for; `meta` says what would work. */
export const noVehicleTakesAll = (detail: string, refusal: GroupRefusal): HttpError =>
  single(422, 'no_vehicle_takes_all', 'No vehicle takes all', detail, { refusal })

export const tooLarge = (detail = 'The request is too large'): HttpError =>
  single(413, 'too_large', 'Too large', detail)

export const unsupportedType = (detail = 'Send JSON: content-type application/json'): HttpError =>
  single(415, 'unsupported_type', 'Unsupported type', detail)

export type FieldError = {
  /** JSON pointer into the request body: `/email`; query fields read `/query/page` */
  pointer: string
  detail: string
  title?: string
}

/** More would make the answer to a body of wrong values many times as large as the body. */
const MOST_ENTRIES = 200

/** One entry per field, of the first 200. */
export const invalid = (fields: readonly FieldError[]): HttpError =>
  new HttpError(
    422,
    fields.slice(0, MOST_ENTRIES).map(({ pointer, detail, title }) => ({
      status: '422',
      code: 'invalid' as const,
      title: title ?? titleOf(pointer),
      detail,
      source: { pointer },
    })),
  )

/** A critical item of the vehicle's check failed, and staff have not released it. */
export const vehicleCheckFailed = (detail: string): HttpError =>
  single(422, 'vehicle_check_failed', 'Vehicle check failed', detail)

/** What the state of a record, not the input, forbids: 422 with the sentence that is shown. */
export const notPossible = (detail: string): HttpError => invalid([{ pointer: '', title: 'Not possible now', detail }])

export const tooMany = (retryAfterSeconds: number, detail?: string): HttpError => {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return single(
    429,
    'too_many_requests',
    'Too many requests',
    detail ?? `Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again`,
    undefined,
    { 'retry-after': String(seconds) },
  )
}

export const internal = (): HttpError =>
  single(500, 'internal', 'Something went wrong', 'The server failed. Please give support the request id')

export const notReady = (detail: string): HttpError => single(503, 'not_ready', 'Not ready', detail)

/** `/first_name` → `First name` */
const titleOf = (pointer: string): string => {
  const name = pointer
    .split('/')
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .at(-1)
  if (name === undefined) return 'Request'
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
