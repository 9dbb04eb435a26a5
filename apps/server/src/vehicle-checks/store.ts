import type { Transaction } from 'kysely'
import type { CheckAnswer, CheckItem, TakenChecklist, VehicleCheck } from '@ambit/contract'
import { counted, failedCritical, itemFails } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { namePhotos } from '../driver-photos/name.ts'
import { recordChanged } from '../live/record-changed.ts'

type Made = {
  checklist: TakenChecklist
  answers: readonly CheckAnswer[]
  trip: { id: number; vehicle_id: number }
  driver_id: number | null
  done_at: Date
  now: Date
}

/** Keeps what a driver answered, and writes a note on the vehicle for each item that failed. */
export const storeCheck = async (tx: Transaction<DB>, made: Made): Promise<void> => {
  const { checklist, answers, trip, driver_id, done_at, now } = made
  const told = checklist.items.map((item) => toldOf(item, answers))
  const failed = failedCritical(checklist, answers)
  const wrong = told.filter((answer) => answer.failed)
  const { id } = await tx
    .insertInto('vehicle_checks')
    .values({
      checklist_id: checklist.id,
      checklist_name: checklist.name,
      moment: checklist.moment,
      result: failed !== null ? 'not_to_be_driven' : wrong.length > 0 ? 'failed' : 'passed',
      failed_item: failed === null ? null : JSON.stringify(failed),
      vehicle_id: trip.vehicle_id,
      driver_id,
      trip_id: trip.id,
      answers: JSON.stringify(told),
      done_at,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = await nameOf(tx, driver_id)
  for (const item of checklist.items) {
    const { label, note, failed } = toldOf(item, answers)
    const ids = answerTo(item, answers)?.photos ?? []
    const photos = { ids, trip_id: trip.id, driver_id, item: item.id, subject: label, vehicle_check_id: id, now }
    const details = `${checklist.name}: ${label}: ${note ?? 'failed'} (${by})`
    const noted = failed ? await writeNote(tx, trip.vehicle_id, details, now) : null
    await namePhotos(tx, noted === null ? photos : { ...photos, vehicle_note_id: noted })
    if (noted !== null) await recordChanged(tx, 'vehicle_notes', noted)
  }
  await recordChanged(tx, 'vehicle_checks', id)
}

const writeNote = async (tx: Transaction<DB>, vehicle_id: number, details: string, created_at: Date): Promise<number> =>
  (
    await tx
      .insertInto('vehicle_notes')
      .values({ vehicle_id, category: 'comment', details, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const nameOf = async (tx: Transaction<DB>, id: number | null): Promise<string> => {
  const driver =
    id === null
      ? undefined
      : await tx.selectFrom('drivers').where('id', '=', id).select(['first_name', 'last_name']).executeTakeFirst()
  return driver === undefined ? 'from paper' : `${driver.first_name} ${driver.last_name}`
}

const answerTo = ({ id }: CheckItem, answers: readonly CheckAnswer[]): CheckAnswer | undefined =>
  answers.find(({ item }) => item === id)

/** The item as it is now, with what was answered, in words. */
const toldOf = (item: CheckItem, answers: readonly CheckAnswer[]): VehicleCheck['answers'][number] => {
  const answer = answerTo(item, answers)
  return {
    item: item.id,
    label: item.label.en,
    kind: item.kind,
    critical: item.critical,
    value: answer === undefined ? null : wordsOf(item, answer),
    failed: itemFails(item, answer),
    note: answer?.note ?? null,
  }
}

const wordsOf = ({ kind, choices }: CheckItem, { value, photos = [] }: CheckAnswer): string => {
  if (kind === 'photo') return photos.length === 0 ? 'No photo' : counted(photos.length, 'photo')
  if (kind === 'pass_fail') return value === 'fail' ? 'Not OK' : 'OK'
  if (kind === 'choice' && typeof value === 'number') return choices[value]?.label.en ?? String(value)
  return String(value)
}
