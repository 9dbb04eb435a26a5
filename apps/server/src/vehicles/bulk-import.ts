import type { Kysely, Transaction } from 'kysely'
import { type VehicleImportError, VehicleInput, vehicleRowProblems, withBothNames } from '@ambit/contract'
import { attributeProblems } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { takenMessage } from '../http/failures.ts'
import { regionChosen, regionProblem, regionsIn, type Scope } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { currentSchema } from '../schemas/queries.ts'
import { insertVehicles, takenNames } from './queries.ts'

type Sent = { [field: string]: unknown }
type Checked = { row: number; sent: Sent; vehicle: VehicleInput | null; problems: string[] }

/**
 * Imports valid rows and lists the others. One call is one transaction: a file travels in several calls,
 * so that progress shows, other requests do not wait for all of it, and imported rows stay when the connection drops.
 * Sending the same call again is safe by its Idempotency-Key.
 */
export const importVehicles = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  scope: Scope,
  { sent, keep }: { sent: readonly Sent[]; keep: Keep },
) =>
  db.transaction().execute(async (tx) => {
    const rows = await checked(tx, scope, sent)
    const right = rows.flatMap(({ vehicle, problems }) => (vehicle === null || problems.length > 0 ? [] : [vehicle]))
    const stored = await insert(tx, right, clock.now())
    for (const row of rows)
      if (row.problems.length === 0 && !stored.has(row.vehicle?.license_plate ?? ''))
        row.problems.push(takenMessage('license_plate'))
    return keep(tx, {
      data: { imported: stored.size },
      errors: rows.filter(({ problems }) => problems.length > 0).map(errorOf),
    })
  })

/** What an import of these rows would refuse, as vehicles are now. */
export const checkVehicles = async ({ db }: Pick<Deps, 'db'>, scope: Scope, sent: readonly Sent[]) => ({
  errors: (await checked(db, scope, sent)).filter(({ problems }) => problems.length > 0).map(errorOf),
})

const checked = async (db: Kysely<DB>, scope: Scope, sent: readonly Sent[]): Promise<Checked[]> => {
  const stages = (await currentSchema(db, 'vehicle'))?.stages ?? []
  const regions = await regionsIn(db, scope)
  const rows = sent.map((row, at): Checked => {
    const named = withBothNames(row)
    const parsed = VehicleInput.safeParse(named)
    if (!parsed.success)
      return { row: at, sent: named, vehicle: null, problems: vehicleRowProblems(parsed.error.issues) }
    const region_id = regionChosen(scope, parsed.data.region_id)
    const problem = regionProblem(scope, regions, region_id)
    const problems = attributeProblems(stages, parsed.data.extra_attributes).map(({ detail }) => detail)
    if (problem !== null) problems.push(problem)
    return { row: at, sent: named, vehicle: { ...parsed.data, region_id }, problems }
  })
  await refuseRepeated(db, rows)
  return rows
}

/** A plate or number of an existing vehicle or of an earlier row of the call. */
const refuseRepeated = async (tx: Kysely<DB>, rows: readonly Checked[]): Promise<void> => {
  const whole = rows.flatMap((row) => (row.vehicle === null ? [] : [{ row, vehicle: row.vehicle }]))
  const taken = await takenNames(
    tx,
    whole.map(({ vehicle }) => vehicle.license_plate),
    whole.map(({ vehicle }) => vehicle.vehicle_number),
  )
  for (const { row, vehicle } of whole) {
    const plate = vehicle.license_plate.toLowerCase()
    const number = vehicle.vehicle_number.toLowerCase()
    if (taken.plates.has(plate)) row.problems.push(takenMessage('license_plate'))
    if (taken.numbers.has(number)) row.problems.push(takenMessage('vehicle_number'))
    if (row.problems.length > 0) continue
    taken.plates.add(plate)
    taken.numbers.add(number)
  }
}

/** Answers the imported plates; one that was added elsewhere in between is skipped. */
const insert = async (tx: Transaction<DB>, vehicles: readonly VehicleInput[], now: Date): Promise<Set<string>> => {
  if (vehicles.length === 0) return new Set()
  const rows = await insertVehicles(tx, vehicles, now)
  // One event for all rows: open lists reload whichever vehicle it names.
  const last = rows.at(-1)
  if (last !== undefined) await recordChanged(tx, 'vehicles', last.id)
  return new Set(rows.map(({ license_plate }) => license_plate))
}

const errorOf = ({ row, sent, problems }: Checked): VehicleImportError => ({
  row,
  license_plate: textOf(sent['license_plate']),
  vehicle_number: textOf(sent['vehicle_number']),
  message: problems.length === 1 ? (problems[0] ?? null) : problems.join('. '),
  detail: problems,
})

const textOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value).slice(0, 100) : null
