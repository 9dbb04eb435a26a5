import { isTimeZone } from '@ambit/domain'
import { invalid } from '../http/errors.ts'

/** Throws 422 for an unknown time zone. */
export const refuseUnknownTimeZone = (name: string | undefined): void => {
  if (name !== undefined && !isTimeZone(name)) {
    throw invalid([{ pointer: '/time_zone', detail: 'Please select a timezone' }])
  }
}
