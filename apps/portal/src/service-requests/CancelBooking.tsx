import { api, type ServiceRequest } from '@ambit/contract'
import { Button, Tooltip } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { notify } from '../notifications/notify.tsx'
import { ConfirmDialog } from '../table/RowActions.tsx'
import classes from './booking.module.css'
import { bookingChanged } from './queries.ts'
import { bookingStrings as words } from './strings.ts'

/** Asks first; a booking that can no longer be cancelled says why on its disabled button. */
export const CancelBooking = ({ record }: { record: ServiceRequest }) => {
  const can = useCan()
  const queries = useQueryClient()
  const [asked, ask] = useState(false)
  if (!can('LiveBooking:booking:canUpdate')) return null
  const cancel = async (): Promise<void> => {
    try {
      await client.call(api.serviceRequests.cancel, { params: { id: record.id }, body: {} })
      notify({ type: 'success', title: words.cancel, message: words.cancelled })
    } catch (error) {
      announceFailure(error, words.cancelFailed)
    }
    bookingChanged(queries, record.id)
    ask(false)
  }
  return (
    <div className={classes['actions']}>
      <Tooltip
        label={words.cancelRefused(words.statuses[record.status].toLowerCase())}
        disabled={record.allow_cancel}
        openDelay={400}
      >
        <Button
          variant="default"
          className={classes['cancel']}
          data-disabled={!record.allow_cancel || undefined}
          aria-disabled={!record.allow_cancel}
          onClick={() => record.allow_cancel && ask(true)}
        >
          {words.cancel}
        </Button>
      </Tooltip>
      <ConfirmDialog
        question={asked ? { title: words.cancel, text: words.cancelQuestion, button: words.cancel } : null}
        danger
        onCancel={() => ask(false)}
        onConfirm={cancel}
      />
    </div>
  )
}
