import { FUNCTIONAL_AREA_PATH, type SchemaStage, type Vehicle } from '@ambit/contract'
import { completedStages, leavesOf, optionsAt, valueAt } from '@ambit/domain'
import { vehicleStatuses } from '../records/vehicles.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { attributeText } from './attribute-text.ts'
import { StageTag } from './schema/StageTag.tsx'
import { vehicleStrings } from './strings.ts'
import classes from './vehicles.module.css'

const words = vehicleStrings.columns

const fixed: readonly Column<Vehicle>[] = [
  {
    id: 'vehicle_number',
    header: words.vehicle_number,
    width: 110,
    value: (vehicle) => vehicle.vehicle_number,
    sort: 'vehicle_number',
    primary: true,
    fixed: true,
  },
  {
    id: 'status',
    header: words.status,
    width: 104,
    value: (vehicle) => vehicle.status,
    cell: (vehicle) => <RecordStatus of={vehicleStatuses} status={vehicle.status} />,
    sort: 'status',
    fixed: true,
  },
]

const plain: readonly Column<Vehicle>[] = [
  {
    id: 'license_plate',
    header: words.registration,
    width: 120,
    value: (vehicle) => vehicle.license_plate,
    sort: 'license_plate',
  },
  {
    id: 'capacity',
    header: words.capacity,
    width: 206,
    value: (vehicle) => vehicle.capacity,
    sort: 'capacity',
    type: 'number',
  },
  { id: 'make', header: words.make, width: 130, value: (vehicle) => vehicle.make, sort: 'make' },
  { id: 'model', header: words.model, width: 150, value: (vehicle) => vehicle.model, sort: 'model' },
  { id: 'color', header: words.color, width: 90, value: (vehicle) => vehicle.color, sort: 'color' },
  { id: 'doors', header: words.doors, width: 80, value: (vehicle) => vehicle.doors, sort: 'doors', type: 'number' },
  {
    id: 'mobility_capacity',
    header: words.mobility_capacity,
    width: 230,
    value: (vehicle) => vehicle.mobility_capacity,
    sort: 'mobility_capacity',
    type: 'number',
  },
]

/** The table's columns: those that stay in view, the vehicle's own, and what the schema adds. */
export const vehicleColumns = (
  stages: readonly SchemaStage[],
  extra: readonly string[],
): readonly Column<Vehicle>[] => [
  ...fixed,
  ...(stages.length === 0 ? [] : [completedColumn(stages)]),
  // Next to what stays in view, so that the columns of a stage are seen to appear when it is chosen.
  ...stages.filter(({ key }) => extra.includes(key)).flatMap(stageColumns),
  ...plain,
  ...functionalAreaColumn(stages),
]

/** How far a vehicle has come: the marks of the stages behind it, the last one by name. */
const completedColumn = (stages: readonly SchemaStage[]): Column<Vehicle> => {
  const of = (vehicle: Vehicle) => completedStages(stages, vehicle.extra_attributes)
  const text = (vehicle: Vehicle) =>
    of(vehicle)
      .map(({ label }) => label)
      .join(', ')
  return {
    id: 'completed_stage',
    header: vehicleStrings.completedStage,
    width: 190,
    value: text,
    cell: (vehicle) => {
      const done = of(vehicle)
      const last = done.at(-1)
      if (last === undefined) return null
      return (
        <span className={classes['stages']} title={text(vehicle)}>
          {done.slice(0, -1).map((stage) => (
            <span key={stage.key} className={classes['swatch']} style={{ background: stage.color }} />
          ))}
          <StageTag stage={last} />
          <span className="visually-hidden">
            {done
              .slice(0, -1)
              .map(({ label }) => `, ${label}`)
              .join('')}
          </span>
        </span>
      )
    },
    fixed: true,
  }
}

const functionalAreaColumn = (stages: readonly SchemaStage[]): Column<Vehicle>[] => {
  const options = optionsAt(stages, FUNCTIONAL_AREA_PATH)
  if (options === null) return []
  return [
    {
      id: 'functional_area',
      header: vehicleStrings.functionalArea,
      width: 150,
      value: (vehicle) =>
        attributeText({ type: 'select', options }, valueAt(vehicle.extra_attributes, FUNCTIONAL_AREA_PATH)),
    },
  ]
}

const stageColumns = (stage: SchemaStage): Column<Vehicle>[] =>
  leavesOf(stage).map(({ path, labels, field }) => ({
    id: path.join('.'),
    header: `${stage.label}: ${labels.at(-1) ?? ''}`,
    width: Math.max(140, 40 + 7 * (stage.label.length + field.label.length)),
    value: (vehicle) => attributeText(field, valueAt(vehicle.extra_attributes, path)),
  }))
