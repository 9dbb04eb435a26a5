import type { ServiceRequest } from '@ambit/contract'
import { Alert, Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import classes from './booking.module.css'
import { bookingStrings as words } from './strings.ts'

/** Why the passenger cancelled; staff with the right can add it while it is missing. */
export const CancellationInfo = ({ record }: { record: ServiceRequest }) => {
  const can = useCan()
  const open = useOpenDialog()
  return (
    <Alert className={classes['note']} title={words.cancelledTitle} icon={<IconInfoCircle size={18} aria-hidden />}>
      <p>{record.cancellation_reason === null ? words.noReason : words.reason(record.cancellation_reason)}</p>
      {record.additional_information !== null && <p>{words.information(record.additional_information)}</p>}
      {record.survey_ids.length === 0 && can('LiveBooking:booking:canUpdate') && (
        <Button size="compact-xs" variant="default" onClick={() => open('SurveyDialog', 'create', record.id)}>
          {words.recordWhy}
        </Button>
      )}
    </Alert>
  )
}
