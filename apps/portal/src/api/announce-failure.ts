import { ApiError, NetworkError } from '@ambit/contract'
import { notify } from '../notifications/notify.tsx'
import { apiErrorNotice } from './error-notice.ts'
import { OFFLINE_SAVE } from './failure-text.ts'

/** For an action without a form to say it in: deleting a row, pressing a button. */
export const announceFailure = (error: unknown, title: string): void => {
  if (error instanceof NetworkError) {
    notify({ type: 'error', title, message: OFFLINE_SAVE, decay: 5000 })
    return
  }
  if (!(error instanceof ApiError)) throw error
  const notice = apiErrorNotice(error)
  if (notice !== null) notify({ ...notice, title, message: error.errors.map((entry) => entry.detail) })
}
