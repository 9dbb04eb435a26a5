import { ApiError } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import classes from './states.module.css'
import { uiStrings } from './strings.ts'

const causeOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.errors[0]?.detail ?? error.message
  // After an update of the server an open page may not understand its answers.
  if (error instanceof Error && error.name === 'ZodError') return uiStrings.notUnderstood
  return error instanceof Error ? error.message : uiStrings.offline
}

/** Cause, a way to try again, and the request id in the server's log. */
export const ErrorState = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div className={classes['state']} role="alert">
    <IconPlugConnectedX size={24} stroke={1.5} aria-hidden="true" />
    <p className={classes['title']}>{uiStrings.failed}</p>
    <p className={classes['text']}>{causeOf(error)}</p>
    {error instanceof ApiError && error.requestId !== undefined && (
      <p className={classes['request']}>{uiStrings.requestId(error.requestId)}</p>
    )}
    <Button variant="default" onClick={onRetry}>
      {uiStrings.retry}
    </Button>
  </div>
)
