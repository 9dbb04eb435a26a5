import { api, type Driver } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { byIds } from '../records/define-records.ts'
import { driverRecords } from '../records/drivers.ts'
import { client } from '../api/client.ts'
import { BulkConfirm } from '../table/BulkConfirm.tsx'
import { driverStrings as words } from './strings.ts'

/** One call per driver: one who has trips or schedules stays, and the others go. */
export const RemoveDrivers = ({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) => {
  const chosen = useQuery({ ...driverRecords.rows(byIds(ids)), staleTime: Infinity })
  if (chosen.data === undefined) return null
  return <Confirm drivers={chosen.data} onClose={onClose} />
}

const Confirm = ({ drivers, onClose }: { drivers: readonly Driver[]; onClose: () => void }) => {
  // Those who are gone stay in the list of what was asked.
  const tried = useRef(new Set<number>())
  const run = ({ id, version }: { id: number; version: number }): Promise<unknown> => {
    // A retry uses the driver's current version: changes since then were shown the first time.
    const known = tried.current.has(id) ? {} : { version }
    tried.current.add(id)
    return client.call(api.drivers.destroy, { params: { id }, ...known })
  }
  const [items] = useState(() => drivers.map(({ id, full_name, version }) => ({ id, name: full_name, version })))
  return (
    <BulkConfirm
      title={words.removeSeveralTitle(items.length)}
      text={words.removeSeveralText(items.length)}
      button={words.remove}
      items={items}
      run={run}
      onClose={() => {
        driverRecords.changed()
        onClose()
      }}
    />
  )
}
