import { type Organisation, OrganisationContact, type OrganisationInput, requiredText } from '@ambit/contract'
import { z } from 'zod'
import { organisationStrings as words } from './strings.ts'

/** What the form holds: ids as the text that selectors deal in, and empty text for null. */
export const OrganisationForm = z.object({
  name: requiredText(words.missingName, 100),
  region_id: requiredText(words.chooseRegion),
  place_id: z.string(),
  contacts: z.array(OrganisationContact),
})
export type OrganisationForm = z.input<typeof OrganisationForm>

/** `region`: of a new one, where one is chosen already */
export const organisationValues = (
  organisation: Organisation | null,
  region: number | null,
): z.output<typeof OrganisationForm> => ({
  name: organisation?.name ?? '',
  region_id: String(organisation?.region_id ?? region ?? ''),
  place_id: String(organisation?.place_id ?? ''),
  contacts: organisation?.contacts ?? [],
})

export const organisationBody = ({
  name,
  place_id,
  contacts,
}: OrganisationForm): Omit<OrganisationInput, 'region_id'> => ({
  name,
  contacts,
  place_id: place_id === '' ? null : Number(place_id),
})
