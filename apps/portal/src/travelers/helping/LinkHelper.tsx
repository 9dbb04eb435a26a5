import { api, type HelperRight, helperRights, TravelerHelper } from '@ambit/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { client } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { EntityForm } from '../../form/EntityForm.tsx'
import { MultiSelectField, NumberField } from '../../form/fields.tsx'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { notify } from '../../notifications/notify.tsx'
import { travelerRecords } from '../../records/travelers.ts'
import { AddPanel } from '../../ui/AddPanel.tsx'
import shared from '../travelers.module.css'
import { helpersChanged } from './queries.ts'
import { helperStrings as words } from './strings.ts'

const TYPING_MS = 300

const HelperForm = z.object({
  helper_id: z
    .number()
    .int()
    .positive(words.needsHelper)
    .nullable()
    .refine((id): boolean => id !== null, words.needsHelper),
  rights: z.array(z.enum(helperRights)).min(1, words.needsRight),
})
type HelperForm = z.infer<typeof HelperForm>

const usual: HelperRight[] = ['book', 'follow']
const rightOptions = helperRights.map((value) => ({ value, label: words.rights[value] }))

/** Another passenger, by number, helps this one from now on. */
export const LinkHelper = ({ travelerId, onClose }: { travelerId: number; onClose: () => void }) => {
  const entity = useEntityForm({
    intent: { mode: 'create' },
    schema: HelperForm,
    record: TravelerHelper,
    toValues: (): HelperForm => ({ helper_id: null, rights: usual }),
    save: ({ helper_id, rights }) => {
      if (helper_id === null) throw new Error('The form refuses this')
      const body = { traveler_id: travelerId, helper_id, rights }
      return client.call(api.travelerHelpers.create, { body }).then(({ data }) => data)
    },
    onSaved: () => {
      helpersChanged()
      notify({ type: 'success', title: words.thanks, message: words.linked })
      onClose()
    },
  })
  return (
    <AddPanel title={words.link} onCancel={onClose}>
      <EntityForm entity={entity} label={words.form} labels={words.fields}>
        <NumberField name="helper_id" label={words.fields.helper_id} min={1} />
        <MultiSelectField name="rights" label={words.fields.rights} options={rightOptions} />
        <Named />
      </EntityForm>
    </AddPanel>
  )
}

/** Whose number it is, so that the wrong one is noticed before it is linked. */
const Named = () => {
  const [id] = useDebouncedValue(useWatch<HelperForm, 'helper_id'>({ name: 'helper_id' }), TYPING_MS)
  const found = useQuery({ ...travelerRecords.one(id ?? 0), enabled: id !== null, retry: false })
  return (
    <p className={shared['hint']} role="status">
      {id !== null && (found.isError ? failureText(found.error) : found.data?.full_name)}
    </p>
  )
}
