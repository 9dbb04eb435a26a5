import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { ShownPhoto } from './driver-photos.ts'
import { optionalText, requiredText, Timestamp } from './basics.ts'

export const noteCategories = ['comment', 'incident'] as const
export const noteSubcategories = [
  'accident_third_party',
  'accident',
  'infringement',
  'property_damage',
  'minor_damage',
  'windscreen_damage',
  'other',
] as const
export const insuranceAnswers = ['yes', 'no', 'na'] as const

/** A comment or an incident; notes are written once and stay. */
export const VehicleNote = z.object({
  id: Id,
  vehicle_id: Id,
  category: z.enum(noteCategories),
  subcategory: z.enum(noteSubcategories).nullable(),
  details: z.string(),
  witness_details: z.string().nullable(),
  insurance_details: z.enum(insuranceAnswers).nullable(),
  /** that a driver took */
  photos: z.array(ShownPhoto),
  created_at: Timestamp,
  /** null when the account is gone */
  created_by_name: z.string().nullable(),
})
export type VehicleNote = z.infer<typeof VehicleNote>

const ofIncidents = ['subcategory', 'witness_details', 'insurance_details'] as const

export const VehicleNoteInput = z
  .object({
    vehicle_id: Id,
    category: z.enum(noteCategories, 'Please select a category'),
    subcategory: z.enum(noteSubcategories).nullish(),
    details: requiredText('Please enter a comment', 4000),
    witness_details: optionalText(2000).nullish(),
    insurance_details: z.enum(insuranceAnswers).nullish(),
  })
  .superRefine((note, context) => {
    if (note.category === 'incident') return
    for (const field of ofIncidents)
      if (note[field] !== undefined && note[field] !== null && note[field] !== '')
        context.addIssue({ code: 'custom', path: [field], message: 'Only an incident has this' })
  })
export type VehicleNoteInput = z.infer<typeof VehicleNoteInput>
