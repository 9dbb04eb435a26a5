import { ApiError } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { causeOf, codeIsMissing } from './cause-of.ts'
import classes from './states.module.css'
import { uiStrings } from './strings.ts'

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
    {codeIsMissing(error) && <Button onClick={() => location.reload()}>{uiStrings.loadAgain}</Button>}
  </div>
)
