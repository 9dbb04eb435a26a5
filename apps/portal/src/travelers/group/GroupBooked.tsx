import type { BookingGroup } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { useFormat } from '../../settings/format.ts'
import { GroupDone } from './GroupDone.tsx'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

/** What was booked, to read it back to who called: each member's times, and the way to each booking. */
export const GroupBooked = ({ group, onAnother }: { group: BookingGroup; onAnother: () => void }) => {
  const open = useOpenDialog()
  const format = useFormat(group.time_zone)
  return (
    <GroupDone title={words.booked(group.name)} onAnother={onAnother}>
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
    </GroupDone>
  )
}
