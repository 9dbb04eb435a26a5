import { api, type SimilarTraveler, TravelerDetails } from '@ambit/contract'
import { type ReactNode, useRef, useState } from 'react'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame, type DialogTab } from '../dialogs/DialogFrame.tsx'
import { dialogRef } from '../dialogs/dialog-ref.ts'
import { useDialog, useDialogStack } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { travelerRecords } from '../records/travelers.ts'
import { SimilarTravelers } from './SimilarTravelers.tsx'
import { travelerStrings as words } from './strings.ts'
import { TravelerForm, travelerBody, travelerValues } from './traveler-form.ts'
import { TravelerFields } from './TravelerFields.tsx'

/** A new passenger; who may be the same person as another is shown that one first. */
export const CreateTraveler = ({ tabsOf }: { tabsOf: (profile: ReactNode) => DialogTab[] }) => {
  const { close } = useDialog()
  const { change } = useDialogStack()
  const readable = useCan()('TravellerManagement:traveller:canRead')
  const [similar, setSimilar] = useState<readonly SimilarTraveler[]>([])
  const entity = useEntityForm({
    intent: { mode: 'create' },
    schema: TravelerForm,
    record: TravelerDetails,
    toValues: travelerValues,
    save: (values) => client.call(api.travelers.create, { body: travelerBody(values) }).then((answer) => answer.data),
    onSaved: (traveler) => {
      if (traveler) travelerRecords.saved(traveler)
      notify({ type: 'success', title: words.one, message: words.created })
      close()
    },
  })
  const compareFirst = async (values: TravelerForm): Promise<void> => {
    const found = readable ? await similarTo(values) : []
    setSimilar(found)
    if (found.length === 0) entity.submit()
  }
  // What was typed is not needed any more: leaving asks nothing.
  const used = useRef(false)
  const use = (id: number): void => {
    used.current = true
    change((stack) => [
      ...stack.filter(({ name, mode }) => name !== 'TravelerDialog' || mode !== 'create'),
      dialogRef('TravelerDialog', 'view', id, 'Profile'),
    ])
  }
  const isSaved = (): boolean => used.current || entity.isSaved()
  const submit = (): void => void entity.form.handleSubmit(compareFirst)()
  const profile = (
    <>
      {similar.length > 0 && <SimilarTravelers found={similar} onUse={use} onCreate={entity.submit} />}
      <EntityForm entity={{ ...entity, submit, isSaved }} label={words.form} labels={words.columns}>
        <TravelerFields traveler={null} />
      </EntityForm>
    </>
  )
  return <DialogFrame title={words.createTitle} tabs={tabsOf(profile)} />
}

/** Where they cannot be asked for, saving says so. */
const similarTo = async ({
  first_name,
  last_name,
  email,
  phone_number,
}: TravelerForm): Promise<readonly SimilarTraveler[]> => {
  try {
    return (await client.call(api.travelers.similar, { query: { first_name, last_name, email, phone_number } })).data
  } catch {
    return []
  }
}
