import { api, Driver } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../dialogs/Loaded.tsx'
import { RecordStatus } from '../records/status.tsx'
import { byIds } from '../records/define-records.ts'
import { historyTab } from '../records/History.tsx'
import { driverRecords, driverStatuses } from '../records/drivers.ts'
import { client } from '../api/client.ts'
import { eachRecord } from '../api/each-record.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame, type DialogTab } from '../dialogs/DialogFrame.tsx'
import { readIds } from '../dialogs/dialog-ref.ts'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { createdMessage, updatedMessage } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.tsx'
import { BlockingWarning } from './BlockingWarning.tsx'
import { driverBody, DriverBulkForm, DriverForm, driverValues, sharedStatus } from './driver-form.ts'
import { DriverFields } from './DriverFields.tsx'
import { ResetPinForm } from './ResetPinForm.tsx'
import { driverStrings as words } from './strings.ts'

/** One driver, a new one, or the status of several. */
const DriverDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'create':
      return <CreateDriver />
    case 'view':
    case 'edit':
      return <OneDriver id={Number(id)} mode={mode} />
    case 'bulkedit':
      return <SeveralDrivers ids={readIds(id)} />
    case 'booking':
      return null
  }
}
export default DriverDialog

const CreateDriver = () => {
  const { close } = useDialog()
  const entity = useEntityForm({
    intent: { mode: 'create' },
    schema: DriverForm,
    record: Driver,
    toValues: driverValues,
    save: (values) => client.call(api.drivers.create, { body: driverBody(values) }).then((answer) => answer.data),
    onSaved: (driver) => {
      if (driver) driverRecords.saved(driver)
      notify({ type: 'success', title: words.one, message: createdMessage(words.one) })
      close()
    },
  })
  return (
    <DialogFrame title={words.createTitle}>
      <EntityForm entity={entity} label={words.form} labels={words.columns}>
        <DriverFields driver={null} />
      </EntityForm>
    </DialogFrame>
  )
}

const OneDriver = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const can = useCan()
  const driver = useQuery(driverRecords.one(id))
  return (
    <Loaded query={driver} title={words.one}>
      {(record) => {
        const intent: DetailsIntent = { mode, record }
        const tabs: DialogTab[] = [
          { value: 'DriverDetails', label: words.details, content: <DriverDetails key={mode} intent={intent} /> },
          ...(can('DriverManagement:driver:canUpdate')
            ? [{ value: 'ResetPassword', label: words.resetPassword, content: <ResetPinForm driverId={id} /> }]
            : []),
          ...historyTab(can, 'drivers', id),
        ]
        return (
          <DialogFrame
            title={record.full_name}
            id={`${words.columns.id} ${record.id}`}
            status={<RecordStatus of={driverStatuses} status={record.status} />}
            switchable
            tabs={tabs}
          />
        )
      }}
    </Loaded>
  )
}

type DetailsIntent = Extract<FormIntent<Driver>, { record: Driver }>

const DriverDetails = ({ intent }: { intent: DetailsIntent }) => {
  const { close } = useDialog()
  const { id } = intent.record
  const entity = useEntityForm({
    intent,
    schema: DriverForm,
    record: Driver,
    toValues: driverValues,
    save: (values, version) =>
      client
        .call(api.drivers.update, {
          params: { id },
          body: driverBody(values),
          version,
        })
        .then((answer) => answer.data),
    onSaved: (driver) => {
      if (driver) driverRecords.saved(driver)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <DriverFields driver={intent.record} />
      {intent.mode === 'edit' && <BlockingWarning drivers={[intent.record]} />}
    </EntityForm>
  )
}

const SeveralDrivers = ({ ids }: { ids: readonly number[] }) => {
  const drivers = useQuery(driverRecords.rows(byIds(ids)))
  return (
    <Loaded query={drivers} title={words.bulkTitle(ids.length)}>
      {(records) => (
        <DialogFrame title={words.bulkTitle(ids.length)}>
          <BulkForm drivers={records} />
        </DialogFrame>
      )}
    </Loaded>
  )
}

/** One call per driver; one that fails fails the whole. */
const BulkForm = ({ drivers }: { drivers: readonly Driver[] }) => {
  const { close } = useDialog()
  // A call that succeeded changes the records under the form; what was chosen stays for the others.
  const [shared] = useState(() => sharedStatus(drivers))
  const entity = useEntityForm({
    intent: { mode: 'bulkedit', records: drivers },
    schema: DriverBulkForm,
    record: Driver,
    toValues: () => ({ status: shared }),
    save: async ({ status }) => {
      const body = { status: status === '' ? null : status }
      await eachRecord(
        drivers,
        (driver) => driver.full_name,
        ({ id, version }) => client.call(api.drivers.update, { params: { id }, body, version }),
      ).finally(() => driverRecords.changed())
    },
    onSaved: () => {
      for (const { id } of drivers) driverRecords.changed(id)
      notify({ type: 'success', title: words.title, message: updatedMessage(words.bulkSaved(drivers.length)) })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <DriverFields driver={null} />
      <BlockingWarning drivers={drivers} />
    </EntityForm>
  )
}
