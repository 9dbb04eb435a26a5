import writeExcelFile from 'write-excel-file/node'
import { bodyTypes, fuelTypes, transmissions, VehicleInput, vehicleImportColumns } from '@ambit/contract'

type Field = (typeof vehicleImportColumns)[number]['field']

const allowed: Partial<Record<Field, string>> = {
  transmission: transmissions.join(', '),
  body_type: bodyTypes.join(', '),
  fuel_type: fuelTypes.join(', '),
  year: '1950 to 2100',
  doors: '0 to 10',
  capacity: 'passenger seats, a whole number',
  mobility_capacity: 'wheelchair spaces, a whole number; 0 for none',
  max_capacity: 'seats and wheelchair spaces together',
  seats_per_wheelchair: 'seats that fold away for each wheelchair; 0 for none',
}

const example: Partial<Record<Field, string | number>> = {
  license_plate: '123 ABC',
  vehicle_number: 'BUS 101',
  make: 'Toyota',
  model: 'HiAce Commuter',
  transmission: 'automatic',
  vendor: 'Coastline Fleet',
  year: 2024,
  color: 'White',
  body_type: 'van',
  doors: 4,
  fuel_type: 'diesel',
  capacity: 11,
  mobility_capacity: 1,
  max_capacity: 12,
  seats_per_wheelchair: 2,
}

const bold = (value: string) => ({ value, fontWeight: 'bold' as const, backgroundColor: '#e6effd' })

/** The workbook to fill in: the columns on the first sheet, their allowed values on the second. */
export const importTemplate = (): Promise<Buffer> =>
  writeExcelFile([
    {
      sheet: 'Vehicles',
      stickyRowsCount: 1,
      columns: vehicleImportColumns.map(({ header }) => ({ width: Math.max(14, header.length + 3) })),
      data: [vehicleImportColumns.map(({ header }) => bold(header))],
    },
    {
      sheet: 'How to fill in',
      stickyRowsCount: 1,
      columns: [{ width: 32 }, { width: 12 }, { width: 90 }, { width: 20 }],
      data: [
        ['Column', 'Required', 'Allowed', 'Example'].map(bold),
        ...vehicleImportColumns.map(({ header, field }) => [
          header,
          VehicleInput.shape[field].safeParse(undefined).success ? '' : 'yes',
          allowed[field] ?? 'text',
          example[field] ?? '',
        ]),
        [],
        ['Fill in the first sheet, then save it as CSV (comma delimited, .csv) and choose that file in the portal.'],
        ['A missing registration number is taken from the vehicle ID, and vice versa.'],
      ],
    },
  ]).toBuffer()
