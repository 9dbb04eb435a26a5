import type { Trip } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { driverOptions } from '../records/drivers.ts'
import { vehicleOptions } from '../records/vehicles.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { type Option, SelectField } from '../form/fields.tsx'
import { DASH } from '../settings/create-format.ts'
import { useSettings } from '../settings/settings.ts'
import { isModuleEnabled } from './module-enabled.ts'
import { tripStrings as words } from './strings.ts'
import classes from './CrewFields.module.css'

const AT_ONCE = 100

/** Who drives, and with what. Of a trip that is shown, both lead to their own dialogs. */
export const CrewFields = ({ trip }: { trip: Trip | null }) => {
  const can = useCan()
  const open = useOpenDialog()
  const drivers = useQuery({ ...driverOptions, enabled: can('DriverManagement:driver:canRead') }).data ?? []
  const vehicles = useQuery({ ...vehicleOptions, enabled: can('VehicleManagement:vehicle:canRead') }).data ?? []
  // Only approved drivers and active vehicles are offered; those that the trip has stay on offer.
  const driverChoices = withOwn(
    drivers
      .filter(({ id, status }) => status === 'approved' || id === trip?.driver_id)
      .map(({ id, full_name }) => ({ value: String(id), label: full_name })),
    trip?.driver_id,
    trip?.driver_name,
  )
  const vehicleChoices = withOwn(
    vehicles
      .filter(({ id, status }) => status === 'active' || id === trip?.vehicle_id)
      .map(({ id, vehicle_number, capacity, mobility_capacity }) => ({
        value: String(id),
        label: `${vehicle_number} · ${words.seats(capacity, mobility_capacity)}`,
      })),
    trip?.vehicle_id,
    trip?.vehicle_number,
  )
  const shared = { searchable: true, limit: AT_ONCE, bulk: true, openOnFocus: false }
  return (
    <>
      <SelectField
        {...shared}
        name="driver_id"
        label={words.columns.driver_id}
        options={driverChoices}
        view={
          <Linked
            module="DriverManagement"
            id={trip?.driver_id}
            name={trip?.driver_name}
            onOpen={(id) => open('DriverDialog', 'view', id)}
          />
        }
      />
      <SelectField
        {...shared}
        name="vehicle_id"
        label={words.columns.vehicle_id}
        options={vehicleChoices}
        view={
          <Linked
            module="VehicleManagement"
            id={trip?.vehicle_id}
            name={trip?.vehicle_number}
            onOpen={(id) => open('VehicleDialog', 'view', id, 'VehicleDetails')}
          />
        }
      />
    </>
  )
}

/** The trip's own one, whether or not the list could be read. */
const withOwn = (options: Option[], id: number | null | undefined, name: string | null | undefined): Option[] =>
  id == null || options.some(({ value }) => value === String(id))
    ? options
    : [{ value: String(id), label: name ?? String(id) }, ...options]

type LinkedProps = {
  module: 'DriverManagement' | 'VehicleManagement'
  id: number | null | undefined
  name: string | null | undefined
  onOpen: (id: number) => void
}

/** A name that opens its record where that module is in use; else the name alone. */
const Linked = ({ module, id, name, onOpen }: LinkedProps) => {
  const can = useCan()
  const { modules } = useSettings()
  if (id == null || name == null) return DASH
  if (!isModuleEnabled(modules, module, can)) return name
  return (
    <button type="button" className={classes['link']} onClick={() => onOpen(id)}>
      {name}
    </button>
  )
}
