import type { SchemaField, SchemaStage, VehicleNoteInput } from '@ambit/contract'
import type { Random } from '@ambit/random'

const field = (
  key: string,
  label: string,
  type: SchemaField['type'],
  more: Partial<SchemaField> = {},
): SchemaField => ({
  key,
  label,
  type,
  options: [],
  fields: [],
  ...more,
})
const options = (...labels: string[]) =>
  labels.map((label) => ({ value: label.toLowerCase().replaceAll(/[^a-z]+/g, '_'), label }))

const areas = options('North', 'Centre', 'South', 'Reserve')
const depots = options('Harbour Street', 'Mill Road')
const equipment = options('Ramp', 'Lift', 'Child seats', 'Defibrillator', 'Bicycle rack')

/** The demo's custom fields of a vehicle: where it works, its safety checks and its equipment. */
export const demoStages: readonly SchemaStage[] = [
  {
    key: 'allocation',
    label: 'Allocation',
    color: '#1f56b8',
    completable: true,
    fields: [
      field('service_allocation_details', 'Service allocation details', 'group', {
        fields: [
          field('functional_area', 'Functional Area', 'select', { options: areas }),
          field('depot', 'Depot', 'select', { options: depots }),
          field('allocated_on', 'Allocated on', 'date'),
        ],
      }),
    ],
  },
  {
    key: 'safety_inspection',
    label: 'Safety inspection',
    color: '#0b7a4b',
    completable: true,
    fields: [
      field('inspected_on', 'Inspected on', 'date'),
      field('odometer', 'Odometer (km)', 'number'),
      field('passed', 'Passed', 'boolean'),
      field('remarks', 'Remarks', 'textarea'),
    ],
  },
  {
    key: 'fit_out',
    label: 'Fit-out',
    color: '#8f4e00',
    completable: true,
    fields: [field('equipment', 'Equipment', 'multiselect', { options: equipment }), field('livery', 'Livery', 'text')],
  },
]

const pad = (number: number): string => String(number).padStart(2, '0')
const dayOf = (random: Random, year: number): string =>
  `${year}-${pad(1 + random.below(9))}-${pad(1 + random.below(28))}`

/** A vehicle goes through the stages in order; the last one may still be open. */
export const drawAttributes = (random: Random, at: number, year: number): Record<string, unknown> => {
  const inspected = random.chance(0.85)
  const fitted = inspected && random.chance(0.7)
  return {
    allocation: {
      service_allocation_details: {
        functional_area: areas[at % areas.length]?.value,
        depot: random.pick(depots).value,
        allocated_on: dayOf(random, year),
      },
    },
    allocation_completed: true,
    ...(inspected
      ? {
          safety_inspection: {
            inspected_on: dayOf(random, year),
            odometer: 12_000 + random.below(140_000),
            passed: true,
          },
          safety_inspection_completed: true,
        }
      : { safety_inspection: { passed: false, remarks: 'Waiting for new tyres.' } }),
    ...(fitted
      ? {
          fit_out: { equipment: [random.pick(equipment.slice(0, 2)).value, 'child_seats'], livery: 'Sunline' },
          fit_out_completed: true,
        }
      : {}),
  }
}

type Note = Omit<VehicleNoteInput, 'vehicle_id'>
const notes: readonly Note[] = [
  { category: 'comment', details: 'Rear door closes only on the second try. Booked for Tuesday.' },
  {
    category: 'incident',
    subcategory: 'windscreen_damage',
    details: 'Stone chip on the passenger side, about 2 cm.',
    insurance_details: 'yes',
  },
  { category: 'comment', details: 'New ramp fitted, older passengers like it.' },
  {
    category: 'incident',
    subcategory: 'minor_damage',
    details: 'Scraped a bollard while turning at the hospital.',
    witness_details: 'The guard at the gate saw it.',
    insurance_details: 'no',
  },
]

/** Notes about a few vehicles. */
export const drawNotes = (random: Random, vehicles: number): (Note & { vehicle: number })[] =>
  Array.from({ length: vehicles }, (_, vehicle) => vehicle)
    .filter(() => random.chance(0.3))
    .map((vehicle, at) => ({ ...notes[at % notes.length]!, vehicle })) // there are notes
