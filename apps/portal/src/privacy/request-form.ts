import { type PrivacyRequest, privacyRequestKinds, PrivacyRequestInput, privacyRequestWays } from '@ambit/contract'
import { z } from 'zod'
import { requestStrings as words } from './request-strings.ts'

const identity_check = z.string().trim().max(250)
/** the id of a user as text; empty: nobody */
const user_id = z.string()

export const RequestForm = z.object({
  traveler_id: z
    .number()
    .int()
    .positive(words.needsRecord)
    .nullable()
    .refine((id): boolean => id !== null, words.needsRecord),
  kind: z.enum([...privacyRequestKinds, '']).refine((kind): boolean => kind !== '', words.needsKind),
  came_by: z.enum([...privacyRequestWays, '']).refine((way): boolean => way !== '', words.needsWay),
  received_on: z.string().min(1, words.needsDay),
  identity_check,
  user_id,
})
export type RequestForm = z.infer<typeof RequestForm>

export const emptyRequest = (today: string): RequestForm => ({
  traveler_id: null,
  kind: '',
  came_by: '',
  received_on: today,
  identity_check: '',
  user_id: '',
})

const userOf = (text: string): number | null => (text === '' ? null : Number(text))

/** What the form let through. */
export const requestBody = ({
  traveler_id,
  kind,
  came_by,
  user_id: user,
  ...rest
}: RequestForm): z.infer<typeof PrivacyRequestInput> => {
  if (traveler_id === null || kind === '' || came_by === '') throw new Error('The form refuses these')
  return { ...rest, traveler_id, kind, came_by, user_id: userOf(user) }
}

export const HandlingForm = z.object({ identity_check, user_id })
export type HandlingForm = z.infer<typeof HandlingForm>

export const handlingValues = (request: PrivacyRequest | null): HandlingForm => ({
  identity_check: request?.identity_check ?? '',
  user_id: request === null || request.user_id === null ? '' : String(request.user_id),
})

export const handlingBody = ({ identity_check: check, user_id: user }: HandlingForm) => ({
  identity_check: check,
  user_id: userOf(user),
})
