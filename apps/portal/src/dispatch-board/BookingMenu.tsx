import type { BoardBooking, BoardRow } from '@ambit/contract'
import { Loader, Menu } from '@mantine/core'
import {
  IconArrowRight,
  IconExternalLink,
  IconPin,
  IconPinnedOff,
  IconPlayerPause,
  IconSparkles,
  IconUserMinus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import type { Format } from '../settings/create-format.ts'
import classes from './board.module.css'
import { type BookingActions, mayMove } from './booking-actions.ts'
import { byFit } from '../records/board-fit.ts'
import { probeQuery } from './queries.ts'
import { boardStrings as words } from './strings.ts'

export type OpenMenu = { booking: BoardBooking; x: number; y: number }

type Props = {
  menu: OpenMenu
  rows: readonly BoardRow[]
  actions: BookingActions
  format: Format
  onClose: () => void
}

/** Everything that can be done with one booking, for those who do not drag. */
export const BookingMenu = ({ menu: { booking, x, y }, rows, actions, format, onClose }: Props) => {
  const [moving, setMoving] = useState(false)
  const open = useOpenDialog()
  const can = useCan()
  const row = rows.find(({ trip_id }) => trip_id === booking.trip_id)
  return (
    <Menu opened onChange={(opened) => opened || onClose()} position="bottom-start" width={300} returnFocus>
      <Menu.Target>
        <span className={classes['anchor']} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={words.actionsOf(booking.traveler_name)}>
        {moving ? (
          <Vehicles booking={booking} rows={rows} actions={actions} format={format} />
        ) : (
          <>
            <Menu.Item
              leftSection={<IconExternalLink size={15} aria-hidden />}
              onClick={() => open('LiveBookingDialog', 'view', booking.id)}
            >
              {words.openBooking}
            </Menu.Item>
            {mayMove(booking) && can('DispatchManagement:assign:canUpdate') && (
              <>
                <Menu.Item
                  leftSection={<IconArrowRight size={15} aria-hidden />}
                  closeMenuOnClick={false}
                  onClick={() => setMoving(true)}
                >
                  {words.moveTo}
                </Menu.Item>
                {booking.trip_id !== null && (
                  <Menu.Item
                    leftSection={<IconUserMinus size={15} aria-hidden />}
                    onClick={() => actions.unassign(booking)}
                  >
                    {words.unassign}
                  </Menu.Item>
                )}
              </>
            )}
            {booking.trip_id !== null && can('DispatchManagement:pin:canUpdate') && (
              <Menu.Item
                leftSection={
                  booking.pin === null ? <IconPin size={15} aria-hidden /> : <IconPinnedOff size={15} aria-hidden />
                }
                onClick={() => actions.pin(booking)}
              >
                {booking.pin === null ? words.pin : words.unpin}
              </Menu.Item>
            )}
            {row !== undefined && can('DispatchManagement:pause:canUpdate') && (
              <Menu.Item leftSection={<IconPlayerPause size={15} aria-hidden />} onClick={() => actions.pause(row)}>
                {row.pause === null ? words.pause : words.resume}
              </Menu.Item>
            )}
            {can('DispatchManagement:optimise:canUpdate') && (
              <Menu.Item
                leftSection={<IconSparkles size={15} aria-hidden />}
                onClick={() => actions.optimise(booking.zone_id)}
              >
                {words.optimise}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The vehicles of the zone by how well they fit. */
const Vehicles = ({ booking, rows, actions, format }: Omit<Props, 'menu' | 'onClose'> & { booking: BoardBooking }) => {
  const { data } = useQuery(probeQuery(booking.id))
  if (data === undefined)
    return (
      <Menu.Label>
        <Loader size={12} mr={8} />
        {words.asking}
      </Menu.Label>
    )
  if (data.held !== null) return <Menu.Label>{data.held}</Menu.Label>
  return (
    <>
      <Menu.Label>{words.moveTo}</Menu.Label>
      {byFit(data.trips)
        .filter(({ trip_id }) => trip_id !== booking.trip_id)
        .map(({ trip_id, fit, places, reasons }) => {
          const vehicle = rows.find((one) => one.trip_id === trip_id)?.vehicle_number ?? String(trip_id)
          const [best] = places
          return (
            <Menu.Item key={trip_id} disabled={fit === 'impossible'} onClick={() => actions.assign(booking, trip_id)}>
              {words.choice(vehicle, words.fits[fit], best === undefined ? null : format.time(best.pickup_at))}
              {fit === 'impossible' && <span className={classes['driver']}>{reasons[0]?.text}</span>}
            </Menu.Item>
          )
        })}
    </>
  )
}
