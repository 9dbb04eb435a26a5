import {
  api,
  BY_HAND_LENGTH,
  ByHandInput,
  exceptionSeverities,
  ExceptionSeverity,
  ServiceException,
} from '@ambit/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { NumberField, SelectField, TextAreaField } from '../form/fields.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { exceptionsChanged } from '../records/exceptions/queries.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { zoneOptions } from '../records/zones.ts'
import { useScope } from '../url/scope.ts'
import { PassengerField } from './PassengerField.tsx'
import { raiseStrings as words } from './strings.ts'

const RaiseForm = z.object({
  text: ByHandInput.shape.text,
  severity: ExceptionSeverity,
  zone_id: z.string().min(1, words.chooseZone),
  service_request_id: z.int().positive().nullable(),
  trip_id: z.int().positive().nullable(),
  traveler_id: z.string().nullable(),
})
type RaiseForm = z.infer<typeof RaiseForm>

const severities = exceptionSeverities.map((value) => ({ value, label: exceptionStrings.severities[value] }))

/** Something that needs a person and that no rule sees: it is in the inbox of all who watch the zone. */
const RaiseExceptionDialog = () => {
  const [scope] = useScope()
  return (
    <Loaded query={useQuery(zoneOptions(scope.region))} title={words.title}>
      {(zones) => (
        <DialogFrame title={words.title}>
          <Details zones={zones} zone={scope.zone[0] ?? (zones.length === 1 ? zones[0]?.id : undefined)} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default RaiseExceptionDialog

type Props = {
  zones: readonly { id: number; name: string }[]
  /** chosen already */
  zone: number | undefined
}

const Details = ({ zones, zone }: Props) => {
  const { close } = useDialog()
  const can = useCan()
  const queries = useQueryClient()
  const entity = useEntityForm<RaiseForm, ServiceException>({
    intent: { mode: 'create' },
    schema: RaiseForm,
    record: ServiceException,
    toValues: () => ({
      text: '',
      severity: 'soon',
      zone_id: zone === undefined ? '' : String(zone),
      service_request_id: null,
      trip_id: null,
      traveler_id: null,
    }),
    save: async (values) => {
      const { zone_id, traveler_id, ...others } = values
      const whose = traveler_id === null ? {} : { traveler_id: Number(traveler_id) }
      const body = { ...others, ...whose, zone_id: Number(zone_id) }
      return (await client.call(api.exceptions.create, { body })).data
    },
    onSaved: () => {
      exceptionsChanged(queries)
      notify({ type: 'success', title: words.raised, message: '' })
      close()
    },
    failure: 'inline',
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.fields}>
      <TextAreaField name="text" label={words.fields.text} maxLength={BY_HAND_LENGTH} counted span={24} />
      <SelectField name="severity" label={words.fields.severity} options={severities} />
      <SelectField
        name="zone_id"
        label={words.fields.zone_id}
        searchable
        options={zones.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <NumberField
        name="service_request_id"
        label={words.fields.service_request_id}
        note={words.optional}
        plain
        min={1}
      />
      <NumberField name="trip_id" label={words.fields.trip_id} note={words.optional} plain min={1} />
      {can('TravellerManagement:traveller:canRead') && <PassengerField />}
    </EntityForm>
  )
}
