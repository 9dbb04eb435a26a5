import { invalid } from '../http/errors.ts'

type Standing = { status: string | null; restriction: string | null }

/** 422 for a passenger who cannot book, with the reason. */
export const requireBookable = ({ status, restriction }: Standing): void => {
  const refuse = (detail: string) => invalid([{ pointer: '/traveler_id', detail }])
  if (status === 'blocked') throw refuse('This passenger is blocked and cannot book')
  if (restriction !== null)
    throw refuse(`The use of this passenger’s data is restricted, so nothing can be booked: ${restriction}`)
}
