import { api, type TravelerConcession } from '@ambit/contract'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
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
import { TRAVELER_UPDATE } from '../../records/travelers.ts'
import shared from '../travelers.module.css'
import classes from './TravelerConcessions.module.css'
import { AssignConcession } from './AssignConcession.tsx'
import { lastDay, shareOff } from './concession-form.ts'
import { concessionsChanged, concessionsQuery } from './queries.ts'
import { concessionStrings as words } from './strings.ts'

/** By what a passenger pays less, where and until when; expired ones stay to be read. */
export const TravelerConcessions = ({ travelerId }: { travelerId: number }) => {
  const [form, setForm] = useState<'create' | number | null>(null)
  const writing = useCan()(TRAVELER_UPDATE)
  const concessions = useQuery(concessionsQuery(travelerId))
  if (concessions.isPending) return <Skeleton h={80} />
  if (concessions.data === undefined)
    return <ErrorState error={concessions.error} onRetry={() => void concessions.refetch()} />
  const close = (): void => setForm(null)
  const edited = concessions.data.find(({ id, expired }) => id === form && !expired)
  return (
    <>
      {writing && form === null && (
        <div className={classes['tabHead']}>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setForm('create')}>
            {words.assign}
          </Button>
        </div>
      )}
      {form === 'create' && <AssignConcession travelerId={travelerId} intent={{ mode: 'create' }} onClose={close} />}
      {edited !== undefined && (
        <AssignConcession
          key={edited.id}
          travelerId={travelerId}
          intent={{ mode: 'edit', record: edited }}
          onClose={close}
        />
      )}
      {concessions.data.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <ul className={shared['entries']} aria-label={words.list}>
          {concessions.data.map((concession) => (
            <Concession
              key={concession.id}
              concession={concession}
              onEdit={writing && !concession.expired ? () => setForm(concession.id) : undefined}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** Without `onEdit` it is only there to be read. */
const Concession = ({ concession, onEdit }: { concession: TravelerConcession; onEdit?: () => void }) => {
  const { expired, traveler_set: set, created_at } = concession
  const { region } = set.traveler_set_discount
  const format = useFormat(region.time_zone)
  const day = lastDay(concession).split('-').toReversed().join('/')
  return (
    <li className={shared['entry']}>
      <div className={shared['entryHead']}>
        <strong>{set.name}</strong>
        <StatusTag tone={expired ? 'neutral' : 'success'}>{expired ? words.expired : words.active}</StatusTag>
        <span>{words.off(shareOff(set, format))}</span>
        <span>{region.name}</span>
        {onEdit !== undefined && (
          <span className={shared['entryButtons']}>
            <ActionIcon size="sm" aria-label={words.edit(set.name)} onClick={onEdit}>
              <IconPencil size={15} />
            </ActionIcon>
            <RemoveConcession concession={concession} />
          </span>
        )}
      </div>
      <p className={classes['entryFacts']}>
        <span>{words.from(format.date(created_at))}</span>
        <span>{expired ? words.wasUntil(day) : words.until(day)}</span>
      </p>
    </li>
  )
}

const RemoveConcession = ({ concession: { id, version, traveler_set } }: { concession: TravelerConcession }) => {
  const { name } = traveler_set
  const remove = async (): Promise<void> => {
    await removeRecord({
      asked: client.call(api.travelerConcessions.destroy, { params: { id }, version }),
      name,
      words,
      changed: concessionsChanged,
    })
  }
  return (
    <RemoveButton
      label={words.remove(name)}
      question={{ title: words.removeTitle, text: words.removeText(name), button: words.removeButton }}
      run={remove}
    />
  )
}
