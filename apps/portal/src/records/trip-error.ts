import { ApiError } from '@ambit/contract'
import { useEffect } from 'react'
import { notify } from '../notifications/notify.tsx'

const ERROR_DECAY = 3000

/** Replaces the general notice for the same address. That a trip is gone is shown in its place. */
export const useTripErrorNotice = (error: Error | null): void => {
  useEffect(() => {
    if (error === null || (error instanceof ApiError && error.status === 404)) return
    notify({
      key: error instanceof ApiError ? `api:${error.url}` : 'trip-error',
      type: 'error',
      title: 'Error',
      message: 'An error occurred while fetching trip data.',
      decay: ERROR_DECAY,
    })
  }, [error])
}
