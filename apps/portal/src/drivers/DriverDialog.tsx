import { api, Driver } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { eachRecord } from '../api/each-record.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame, type DialogTab } from '../dialogs/DialogFrame.tsx'
import { DialogSkeleton } from '../dialogs/DialogSkeleton.tsx'
import { readIds } from '../dialogs/dialog-ref.ts'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { createdMessage, updatedMessage } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { driverBody, DriverBulkForm, DriverForm, driverValues, sharedStatus } from './driver-form.ts'
import { DriverFields } from './DriverFields.tsx'
import { DriverStatus } from './DriverStatus.tsx'
import { driverQuery, driverSaved, driversByIdQuery, driversChanged } from './queries.ts'
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
      if (driver) driverSaved(driver)
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
  const driver = useQuery(driverQuery(id))
  if (driver.isPending) return <DialogSkeleton />
  if (driver.data === undefined)
    return (
      <DialogFrame title={words.one}>
        <ErrorState error={driver.error} onRetry={() => void driver.refetch()} />
      </DialogFrame>
    )
  const record = driver.data
  const intent: DetailsIntent = { mode, record }
  const tabs: DialogTab[] = [
    { value: 'DriverDetails', label: words.details, content: <DriverDetails key={mode} intent={intent} /> },
    ...(can('DriverManagement:driver:canUpdate')
      ? [{ value: 'ResetPassword', label: words.resetPassword, content: <ResetPinForm driverId={id} /> }]
      : []),
  ]
  return (
    <DialogFrame
      title={record.full_name}
      id={`${words.columns.id} ${record.id}`}
      status={<DriverStatus status={record.status} />}
      switchable
      tabs={tabs}
    />
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
          ...(version === undefined ? {} : { version }),
        })
        .then((answer) => answer.data),
    onSaved: (driver) => {
      if (driver) driverSaved(driver)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <DriverFields driver={intent.record} />
    </EntityForm>
  )
}

const SeveralDrivers = ({ ids }: { ids: readonly number[] }) => {
  const drivers = useQuery(driversByIdQuery(ids))
  if (drivers.isPending) return <DialogSkeleton />
  return (
    <DialogFrame title={words.bulkTitle(ids.length)}>
      {drivers.data === undefined ? (
        <ErrorState error={drivers.error} onRetry={() => void drivers.refetch()} />
      ) : (
        <BulkForm drivers={drivers.data} />
      )}
    </DialogFrame>
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
      ).finally(() => driversChanged())
    },
    onSaved: () => {
      for (const { id } of drivers) driversChanged(id)
      notify({ type: 'success', title: words.title, message: updatedMessage(words.bulkSaved(drivers.length)) })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <DriverFields driver={null} />
    </EntityForm>
  )
}
