import type { ServiceRequest } from '@ambit/contract'
import { noShowReasonWords } from '@ambit/domain'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import classes from './booking.module.css'
import { bookingStrings as words } from './strings.ts'

/** Why the passenger did not ride, as the driver said, and whether it counts against the passenger. */
export const NoShowInfo = ({ record }: { record: ServiceRequest }) => {
  const { no_show_reason: reason, no_show_fault: fault } = record
  return (
    <Alert className={classes['note']} title={words.noShowTitle} icon={<IconInfoCircle size={18} aria-hidden />}>
      <p>{reason === null ? words.noReason : words.reason(noShowReasonWords[reason])}</p>
      {fault !== null && <p>{words.noShowFaults[fault]}</p>}
    </Alert>
  )
}
