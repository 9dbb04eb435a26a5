import { expect, test } from 'vitest'
import { checkRows } from './check-rows.ts'
import { failedFile } from './failed-file.ts'
import { readRows } from './read-rows.ts'
import { readText } from '../../ui/read-text.ts'
import { batchesOf, failedBefore, failedOf } from './batches.ts'

const HEAD =
  'Make,Model,VIN,Transmission,Supplier Name,Registration Number,Vehicle ID,Manufacture Year,Colour,Body Type,Number of Doors,Fuel Type,Actual Passenger Capacity,Wheelchair Passenger Capacity,Maximum Capacity'
const read = (text: string) => {
  const reading = readRows(text)
  if (!reading.ok) throw new Error(reading.problem)
  return reading
}
const refusedWith = (text: string): string => {
  const reading = readRows(text)
  if (reading.ok) throw new Error('It should have been refused')
  return reading.problem
}
const check = (...lines: string[]) => checkRows(read([HEAD, ...lines].join('\n')).rows)
const problems = (...lines: string[]) => check(...lines).map((row) => row.problems)

// covers: VEH-101, VEH-103, VEH-105..112
test('an import reads vehicles without headings, blank rows and empty values, and puts choices in lower case', () => {
  const rows = check(
    'Toyota,HiAce,VIN1,AUTOMATIC,Coastline,ABC 123,BUS 1,2024,White,Van,4,Diesel,11,1,12',
    ',,,,,,,,,,,,,,',
    '   ',
    ',,,,,ONLY 1,,,,,,,8,0,',
    ',,,,,,BUS 3,,,,,,8,0,',
  )
  expect(rows.map(({ row }) => row)).toEqual([2, 5, 6])
  expect(rows[0]?.vehicle).toEqual({
    make: 'Toyota',
    model: 'HiAce',
    vin: 'VIN1',
    transmission: 'automatic',
    vendor: 'Coastline',
    license_plate: 'ABC 123',
    vehicle_number: 'BUS 1',
    year: 2024,
    color: 'White',
    body_type: 'van',
    doors: 4,
    fuel_type: 'diesel',
    capacity: 11,
    mobility_capacity: 1,
    max_capacity: 12,
  })
  expect(rows[1]?.vehicle).toEqual({
    license_plate: 'ONLY 1',
    vehicle_number: 'ONLY 1',
    capacity: 8,
    mobility_capacity: 0,
  })
  expect(rows[2]?.vehicle).toMatchObject({ license_plate: 'BUS 3', vehicle_number: 'BUS 3' })
  expect(rows.flatMap((row) => row.problems)).toEqual([])
})

test('an import checks every row before anything is sent', () => {
  expect(
    problems(
      ',,,steam,,A 1,,1066,,,12,,many,,',
      ',,,,,,,,,,,,8,0,',
      ',,,,,B 1,,,,,,,8,0,,,surplus',
      ',,,,,C 1,,,,,,,-1,0,',
    ),
  ).toEqual([
    expect.arrayContaining([
      'The transmission is one of: automatic, electric/hydrogen, manual, other',
      'The year is a number from 1950 to 2100',
      'Doors are from 0 to 10',
      'Please enter a capacity',
      'Please enter a mobility capacity',
    ]),
    expect.arrayContaining(['Please enter a vehicle registration number', 'Please enter a vehicle number']),
    ['This row has more cells than there are columns'],
    ['Please enter a capacity'],
  ])
})

test('a duplicate value in the file is reported with the row where it occurs first', () => {
  expect(problems(',,,,,A 1,N 1,,,,,,8,0,', ',,,,,a 1,N 2,,,,,,8,0,', ',,,,,A 3,n 2,,,,,,8,0,')).toEqual([
    [],
    ['The registration number is in row 2 as well'],
    ['The vehicle ID is in row 3 as well'],
  ])
})

test('formulas and spreadsheet errors are reported, and cells that the export marked as text are read as text', () => {
  expect(
    problems(
      '=1+1,,,,,A 1,,,,,,,8,0,',
      '#REF!,,,,,A 2,,,,,,,8,0,',
      "'=1+1,,,,,A 3,,,,,,,8,0,",
      '@x,,,,,A 4,,,,,,,8,0,',
    ),
  ).toEqual([
    ['Make holds a formula. Paste its value instead'],
    ['Make holds a formula. Paste its value instead'],
    [],
    ['Make holds a formula. Paste its value instead'],
  ])
  expect(check("'=1+1,,,,,A 3,,,,,,,8,0,")[0]?.vehicle['make']).toBe('=1+1')
  expect(problems('a\u0000b,,,,,A 1,,,,,,,8,0,')).toEqual([['Make contains a character that cannot be stored']])
})

test('other separators, column orders, heading spellings and line endings are read as well', () => {
  const semicolons = read(
    'vehicle id; actual  passenger capacity ;WHEELCHAIR PASSENGER CAPACITY;Notes\r\nBUS 1;8;0;x\r\n',
  )
  expect(checkRows(semicolons.rows)[0]).toMatchObject({
    vehicle: { vehicle_number: 'BUS 1', capacity: 8 },
    problems: [],
  })
  expect(semicolons.notices).toEqual(['The columns are separated by semicolons, which also works.', 'Not read: Notes.'])
  const quoted = read(`${HEAD}\n"Toy""ota, big",,,,,A 1,,,,,,,8,0,`)
  expect(quoted.rows[0]?.values.Make).toBe('Toy"ota, big')
})

test('a file that is not a table is refused with a reason', () => {
  expect(refusedWith('')).toBe('This file is empty.')
  expect(refusedWith(HEAD)).toBe('This file holds only the headings. Add a row for each vehicle.')
  expect(refusedWith('Name,Phone\nMia,1')).toMatch(/^None of the columns is recognised. The file has: Name, Phone./)
  expect(refusedWith('Make,Vehicle ID\nFord,1')).toBe(
    'The file has no column "Actual Passenger Capacity", "Wheelchair Passenger Capacity". Compare the headings with the template.',
  )
  expect(refusedWith(`${HEAD},Make\nx`)).toBe('The column Make appears twice.')
  expect(refusedWith(`${HEAD}\n"Ford,,,,,A 1\nB,,,,,B 1`)).toMatch(/A quotation mark in row \d is not closed/)
})

test('a file of 200,000 rows is refused quickly', () => {
  const many = `${HEAD}\n${Array.from({ length: 200_000 }, (_, at) => `,,,,,A ${at},,,,,,,8,0,`).join('\n')}`
  expect(refusedWith(many)).toBe(
    'This file holds more than 20,000 rows. Split it and import the parts one after the other.',
  )
})

test('a file is read in any encoding that spreadsheets write', () => {
  const text = (bytes: Uint8Array) => {
    const reading = readText(bytes)
    return reading.ok ? [reading.text, reading.notices.length] : reading.problem
  }
  expect(text(new TextEncoder().encode('\uFEFFMaké'))).toEqual(['Maké', 0])
  expect(text(new Uint8Array([0xff, 0xfe, 0x4d, 0x00]))).toEqual(['M', 0])
  expect(text(new Uint8Array([0x4d, 0xe9]))).toEqual(['Mé', 1])
  expect(text(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0]))).toMatch(/^This is a workbook/)
  expect(text(new Uint8Array(21 * 1024 * 1024))).toMatch(/larger than 20 MB/)
})

// covers: VEH-36, VEH-37, VEH-88, VEH-124
test('an error gives plate, number and the first reason, and uses plate or number for the other if one is unknown', () => {
  const [row] = check(',,,,,A 1,N 1,,,,,,8,0,')
  if (row === undefined) throw new Error('There is a row')
  const of = (license_plate: string | null, vehicle_number: string | null, message: string | null) => {
    const {
      plate,
      number,
      message: said,
    } = failedOf(row, { license_plate, vehicle_number, message, detail: ['First', 'Second'] })
    return [plate, number, said]
  }
  expect(of('A 1', 'N 1', 'Taken')).toEqual(['A 1', 'N 1', 'Taken'])
  expect(of('A 1', null, null)).toEqual(['A 1', 'A 1', 'First'])
  expect(of(null, 'N 1', null)).toEqual(['N 1', 'N 1', 'First'])
  expect(of(null, null, null)).toEqual(['unknown', 'unknown', 'First'])
})

test('the failed rows are saved to a file that can be corrected and imported', () => {
  const reading = read(`${HEAD}\nFord,,,,,A 1,,,,,,,eight,0,\n=x,,,,,A 2,,,,,,,8,0,`)
  const failed = checkRows(reading.rows).map(failedBefore)
  const file = failedFile(reading.headers, failed)
  expect(file.startsWith('\uFEFF')).toBe(true)
  const again = read(file.slice(1).replace('eight', '8'))
  expect(again.headers.at(-1)).toBe('Error')
  expect(checkRows(again.rows).map((row) => row.problems)).toEqual([[], []])
  // Failing again does not add the columns twice.
  expect(failedFile(again.headers, failed).split('\r\n')[0]?.match(/Error/g)).toHaveLength(1)
})

test('a file is sent in calls of 500 rows, each with its own key', () => {
  const rows = check(...Array.from({ length: 1201 }, (_, at) => `,,,,,A ${at},,,,,,,8,0,`))
  const batches = batchesOf(rows, 'run')
  expect(batches.map((batch) => [batch.key, batch.rows.length])).toEqual([
    ['run-0', 500],
    ['run-1', 500],
    ['run-2', 201],
  ])
})
