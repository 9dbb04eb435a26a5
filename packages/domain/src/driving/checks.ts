import type { CheckAnswer, CheckItem, CheckLabel, CheckMoment, TakenChecklist, TripCheck } from '@ambit/contract'
import type { DeedRefusal } from './refusals.ts'

/** What of checks a trip has. */
export type CheckedTrip = {
  checklists?: readonly TakenChecklist[] | undefined
  checks?: readonly TripCheck[] | undefined
}

type Answers = readonly CheckAnswer[]

const answerTo = ({ id }: CheckItem, answers: Answers): CheckAnswer | undefined =>
  answers.find(({ item }) => item === id)

/** Does the value fit the item's kind? */
const isAnswer = ({ kind, choices }: CheckItem, { value, note, photos = [] }: CheckAnswer): boolean => {
  switch (kind) {
    case 'pass_fail':
      return value === 'pass' || value === 'fail'
    case 'number':
      return typeof value === 'number'
    case 'text':
      return typeof value === 'string' && value !== ''
    case 'choice':
      return typeof value === 'number' && choices[value] !== undefined
    case 'photo':
      // A camera that does not work, or a full phone, keeps nobody from driving: a note says so.
      return photos.length > 0 || note != null
  }
}

export const itemFails = ({ kind, choices }: CheckItem, answer: CheckAnswer | undefined): boolean => {
  if (answer === undefined) return false
  if (kind === 'pass_fail') return answer.value === 'fail'
  return kind === 'choice' && typeof answer.value === 'number' && choices[answer.value]?.fails === true
}

/** Why the answers do not make a check; null: they do. */
export const refuseCheck = (
  { checklists = [] }: CheckedTrip,
  checklistId: number,
  answers: Answers,
): DeedRefusal | null => {
  const checklist = checklists.find(({ id }) => id === checklistId)
  if (checklist === undefined) return { code: 'no_such_checklist' }
  for (const item of checklist.items) {
    const answer = answerTo(item, answers)
    if (answer === undefined ? item.required : !isAnswer(item, answer))
      return { code: 'check_incomplete', item: item.label }
    if (itemFails(item, answer) && answer?.note == null) return { code: 'check_needs_note', item: item.label }
  }
  return null
}

/** The first critical item that failed; null: the vehicle may be driven. */
export const failedCritical = ({ items }: Pick<TakenChecklist, 'items'>, answers: Answers): CheckLabel | null =>
  items.find((item) => item.critical && itemFails(item, answerTo(item, answers)))?.label ?? null

/** The checks of a trip with another one, which counts instead of an earlier one by the same checklist. */
export const withCheck = (
  { checklists = [], checks = [] }: CheckedTrip,
  checklistId: number,
  answers: Answers,
): TripCheck[] => {
  const checklist = checklists.find(({ id }) => id === checklistId)
  if (checklist === undefined) return [...checks]
  const { moment } = checklist
  const failed = failedCritical(checklist, answers)
  const made = { checklist_id: checklistId, moment, failed, released: false }
  return [...checks.filter(({ checklist_id }) => checklist_id !== checklistId), made]
}

/** Checklists of that moment that the driver has not answered on this trip. */
export const checksDue = ({ checklists = [], checks = [] }: CheckedTrip, when: CheckMoment): TakenChecklist[] =>
  checklists.filter(({ id, moment }) => moment === when && !checks.some(({ checklist_id }) => checklist_id === id))

/** What failed so that the vehicle may not be driven on this trip; null: nothing, or staff have released it. */
export const failedCheckOf = ({ checks = [] }: CheckedTrip): CheckLabel | null =>
  checks.find(({ moment, failed, released }) => moment === 'before' && failed !== null && !released)?.failed ?? null
