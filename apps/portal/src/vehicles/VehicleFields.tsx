import { bodyTypes, fuelTypes, transmissions, type Vehicle, vehicleNeeds } from '@ambit/contract'
import { aidKindWords } from '../records/mobility-aids.ts'
import { vehicleStatuses } from '../records/vehicles.ts'
import { RegionField } from '../records/RegionField.tsx'
import { RecordStatus, statusOptions } from '../records/status.tsx'
import { MultiSelectField, NumberField, SelectField, TextField } from '../form/fields.tsx'
import { optionWords, vehicleStrings } from './strings.ts'

const words = vehicleStrings.columns
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: optionWords(value) }))
const needChoices = vehicleNeeds.map((value) => ({ value, label: aidKindWords[value] }))
const statusChoices = statusOptions(vehicleStatuses, ['active', 'inactive'])

export const VehicleFields = ({ vehicle }: { vehicle: Vehicle | null }) => (
  <>
    <TextField name="license_plate" label={words.license_plate} />
    <TextField name="vehicle_number" label={words.vehicle_number} />
    <NumberField name="capacity" label={words.capacity} min={0} max={200} />
    <NumberField name="mobility_capacity" label={words.mobility_capacity} min={0} max={200} />
    <NumberField name="max_capacity" label={words.max_capacity} min={0} max={200} />
    <NumberField name="seats_per_wheelchair" label={words.seats_per_wheelchair} min={0} max={10} />
    <MultiSelectField name="takes" label={words.takes} options={needChoices} />
    <TextField name="make" label={words.make} />
    <TextField name="model" label={words.model} />
    <SelectField name="body_type" label={words.body_type} options={optionsOf(bodyTypes)} clearable />
    <NumberField name="year" label={words.year} plain />
    <NumberField name="doors" label={words.doors} />
    <TextField name="color" label={words.color} />
    <SelectField name="fuel_type" label={words.fuel_type} options={optionsOf(fuelTypes)} clearable />
    <SelectField name="transmission" label={words.transmission} options={optionsOf(transmissions)} clearable />
    <TextField name="vendor" label={words.vendor} />
    <TextField name="vin" label={words.vin} />
    <VehicleStatusField vehicle={vehicle} />
    <RegionField label={words.region_id} none={vehicleStrings.allRegions} record={vehicle} />
  </>
)

export const VehicleStatusField = ({ vehicle }: { vehicle: Vehicle | null }) => (
  <SelectField
    name="status"
    label={words.status}
    options={statusChoices}
    bulk
    view={vehicle === null ? undefined : <RecordStatus of={vehicleStatuses} status={vehicle.status} />}
  />
)
