import { api, type PermissionKey, type TravelerHelper } from '@ambit/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { removeRecord } from '../../api/remove-record.ts'
import { useCan } from '../../auth/permissions.ts'
import { useFormat } from '../../settings/format.ts'
import { RemoveButton } from '../../table/RemoveButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import shared from '../travelers.module.css'
import { LinkHelper } from './LinkHelper.tsx'
import { helpersChanged, helpersQuery } from './queries.ts'
import { helperStrings as words } from './strings.ts'

const UPDATE = 'TravellerManagement:helper:canUpdate' satisfies PermissionKey

/** Who books for the passenger or follows their rides in the app, and for whom the passenger does. */
export const TravelerHelpers = ({ travelerId }: { travelerId: number }) => {
  const [linking, setLinking] = useState(false)
  const writing = useCan()(UPDATE)
  const found = useQuery(helpersQuery(travelerId))
  if (found.isPending) return <Skeleton h={80} />
  if (found.data === undefined) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const helpers = found.data.filter(({ traveler_id }) => traveler_id === travelerId)
  const helped = found.data.filter(({ traveler_id }) => traveler_id !== travelerId)
  return (
    <>
      {writing && !linking && (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setLinking(true)}>
          {words.link}
        </Button>
      )}
      {linking && <LinkHelper travelerId={travelerId} onClose={() => setLinking(false)} />}
      {found.data.length === 0 && <EmptyState title={words.none} />}
      <People
        label={words.list}
        people={helpers}
        nameOf={({ helper_name }) => helper_name ?? words.unnamed}
        ends={writing}
      />
      <People label={words.helpedList} people={helped} nameOf={({ traveler_name }) => traveler_name} ends={writing} />
    </>
  )
}

type PeopleProps = {
  label: string
  people: readonly TravelerHelper[]
  nameOf: (one: TravelerHelper) => string
  ends: boolean
}

const People = ({ label, people, nameOf, ends }: PeopleProps) => {
  const { date } = useFormat()
  if (people.length === 0) return null
  return (
    <>
      <h3>{label}</h3>
      <ul className={shared['entries']} aria-label={label}>
        {people.map((one) => (
          <li key={one.id} className={shared['entry']}>
            <div className={shared['entryHead']}>
              <strong>{nameOf(one)}</strong>
              <StatusTag tone={one.accepted_at === null ? 'neutral' : 'success'}>
                {one.accepted_at === null ? words.invited : words.active}
              </StatusTag>
              {one.household && <span>{words.household}</span>}
              <span>{one.rights.map((right) => words.rights[right]).join(', ')}</span>
              {one.accepted_at !== null && <span>{words.since(date(one.accepted_at))}</span>}
              {one.ends_at !== null && <span>{words.until(date(one.ends_at))}</span>}
              {ends && (
                <span className={shared['entryButtons']}>
                  <End helper={one} name={nameOf(one)} />
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

const End = ({ helper: { id, version }, name }: { helper: TravelerHelper; name: string }) => {
  const end = async (): Promise<void> => {
    await removeRecord({
      asked: client.call(api.travelerHelpers.destroy, { params: { id }, version }),
      name,
      words,
      changed: helpersChanged,
    })
  }
  return (
    <RemoveButton
      label={words.remove(name)}
      question={{ title: words.removeTitle, text: words.removeText(name), button: words.removeButton }}
      run={end}
    />
  )
}
