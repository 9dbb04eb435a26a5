import { api, SsoProvider } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityFormFrame, FormGrid } from '../form/EntityForm.tsx'
import { NumberField, SelectField, SwitchField, TextAreaField, TextField, ViewField } from '../form/fields.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { GroupMap } from './GroupMap.tsx'
import classes from './installation.module.css'
import { NewProviderForm, providerBody, ProviderForm, providerValues } from './provider-form.ts'
import { providersQuery, signInChanged } from './queries.ts'
import { installationStrings as words } from './strings.ts'

/** One provider, or a new one. */
const ProviderDialog = () => {
  const { mode, id } = useDialog()
  return mode === 'create' ? (
    <DialogFrame title={words.createTitle}>
      <Details intent={{ mode: 'create' }} />
    </DialogFrame>
  ) : (
    <OneProvider id={Number(id)} />
  )
}
export default ProviderDialog

const OneProvider = ({ id }: { id: number }) => (
  <Loaded query={useQuery(providersQuery)} title={words.editTitle}>
    {(providers) => {
      const record = providers.find((provider) => provider.id === id)
      return (
        <DialogFrame title={words.editTitle} {...(record === undefined ? {} : { id: record.name })}>
          {record === undefined ? <EmptyState title={words.none} /> : <Details intent={{ mode: 'edit', record }} />}
        </DialogFrame>
      )
    }}
  </Loaded>
)

type Intent = Extract<FormIntent<SsoProvider>, { mode: 'create' | 'edit' }>

const save = async (intent: Intent, values: ProviderForm, version: number | undefined): Promise<SsoProvider> => {
  const { secret, issuer, ...body } = providerBody(values)
  if (intent.mode === 'create')
    return (await client.call(api.ssoProviders.create, { body: { ...body, issuer, secret: secret ?? '' } })).data
  const changed = secret === undefined ? body : { ...body, secret }
  return (await client.call(api.ssoProviders.update, { params: { id: intent.record.id }, body: changed, version })).data
}

const kinds = Object.entries(words.secretKinds).map(([value, label]) => ({ value, label }))
const WHOLE_ROW = 24

const Details = ({ intent }: { intent: Intent }) => {
  const { close } = useDialog()
  const record = intent.mode === 'edit' ? intent.record : null
  const entity = useEntityForm({
    intent,
    schema: record === null ? NewProviderForm : ProviderForm,
    record: SsoProvider,
    toValues: providerValues,
    save: (values, version) => save(intent, values, version),
    onSaved: () => {
      void signInChanged()
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
  const labels = words.fields
  return (
    <EntityFormFrame entity={entity} label={words.form} labels={labels}>
      <FormGrid label={words.form} labelWidth={165}>
        <TextField name="name" label={labels.name} />
        <TextField name="issuer" label={labels.issuer} readOnly={record !== null} />
        <TextField name="client_id" label={labels.client_id} />
        <SelectField name="secret_kind" label={labels.secret_kind} options={kinds} />
        <TextAreaField
          name="secret"
          label={labels.secret}
          span={WHOLE_ROW}
          {...(record === null ? {} : { placeholder: words.secretKept })}
        />
        <TextField name="scopes" label={labels.scopes} />
        <TextField name="group_claim" label={labels.group_claim} />
        <SwitchField name="offered" label={labels.offered} />
        <SwitchField name="make_users" label={labels.make_users} />
        <TextField name="email_domains" label={labels.email_domains} placeholder={words.listed} span={WHOLE_ROW} />
        <SwitchField name="counts_as_two_factors" label={labels.counts_as_two_factors} />
        <TextField name="two_factor_values" label={labels.two_factor_values} placeholder={words.listed} />
        <TextField name="acr_values" label={labels.acr_values} />
        <NumberField name="max_age" label={labels.max_age} min={0} suffix={words.seconds} />
        {record !== null && (
          <section className={classes['addresses']} aria-label={words.addresses}>
            <h3>{words.addresses}</h3>
            <dl>
              <ViewField label={words.returnAddress}>{record.return_address}</ViewField>
              <ViewField label={words.logoutAddress}>{record.logout_address}</ViewField>
            </dl>
          </section>
        )}
        <GroupMap known={record?.group_map ?? []} />
      </FormGrid>
    </EntityFormFrame>
  )
}
