import { ActionIcon, Indicator, Loader, Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { badgeText } from '../../notifications/notice.ts'
import { travelerRecords } from '../../records/travelers.ts'
import { serverClock } from '../../settings/use-now.ts'
import { StatusMark } from '../../ui/StatusTag.tsx'
import { type BookingDraft, isUnread } from '../booking-draft.ts'
import { useDrafts } from '../drafts.ts'
import { useOpenDraft } from '../use-open-draft.ts'
import { resume } from '../wizard/run-draft.ts'
import { alertColour } from './alert-colour.ts'
import classes from './OpenBookingsAlerts.module.css'
import { alertStrings as words } from './strings.ts'

/** Bookings in the making, from every page: what is searched or booked goes on while their wizards are closed. */
const OpenBookingsAlerts = () => {
  const drafts = useDrafts()
  const [opened, popover] = useDisclosure(false)
  const unread = drafts.filter(isUnread).length
  useEffect(() => {
    for (const draft of drafts) resume(draft, serverClock.now())
  }, [drafts])
  return (
    <Popover width={340} position="bottom-end" opened={opened} onChange={popover.set} trapFocus returnFocus>
      <Indicator label={badgeText(unread)} size={16} disabled={unread === 0} offset={4}>
        <Popover.Target>
          <ActionIcon
            size={34}
            variant="default"
            aria-label={unread === 0 ? words.title : words.unreadCount(unread)}
            onClick={popover.toggle}
          >
            <IconClipboardList size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown className={classes['alerts']}>
        <h2>{words.title}</h2>
        {drafts.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <ul>
            {drafts.map((draft) => (
              <OpenBooking key={draft.uuid} draft={draft} onOpen={popover.close} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
export default OpenBookingsAlerts

const OpenBooking = ({ draft, onOpen }: { draft: BookingDraft; onOpen: () => void }) => {
  const open = useOpenDraft()
  const name = useQuery(travelerRecords.one(draft.travelerId)).data?.full_name ?? words.loading
  const { origin, destination } = draft.bookingData
  const colour = alertColour(draft.status)
  const unread = isUnread(draft)
  return (
    <li>
      <UnstyledButton
        className={classes['alert']}
        data-unread={unread || undefined}
        data-colour={colour}
        onClick={() => {
          onOpen()
          open(draft)
        }}
      >
        {colour === 'loading' ? <Loader size={12} aria-hidden /> : <StatusMark tone={colour} size={10} />}
        <span className={classes['words']}>
          <span className={classes['name']}>
            {draft.changeOf === null ? name : words.changeOf(name, draft.changeOf)}
          </span>
          {origin !== null && destination !== null && (
            <span className={classes['journey']}>{words.journey(origin.name, destination.name)}</span>
          )}
        </span>
        <span className={classes['status']}>
          {draft.changeOf !== null && draft.status === 'booked' ? words.changed : words.statuses[draft.status]}
        </span>
        {unread && <span className="visually-hidden">{words.unread}</span>}
      </UnstyledButton>
    </li>
  )
}
