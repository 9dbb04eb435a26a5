import type { TripStop } from '@ambit/contract'
import { allowCancel } from '@ambit/domain'
import {
  IconArrowDownRight,
  IconArrowUpRight,
  IconRoute,
  IconTicket,
  IconUser,
  IconWheelchair,
  IconX,
} from '@tabler/icons-react'
import { useNavigate } from '../url/link.tsx'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { cancelStrings } from '../records/cancel/strings.ts'
import { MissedPromise } from '../records/MissedPromise.tsx'
import type { Format } from '../settings/create-format.ts'
import { type RowAction, RowActions } from '../table/RowActions.tsx'
import classes from './PassengerRow.module.css'
import { keptSearch } from './navigation.ts'
import { monitoringPath } from './place.ts'
import { monitoringStrings as words } from './strings.ts'

type Props = {
  passenger: TripStop['boardings'][number]
  stop: TripStop
  format: Format
  boards: boolean
  tripId: number
  regionId: number | null
  /** whose booking is being viewed */
  viewed: boolean
  onCancel: (booking: number) => void
}

export const PassengerRow = ({ passenger, stop, format, boards, tripId, regionId, viewed, onCancel }: Props) => {
  const can = useCan()
  const open = useOpenDialog()
  const navigate = useNavigate()
  const showStops = (): void =>
    void navigate({
      to: monitoringPath({ view: 'booking', regionId, tripId, serviceRequestId: passenger.id }),
      search: keptSearch,
    })
  const actions: RowAction[] = [
    ...(can('LiveBooking:booking:canRead')
      ? [
          {
            label: words.viewBooking,
            icon: <IconTicket size={16} />,
            run: () => open('LiveBookingDialog', 'view', passenger.id),
          },
        ]
      : []),
    ...(can('TravellerManagement:traveller:canRead')
      ? [
          {
            label: words.viewPassenger,
            icon: <IconUser size={16} />,
            run: () => open('TravelerDialog', 'view', passenger.traveler_id, 'Profile'),
          },
        ]
      : []),
    { label: words.showStops, icon: <IconRoute size={16} />, run: showStops },
    ...(can('LiveBooking:booking:canRead') && can('LiveBooking:booking:canUpdate') && allowCancel(passenger.status)
      ? [
          {
            label: cancelStrings.cancel,
            icon: <IconX size={16} />,
            danger: true,
            run: () => onCancel(passenger.id),
          },
        ]
      : []),
  ]
  return (
    <li className={classes['person']} data-viewed={viewed || undefined}>
      {boards ? (
        <IconArrowUpRight size={14} role="img" aria-label={words.boards} />
      ) : (
        <IconArrowDownRight size={14} role="img" aria-label={words.alights} />
      )}
      <div className={classes['who']}>
        <span className={classes['personName']}>{passenger.traveler_name}</span>
        {passenger.passenger_count > 1 && <span className="numbers">×{passenger.passenger_count}</span>}
        {(passenger.mobility_support ?? 0) > 0 && <IconWheelchair size={14} aria-hidden />}
        <MissedPromise
          passenger={passenger}
          boards={boards}
          stop={stop}
          format={format}
          className={classes['promised']}
        />
      </div>
      <RowActions label={words.actions(passenger.traveler_name)} reachable actions={actions} />
    </li>
  )
}
