import { api, type Driver } from '@ambit/contract'
import { Button } from '@mantine/core'
import {
  IconDeviceMobileOff,
  IconEye,
  IconKey,
  IconPencil,
  IconPlus,
  IconSteeringWheel,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { driverRecords, driverStatuses } from '../records/drivers.ts'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { writeIds } from '../dialogs/dialog-ref.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { driverColumns } from './columns.tsx'
import { driversQuery, type DriversState, driversState } from './queries.ts'
import { RemoveDrivers } from './RemoveDrivers.tsx'
import { driverStrings as words } from './strings.ts'

const statusChoices = [
  { value: 'true', label: driverStatuses.approved.text },
  { value: 'false', label: driverStatuses.blocked.text },
] as const

const cleared = { search: '', 'filter.approved': null } satisfies Partial<DriversState>

/** The list of drivers; every list page is made like this one. */
const DriversPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const list = useList({
    state: driversState,
    query: driversQuery,
    filtered: (state) => state['filter.approved'] !== null,
  })
  const mayUpdate = can('DriverManagement:driver:canUpdate')
  const mayDestroy = can('DriverManagement:driver:canDestroy')
  const [removing, setRemoving] = useState<readonly number[]>([])
  const create = can('DriverManagement:driver:canCreate') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('DriverDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader action={create} count={list.count} />
      <ListCard
        name="drivers"
        label={words.title}
        list={list}
        columns={driverColumns}
        nameOf={(driver) => driver.full_name}
        onOpen={(driver) => open('DriverDialog', 'view', driver.id)}
        actions={(driver) => rowActions(driver, can, open)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <ChoiceFilter
            label={words.status}
            choices={statusChoices}
            value={list.state['filter.approved']}
            onChange={(value) => list.change({ 'filter.approved': value })}
          />
        }
        bulk={
          (mayUpdate || mayDestroy) && (
            <>
              {mayUpdate && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => open('DriverDialog', 'bulkedit', writeIds([...list.selection]))}
                >
                  {words.editSelected}
                </Button>
              )}
              {mayDestroy && (
                <Button size="compact-xs" variant="default" onClick={() => setRemoving([...list.selection])}>
                  {words.removeSelected}
                </Button>
              )}
            </>
          )
        }
        empty={{ icon: IconSteeringWheel, title: words.none, reason: words.noneReason, action: create }}
      />
      {removing.length > 0 && (
        <RemoveDrivers
          ids={removing}
          onClose={() => {
            setRemoving([])
            list.select(new Set())
          }}
        />
      )}
    </>
  )
}
export default DriversPage

const rowActions = (driver: Driver, can: Can, open: OpenDialog): RowAction[] => {
  const mayUpdate = can('DriverManagement:driver:canUpdate')
  return [
    { label: words.view, icon: <IconEye size={16} />, run: () => open('DriverDialog', 'view', driver.id) },
    ...(mayUpdate
      ? [
          { label: words.edit, icon: <IconPencil size={16} />, run: () => open('DriverDialog', 'edit', driver.id) },
          {
            label: words.resetPassword,
            icon: <IconKey size={16} />,
            run: () => open('DriverResetPasswordDialog', 'edit', driver.id),
          },
          {
            label: words.signOut,
            icon: <IconDeviceMobileOff size={16} />,
            run: () => signOutDevices(driver),
            confirm: { title: words.signOutTitle, text: words.signOutText(driver.full_name), button: words.signOut },
          },
        ]
      : []),
    ...(can('DriverManagement:driver:canDestroy')
      ? [
          {
            label: words.remove,
            icon: <IconTrash size={16} />,
            danger: true,
            run: () => removeDriver(driver),
            confirm: { title: words.removeTitle, text: words.removeText(driver.full_name), button: words.remove },
          },
        ]
      : []),
  ]
}

const signOutDevices = async ({ id, full_name }: Driver): Promise<void> => {
  try {
    await client.call(api.drivers.signOut, { params: { id } })
    notify({ type: 'success', title: words.signOut, message: words.signedOut(full_name) })
  } catch (error) {
    announceFailure(error, words.signOutFailed)
  }
}

const removeDriver = (driver: Driver): Promise<void> =>
  removeRecord({
    asked: client.call(api.drivers.destroy, { params: { id: driver.id }, version: driver.version }),
    name: driver.full_name,
    words,
    changed: driverRecords.changed,
  })
