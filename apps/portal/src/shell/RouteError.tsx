import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { causeOf } from '../ui/cause-of.ts'
import { reportRoutingError } from '../ui/error-list.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

/** A route that could not be loaded: listed among the errors, with a way to try again. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  useEffect(() => reportRoutingError(causeOf(error)), [error])
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
