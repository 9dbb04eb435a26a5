import { api, type ConsumerApp, type Region, Zone } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { consumerAppOptions } from '../records/consumer-apps.ts'
import { besideHistory } from '../records/History.tsx'
import { RecordStatus } from '../records/status.tsx'
import { regionOptions } from '../records/regions.ts'
import { zoneRecords, zoneStatuses } from '../records/zones.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { DialogSkeleton } from '../dialogs/DialogSkeleton.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { createdMessage } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useNavigate } from '../url/link.tsx'
import { useScope } from '../url/scope.ts'
import { designerPath, keptSearch } from './navigation.ts'
import { zoneStrings as words } from './strings.ts'
import { zoneBody, ZoneForm, zoneValues } from './zone-form.ts'
import { ZoneFields } from './ZoneFields.tsx'

/** One zone, or a new one. What is drawn and driven in it is the designer's. */
const ZoneDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'create':
      return <CreateZone />
    case 'view':
    case 'edit':
      return <OneZone id={Number(id)} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default ZoneDialog

/** What the selects of the form offer; null while it loads. Without the right to read regions there are none. */
const useChoices = () => {
  const can = useCan()
  const regions = useQuery({ ...regionOptions, enabled: can('RegionManagement:region:canRead') })
  const apps = useQuery(consumerAppOptions)
  const failed = [regions, apps].find(({ isError, data }) => isError && data === undefined)
  const choices = regions.isLoading || apps.data === undefined ? null : { regions: regions.data ?? [], apps: apps.data }
  return { choices, failed }
}

const CreateZone = () => {
  const { choices, failed } = useChoices()
  if (choices === null && failed === undefined) return <DialogSkeleton />
  return (
    <DialogFrame title={words.createTitle}>
      {choices === null ? (
        <ErrorState error={failed?.error} onRetry={() => void failed?.refetch()} />
      ) : (
        <ZoneDetails intent={{ mode: 'create' }} {...choices} />
      )}
    </DialogFrame>
  )
}

const OneZone = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const zone = useQuery(zoneRecords.one(id))
  const can = useCan()
  const { choices, failed } = useChoices()
  const trouble = zone.data === undefined && zone.isError ? zone : failed
  if (trouble !== undefined)
    return (
      <DialogFrame title={zone.data?.name ?? words.one}>
        <ErrorState error={trouble.error} onRetry={() => void trouble.refetch()} />
      </DialogFrame>
    )
  if (zone.data === undefined || choices === null) return <DialogSkeleton />
  const record = zone.data
  return (
    <DialogFrame
      title={record.name}
      id={`${words.columns.id} ${record.id}`}
      status={<RecordStatus of={zoneStatuses} status={record.status} />}
      switchable
      {...besideHistory(can, 'zones', id, <ZoneDetails key={mode} intent={{ mode, record }} {...choices} />)}
    />
  )
}

type Intent = Exclude<FormIntent<Zone>, { mode: 'bulkedit' }>
type DetailsProps = { intent: Intent; regions: readonly Region[]; apps: readonly ConsumerApp[] }

/** ms */
const OFFER_DECAY = 10_000

const ZoneDetails = ({ intent, regions, apps }: DetailsProps) => {
  const { close } = useDialog()
  const navigate = useNavigate()
  const designs = useCan()('ZoneManagement:zoneDesigner:canRead')
  const design = (id: number): void => void navigate({ to: designerPath(id), search: keptSearch })
  const [scope] = useScope()
  const likely = regions.find(({ id }) => id === scope.region) ?? (regions.length === 1 ? regions[0] : undefined)
  const entity = useEntityForm({
    intent,
    schema: ZoneForm,
    record: Zone,
    toValues: (zone) => zoneValues(zone, { region: likely ?? null, apps }),
    save: (values, version) => save(intent, values, version),
    onSaved: (zone) => {
      if (zone) zoneRecords.saved(zone)
      if (intent.mode === 'create') {
        const actions = zone && designs ? [{ label: words.openDesigner, run: () => design(zone.id) }] : []
        // Without areas and stops nothing is driven in it: the offer stays long enough to be taken.
        const decay = actions.length === 0 ? {} : { actions, decay: OFFER_DECAY }
        notify({ type: 'success', title: words.one, message: createdMessage(words.one), ...decay })
      } else notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
    failure: 'toast',
  })
  const record = intent.mode === 'create' ? null : intent.record
  return (
    <EntityForm entity={entity} label={words.form} labels={words.fields}>
      <ZoneFields zone={record} regions={regions} apps={apps} />
    </EntityForm>
  )
}

const save = async (intent: Intent, values: ZoneForm, version: number | undefined): Promise<Zone> => {
  const body = zoneBody(values)
  if (intent.mode === 'create') return (await client.call(api.zones.create, { body })).data
  const call = { params: { id: intent.record.id }, body, version }
  return (await client.call(api.zones.update, call)).data
}
