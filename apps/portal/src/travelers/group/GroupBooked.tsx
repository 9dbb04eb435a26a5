import type { BookingGroup } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useDialog, useOpenDialog } from '../../dialogs/stack.ts'
import { useFormat } from '../../settings/format.ts'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

/** What was booked, to read it back to who called: each member's times, and the way to each booking. */
export const GroupBooked = ({ group, onAnother }: { group: BookingGroup; onAnother: () => void }) => {
  const { close } = useDialog()
  const open = useOpenDialog()
  const format = useFormat(group.time_zone)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes['form']}>
      <h3 ref={heading} tabIndex={-1}>
        {words.booked(group.name)}
      </h3>
      <ul className={classes['booked']} aria-label={words.members}>
        {group.service_requests.map(({ id, traveler_name, pickup, vehicle_number }) => (
          <li key={id}>
            <Button variant="subtle" size="compact-sm" onClick={() => open('LiveBookingDialog', 'view', id)}>
              {words.bookedRow(traveler_name, id)}
            </Button>
            <span>
              {words.member.pickUp(
                format.time(pickup.promised_lower_bound),
                format.time(pickup.promised_upper_bound),
                pickup.name,
              )}
              {vehicle_number === null ? '' : ` · ${vehicle_number}`}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes['end']}>
        <Button variant="default" onClick={onAnother}>
          {words.another}
        </Button>
        <Button onClick={close}>{words.close}</Button>
      </div>
    </div>
  )
}
