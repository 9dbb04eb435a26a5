import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { nameOf } from '../masks.ts'
import { emailText, optionalText, requiredText, stamps, Timestamp } from './basics.ts'

export const MOST_CONTACTS = 10
/** People on one booking sheet. */
export const MOST_SHEET_ROWS = 30

/** Somebody to turn to at an organisation. */
export const OrganisationContact = z.object({
  name: requiredText('Please enter a name', 100),
  /** such as `Head of care` */
  role: optionalText(100).default(''),
  phone_number: optionalText(40).default(''),
  email: emailText.or(z.literal('')).default(''),
})
export type OrganisationContact = z.infer<typeof OrganisationContact>

const fields = {
  name: requiredText('Please enter a name', 100),
  contacts: z.array(OrganisationContact).max(MOST_CONTACTS, `An organisation has at most ${MOST_CONTACTS} contacts`),
  /** where it is, of the region's place book */
  place_id: Id.nullable(),
}

/** A care home, clinic or school that books for passengers who have consented to it. */
export const Organisation = z.object({
  id: Id,
  region_id: Id,
  region_name: z.string(),
  /** IANA, of the region's calendar */
  time_zone: z.string(),
  ...fields,
  place_name: z.string().nullable(),
  place_point: z.tuple([z.number(), z.number()]).nullable(),
  /** what passengers of its region may travel with */
  aids: z.array(z.object({ id: Id, name: z.string() })),
  /** passengers whose consent is in force */
  traveler_count: z.int(),
  /** users who represent it */
  user_count: z.int(),
  /** bookings ahead that it made for those whose consent is in force no more */
  unconsented_count: z.int(),
  ...stamps,
})
export type Organisation = z.infer<typeof Organisation>

export const OrganisationInput = z.object({
  region_id: Id,
  name: fields.name,
  contacts: fields.contacts.default([]),
  place_id: fields.place_id.default(null),
})
export type OrganisationInput = z.input<typeof OrganisationInput>
/** What is left out stays; its region does. */
export const OrganisationChange = z.object(fields).partial()

/** `not_yet`: it begins later. */
export const consentStates = ['in_force', 'not_yet', 'ended'] as const
export type ConsentState = (typeof consentStates)[number]

/** That an organisation may book for a passenger, and who consented to it. */
export const OrganisationTraveler = z.object({
  id: Id,
  organisation_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  /** the passenger, or who may say so for them */
  consented_by: nameOf('traveler_id', z.string(), 'hidden'),
  /** days of the region's calendar, both included; no last one: until it is ended */
  consented_on: z.iso.date(),
  until_on: z.iso.date().nullable(),
  /** whether representatives are told what becomes of the rides that they book for the passenger */
  tell_representatives: z.boolean(),
  /** when it was ended by hand */
  ended_at: Timestamp.nullable(),
  state: z.enum(consentStates),
  ...stamps,
})
export type OrganisationTraveler = z.infer<typeof OrganisationTraveler>

const consent = {
  consented_by: requiredText('Please enter who consented', 200),
  consented_on: z.iso.date('Please enter a date'),
  until_on: z.iso.date('Please enter a date').nullable(),
  tell_representatives: z.boolean(),
}
export const OrganisationTravelerInput = z.object({
  organisation_id: Id,
  traveler_id: Id,
  ...consent,
  until_on: consent.until_on.default(null),
  tell_representatives: consent.tell_representatives.default(true),
})
export type OrganisationTravelerInput = z.input<typeof OrganisationTravelerInput>
export const OrganisationTravelerChange = z.object(consent).partial()

/** Whether the caller is told what becomes of the rides that their organisation books. */
export const RepresentativeMessages = z.object({ told: z.boolean() })
export type RepresentativeMessages = z.infer<typeof RepresentativeMessages>
