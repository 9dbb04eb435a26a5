import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { causeOf } from '../ui/cause-of.ts'
import { reportRoutingError } from '../ui/error-list.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SlowLoad } from '../ui/load-within.ts'
import { onceThere } from '../ui/once-there.ts'

/** A route that could not be loaded: listed among the errors, with a way to try again. A late one is drawn once there. */
export const RouteError = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  // Loading it again takes the error away as well; to take it away before would only draw the error again.
  const retry = (): void => void router.invalidate()
  useEffect(() => {
    reportRoutingError(causeOf(error))
    if (!(error instanceof SlowLoad)) return
    let drawn = true
    void onceThere(error, () => {
      if (drawn) void router.invalidate()
      return drawn
    })
    return () => void (drawn = false)
  }, [error, router])
  return <ErrorState error={error} onRetry={retry} />
}
