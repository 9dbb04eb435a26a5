import type { Trip } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../auth/permissions.ts'
import { NOTIFY } from '../../records/notice-keys.ts'
import { noticeOffer } from '../../records/notice-offer.ts'
import { tripRecords } from '../../records/trips.ts'
import { zoneOptions } from '../../records/zones.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog, useOpenDialog } from '../../dialogs/stack.ts'
import { notify } from '../../notifications/notify.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DisruptionPreviewPanel } from './DisruptionPreviewPanel.tsx'
import shared from './disruptions.module.css'
import classes from './LostVehicleDialog.module.css'
import { disruptionStrings } from './strings.ts'
import { useDisruption } from './use-disruption.ts'

const words = disruptionStrings.lost

/** A vehicle that goes no further: shows which other vehicle each passenger would take, before it is done. */
const LostVehicleDialog = () => {
  const { id } = useDialog()
  return (
    <Loaded query={useQuery(tripRecords.one(Number(id)))} title={words.open}>
      {(trip) => <LostVehicle trip={trip} />}
    </Loaded>
  )
}
export default LostVehicleDialog

const LostVehicle = ({ trip }: { trip: Trip }) => {
  const { close } = useDialog()
  const openDialog = useOpenDialog()
  const can = useCan()
  const vehicle = trip.vehicle_number ?? trip.name
  const over = !trip.allowed_transitions.includes('cancelled')
  const asked = useDisruption(over ? null : { kind: 'vehicle_lost', trip_id: trip.id }, () => {
    const offer = noticeOffer(openDialog, can(NOTIFY), { trip_id: trip.id })
    notify({ type: 'success', title: words.open, message: words.accepted(vehicle), ...offer })
    close()
  })
  const zones = useQuery(zoneOptions(null))
  const { preview } = asked
  return (
    <DialogFrame title={words.title(vehicle)} id={trip.name}>
      <p className={shared['explained']}>{words.explained}</p>
      {over ? (
        <p role="status">{words.over}</p>
      ) : preview.data !== undefined ? (
        <DisruptionPreviewPanel
          asked={asked}
          shown={preview.data}
          timeZone={zones.data?.find((zone) => zone.id === trip.zone_id)?.time_zone}
          labels={words}
          onRefuse={close}
        />
      ) : preview.isError ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <Working />
      )}
    </DialogFrame>
  )
}

/** The plan is being worked out. */
export const Working = () => (
  <div className={classes['working']} role="status">
    <p className={shared['hint']}>{disruptionStrings.working}</p>
    <Skeleton h={54} />
    <Skeleton h={120} />
  </div>
)
