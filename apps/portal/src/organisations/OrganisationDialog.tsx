import { api, Organisation } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { historyTab } from '../records/History.tsx'
import { organisationRecords } from '../records/organisations.ts'
import { regionOptions } from '../records/regions.ts'
import { useScope } from '../url/scope.ts'
import { Consents } from './Consents.tsx'
import { UPDATE } from './keys.ts'
import { organisationBody, OrganisationForm, organisationValues } from './organisation-form.ts'
import { OrganisationFields } from './OrganisationFields.tsx'
import { organisationStrings as words } from './strings.ts'

/** One organisation, or a new one. */
const OrganisationDialog = () => {
  const { mode, id } = useDialog()
  const can = useCan()
  switch (mode) {
    case 'create':
      return <CreateOrganisation />
    case 'edit':
      return <OneOrganisation id={Number(id)} mode={can(UPDATE) ? 'edit' : 'view'} />
    case 'view':
      return <OneOrganisation id={Number(id)} mode="view" />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default OrganisationDialog

const CreateOrganisation = () => (
  <Loaded query={useQuery(regionOptions)} title={words.createTitle}>
    {(regions) => (
      <DialogFrame title={words.createTitle}>
        <Details intent={{ mode: 'create' }} regions={regions} />
      </DialogFrame>
    )}
  </Loaded>
)

const OneOrganisation = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const can = useCan()
  return (
    <Loaded query={useQuery(organisationRecords.one(id))} title={words.one}>
      {(record) => (
        <DialogFrame
          title={mode === 'edit' ? words.editTitle : words.viewTitle}
          id={record.name}
          tabs={[
            {
              value: 'Details',
              label: words.details,
              content: <Details key={mode} intent={{ mode, record }} regions={[]} />,
            },
            { value: 'Passengers', label: words.passengers, content: <Consents organisation={record} mode={mode} /> },
            ...historyTab(can, 'organisations', id),
          ]}
        />
      )}
    </Loaded>
  )
}

type Intent = Exclude<FormIntent<Organisation>, { mode: 'bulkedit' }>

/** An organisation stays in its region: `regions` are those to choose from. */
const Details = ({ intent, regions }: { intent: Intent; regions: readonly { id: number; name: string }[] }) => {
  const { close } = useDialog()
  const [scope] = useScope()
  const region = scope.region ?? (regions.length === 1 ? (regions[0]?.id ?? null) : null)
  const entity = useEntityForm({
    intent,
    schema: OrganisationForm,
    record: Organisation,
    toValues: (organisation) => organisationValues(organisation, region),
    save: (values, version) => save(intent, values, version),
    onSaved: (organisation) => {
      if (organisation) organisationRecords.saved(organisation)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
    failure: 'inline',
  })
  const name = 'record' in intent ? intent.record.place_name : null
  return (
    <EntityForm entity={entity} label={words.form} labels={words.fields}>
      <OrganisationFields regions={regions} placeName={name} />
    </EntityForm>
  )
}

const save = async (intent: Intent, values: OrganisationForm, version: number | undefined): Promise<Organisation> => {
  const body = organisationBody(values)
  const asked =
    intent.mode === 'create'
      ? client.call(api.organisations.create, { body: { ...body, region_id: Number(values.region_id) } })
      : client.call(api.organisations.update, { params: { id: intent.record.id }, body, version })
  return (await asked).data
}
