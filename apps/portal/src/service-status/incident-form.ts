import { type StatusIncident, StatusIncidentInput } from '@ambit/contract'
import { z } from 'zod'
import { regionIdOf, regionText } from '../records/region-text.ts'

const fields = {
  title: StatusIncidentInput.shape.title,
  parts: StatusIncidentInput.shape.parts,
  region_id: z.string(),
  planned: z.boolean(),
  starts_at: z.string(),
  ends_at: z.string(),
}
const inOrder = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): boolean =>
  ends_at === '' || starts_at === '' || Date.parse(ends_at) > Date.parse(starts_at)
const LATE = { path: ['ends_at'], message: 'It must end after it begins', when: () => true }

/** What the form of a new one holds; of one that exists the text is a further update, and may be left out. */
export const NewIncidentForm = z.object({ ...fields, text: StatusIncidentInput.shape.text }).refine(inOrder, LATE)
export const IncidentForm = z.object({ ...fields, text: z.string().trim().max(2000) }).refine(inOrder, LATE)
export type IncidentForm = z.infer<typeof IncidentForm>

export const incidentValues = (incident: StatusIncident | null): IncidentForm => ({
  title: incident?.title ?? '',
  parts: incident?.parts ?? [],
  region_id: regionText(incident?.region_id),
  planned: incident?.planned ?? false,
  starts_at: incident?.starts_at ?? '',
  ends_at: incident?.ends_at ?? '',
  text: '',
})

export const incidentBody = ({ text, starts_at, ...values }: IncidentForm): z.input<typeof StatusIncidentInput> => ({
  ...values,
  ...(starts_at === '' ? {} : { starts_at }),
  region_id: regionIdOf(values.region_id),
  ends_at: values.ends_at === '' ? null : values.ends_at,
  text,
})
