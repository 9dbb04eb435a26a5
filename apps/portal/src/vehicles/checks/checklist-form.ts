import { CheckItem, CheckLabel, type VehicleChecklist, VehicleChecklistInput } from '@ambit/contract'
import { z } from 'zod'
import { freshKey } from '../../api/fresh-key.ts'

const Label = z.object({
  en: CheckLabel.shape.en,
  de: CheckLabel.shape.de.unwrap(),
  es: CheckLabel.shape.es.unwrap(),
})

const Choice = z.object({ label: Label, fails: z.boolean() })

const Item = z
  .object({ ...CheckItem.shape, label: Label, choices: z.array(Choice).max(12, 'Please enter at most 12 choices') })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 1, {
    path: ['choices'],
    error: 'Please enter at least 2 choices',
  })

/** What the form holds: the contract's rules, with text for the chosen vehicles, of which none means all. */
export const ChecklistForm = VehicleChecklistInput.extend({
  enabled: z.boolean(),
  vehicle_ids: z.array(z.string()),
  items: z.array(Item).min(1, 'Please enter at least 1 item').max(60, 'Please enter at most 60 items'),
})
export type ChecklistForm = z.infer<typeof ChecklistForm>
export type ItemValues = ChecklistForm['items'][number]
export type ChoiceValues = ItemValues['choices'][number]

const noLabel = { en: '', de: '', es: '' }

export const newChoice = (): ChoiceValues => ({ label: noLabel, fails: false })

export const newItem = (): ItemValues => ({
  id: freshKey(),
  label: noLabel,
  kind: 'pass_fail',
  required: true,
  critical: false,
  choices: [],
})

/** One and the same: the form asks for what it begins with each time it is drawn. */
const firstItem = newItem()

export const checklistValues = (checklist: VehicleChecklist | null): ChecklistForm => ({
  name: checklist?.name ?? '',
  moment: checklist?.moment ?? 'before',
  enabled: checklist?.enabled ?? true,
  vehicle_ids: (checklist?.vehicle_ids ?? []).map(String),
  items: checklist?.items ?? [firstItem],
})

export const checklistBody = ({ vehicle_ids, items, ...values }: ChecklistForm): VehicleChecklistInput => ({
  ...values,
  vehicle_ids: vehicle_ids.length === 0 ? null : vehicle_ids.map(Number),
  // Choices of an item that is answered otherwise by now are gone.
  items: items.map((item) => (item.kind === 'choice' ? item : { ...item, choices: [] })),
})
