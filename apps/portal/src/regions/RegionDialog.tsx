import { api, Region } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../dialogs/Loaded.tsx'
import { historyTab } from '../records/History.tsx'
import { RecordStatus } from '../records/status.tsx'
import { regionRecords, regionStatuses } from '../records/regions.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame, type DialogTab } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { createdMessage } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.tsx'
import { RegionAids } from './aids/RegionAids.tsx'
import { regionAidStrings } from './aids/strings.ts'
import { regionBody, RegionForm, regionValues } from './region-form.ts'
import { RegionMessages } from './messages/RegionMessages.tsx'
import { regionMessageStrings } from './messages/strings.ts'
import { RegionMisses } from './misses/RegionMisses.tsx'
import { regionMissStrings } from './misses/strings.ts'
import { RegionFields } from './RegionFields.tsx'
import { RegionUsage } from './RegionUsage.tsx'
import { RegionSeries } from './series/RegionSeries.tsx'
import { regionSeriesStrings } from './series/strings.ts'
import { regionStrings as words } from './strings.ts'
import { travelTimeStrings } from './travel-times/strings.ts'
import { TravelTimes } from './travel-times/TravelTimes.tsx'

/** One region, or a new one. */
const RegionDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'create':
      return <CreateRegion />
    case 'view':
    case 'edit':
      return <OneRegion id={Number(id)} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default RegionDialog

const CreateRegion = () => {
  const { close } = useDialog()
  const entity = useEntityForm({
    intent: { mode: 'create' },
    schema: RegionForm,
    record: Region,
    toValues: regionValues,
    save: (values) => client.call(api.regions.create, { body: regionBody(values) }).then((answer) => answer.data),
    onSaved: (region) => {
      if (region) regionRecords.saved(region)
      notify({ type: 'success', title: words.one, message: createdMessage(words.one) })
      close()
    },
    failure: 'silent',
  })
  return (
    <DialogFrame title={words.createTitle}>
      <EntityForm entity={entity} label={words.form} labels={words.columns}>
        <RegionFields region={null} />
      </EntityForm>
    </DialogFrame>
  )
}

const OneRegion = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const region = useQuery(regionRecords.one(id))
  const can = useCan()
  return (
    <Loaded query={region} title={words.one}>
      {(record) => {
        const tabs: DialogTab[] = [
          { value: 'RegionDetails', label: words.details, content: <Details key={mode} intent={{ mode, record }} /> },
          { value: 'TravelTimes', label: travelTimeStrings.title, content: <TravelTimes key={mode} region={record} /> },
          {
            value: 'Messages',
            label: regionMessageStrings.title,
            content: <RegionMessages key={mode} mode={mode} region={record} />,
          },
          {
            value: 'Misses',
            label: regionMissStrings.title,
            content: <RegionMisses key={mode} mode={mode} region={record} />,
          },
          {
            value: 'Series',
            label: regionSeriesStrings.title,
            content: <RegionSeries key={mode} mode={mode} region={record} />,
          },
          {
            value: 'MobilityAids',
            label: regionAidStrings.title,
            content: <RegionAids key={mode} mode={mode} region={record} />,
          },
          { value: 'Usage', label: words.usage, content: <RegionUsage region={record} /> },
          ...historyTab(can, 'regions', id),
        ]
        return (
          <DialogFrame
            title={record.name}
            id={`${words.columns.id} ${record.id}`}
            status={<RecordStatus of={regionStatuses} status={record.status} />}
            switchable
            tabs={tabs}
          />
        )
      }}
    </Loaded>
  )
}

type Intent = Extract<FormIntent<Region>, { record: Region }>

const Details = ({ intent }: { intent: Intent }) => {
  const { close } = useDialog()
  const { id } = intent.record
  const entity = useEntityForm({
    intent,
    schema: RegionForm,
    record: Region,
    toValues: regionValues,
    save: (values, version) =>
      client
        .call(api.regions.update, {
          params: { id },
          body: regionBody(values),
          version,
        })
        .then((answer) => answer.data),
    onSaved: (region) => {
      if (region) regionRecords.saved(region)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
    failure: 'silent',
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <RegionFields region={intent.record} />
    </EntityForm>
  )
}
