import { api, travelerFlags, TravelerFeatures } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../dialogs/Loaded.tsx'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { SwitchField } from '../form/fields.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { featuresQuery, featuresSaved } from './queries.ts'
import { travelerStrings as words } from './strings.ts'

const FeaturesForm = TravelerFeatures.omit({ id: true, version: true })

/** Which features a passenger's app shows. */
const TravelerFeaturesDialog = () => {
  const id = Number(useDialog().id)
  const features = useQuery(featuresQuery(id))
  return (
    <Loaded query={features} title={words.features}>
      {(record) => (
        <DialogFrame title={words.features} id={`${words.columns.id} ${id}`}>
          <Flags record={record} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default TravelerFeaturesDialog

const Flags = ({ record }: { record: TravelerFeatures }) => {
  const { close } = useDialog()
  const { id } = record
  const entity = useEntityForm({
    intent: { mode: 'edit', record },
    schema: FeaturesForm,
    record: TravelerFeatures,
    toValues: (features) => FeaturesForm.parse(features ?? record),
    save: (values, version) =>
      client
        .call(api.travelers.updateFeatures, {
          params: { id },
          body: { ...values, id },
          version,
        })
        .then((answer) => answer.data),
    onSaved: (saved) => {
      if (saved) featuresSaved(saved)
      notify({ type: 'success', title: words.thanks, message: words.featuresSaved })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.features} labels={words.flags}>
      {travelerFlags.map((flag) => (
        <SwitchField key={flag} name={flag} label={words.flags[flag]} span={24} />
      ))}
    </EntityForm>
  )
}
