import { api, type MobilityAid, type Region } from '@ambit/contract'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { removeRecord } from '../../api/remove-record.ts'
import { AidMarks } from '../../records/AidMarks.tsx'
import { mobilityAidsChanged, mobilityAidsQuery } from '../../records/mobility-aids.ts'
import { RemoveButton } from '../../table/RemoveButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AidForm } from './AidForm.tsx'
import classes from './RegionAids.module.css'
import { regionAidStrings as words } from './strings.ts'

/** The kinds of mobility aids that a region keeps. */
export const RegionAids = ({ mode, region }: { mode: 'view' | 'edit'; region: Region }) => {
  const [open, setOpen] = useState<MobilityAid | 'new' | null>(null)
  const aids = useQuery(mobilityAidsQuery(region.id))
  if (aids.isPending) return <Skeleton h={80} />
  if (aids.data === undefined) return <ErrorState error={aids.error} onRetry={() => void aids.refetch()} />
  const edits = mode === 'edit'
  return (
    <>
      <p>{words.explained}</p>
      {edits && open === null && (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
          {words.add}
        </Button>
      )}
      {edits && open !== null && (
        <AidForm
          key={open === 'new' ? 0 : open.id}
          regionId={region.id}
          aid={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
      <ul className={classes['aids']} aria-label={words.list}>
        {aids.data.map((aid) => (
          <li key={aid.id} className={classes['aid']} aria-label={aid.name}>
            <AidMarks aids={[aid]} />
            <span>{words.places(aid)}</span>
            <span>{words.times(aid)}</span>
            {edits && (
              <span className={classes['buttons']}>
                <ActionIcon size="sm" aria-label={words.edit(aid.name)} onClick={() => setOpen(aid)}>
                  <IconPencil size={15} />
                </ActionIcon>
                <Remove aid={aid} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const Remove = ({ aid: { id, name, version } }: { aid: MobilityAid }) => {
  const remove = async (): Promise<void> => {
    await removeRecord({
      asked: client.call(api.mobilityAids.destroy, { params: { id }, version }),
      name,
      words,
      changed: mobilityAidsChanged,
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
