import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { travelerRecords } from '../records/travelers.ts'
import { isGone } from '../ui/cause-of.ts'
import { StatusMark } from '../ui/StatusTag.tsx'
import type { BookingDraft } from './booking-draft.ts'
import { removeDraft, useDrafts } from './drafts.ts'
import { travelerStrings as words } from './strings.ts'
import { useOpenDraft } from './use-open-draft.ts'
import classes from './DraftTabs.module.css'

/** Bookings that were begun and not finished, by passenger. */
export const DraftTabs = () => {
  const drafts = useDrafts().filter(({ status }) => status !== 'booked')
  if (drafts.length === 0) return null
  return (
    <ul className={classes['drafts']} aria-label={words.drafts}>
      {drafts.map((draft) => (
        <DraftTab key={draft.uuid} draft={draft} />
      ))}
    </ul>
  )
}

const DraftTab = ({ draft }: { draft: BookingDraft }) => {
  const open = useOpenDraft()
  const traveler = useQuery(travelerRecords.one(draft.travelerId))
  const gone = isGone(traveler.error)
  useEffect(() => {
    if (gone) removeDraft(draft.uuid)
  }, [gone, draft.uuid])
  const passenger = traveler.data?.full_name ?? words.loading
  const name = draft.changeOf === null ? passenger : words.changeDraft(passenger, draft.changeOf)
  return (
    <li className={classes['draft']} data-status={draft.status === 'error' ? 'error' : undefined}>
      <Tooltip label={words.draftHint(name, draft.status)}>
        <button type="button" onClick={() => open(draft)}>
          <StatusMark tone={draft.status === 'error' ? 'danger' : 'warning'} />
          {name}
        </button>
      </Tooltip>
      <ActionIcon size={24} aria-label={words.closeDraft(name)} onClick={() => removeDraft(draft.uuid)}>
        <IconX size={14} />
      </ActionIcon>
    </li>
  )
}
