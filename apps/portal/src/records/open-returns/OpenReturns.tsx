import type { OpenReturn } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { Button, UnstyledButton } from '@mantine/core'
import { IconArrowNarrowRight, IconPhoneIncoming } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, useId, useRef, useState } from 'react'
import { useMasks } from '../../auth/masks.ts'
import { useCan } from '../../auth/permissions.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { useFormat } from '../../settings/format.ts'
import { useNow } from '../../settings/use-now.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useCall } from './call.ts'
import { useRowFocus } from '../../ui/use-row-focus.ts'
import { CloseQuestion, NotNeededQuestion } from './EndQuestions.tsx'
import { activateKeys, CLOSE, READ, UPDATE } from './keys.ts'
import type { openReturnsOfDayQuery } from './queries.ts'
import { openReturnStrings as words } from './strings.ts'
import classes from './OpenReturns.module.css'

type Props = {
  title: string
  /** which of those that wait */
  query: ReturnType<typeof openReturnsOfDayQuery>
  /** of one passenger, whose name stands there already */
  unnamed?: boolean
}

/** Ways back that are asked for when the passenger calls, each to be activated or ended. Nothing where there is none. */
export const OpenReturns = ({ title, query, unnamed = false }: Props) => {
  const readable = useCan()(READ)
  const { data: returns = [], ...asked } = useQuery({ ...query, enabled: readable })
  const heading = useId()
  const list = useRef<HTMLUListElement>(null)
  const onRowFocus = useRowFocus(asked.isPending ? null : returns.map(({ id }) => id), (index) =>
    list.current?.children[index]?.querySelector('button'),
  )
  if (asked.isLoadingError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  if (returns.length === 0) return null
  // On a page below its title, in the passenger's dialog below that of the dialog.
  const Heading = unnamed ? 'h3' : 'h2'
  return (
    <section className={classes['returns']} aria-labelledby={heading}>
      <Heading id={heading} className={classes['heading']}>
        {title}
        {!unnamed && <span className={classes['muted']}>{words.count(returns.length)}</span>}
      </Heading>
      <ul ref={list}>
        {returns.map((one) => (
          <Row key={one.id} open={one} unnamed={unnamed} onFocus={(event) => onRowFocus(one.id, event)} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { open: OpenReturn; unnamed: boolean; onFocus: (event: FocusEvent<HTMLElement>) => void }

const Row = ({ open, unnamed, onFocus }: RowProps) => {
  const { traveler_id, traveler_name, origin, destination, passenger_count, mobility_support } = open
  const can = useCan()
  const show = useOpenDialog()
  return (
    <li className={classes['row']} onFocus={onFocus}>
      <div className={classes['told']}>
        {unnamed ? null : can('TravellerManagement:traveller:canRead') ? (
          <UnstyledButton className={classes['name']} onClick={() => show('TravelerDialog', 'view', traveler_id)}>
            {traveler_name}
          </UnstyledButton>
        ) : (
          <strong>{traveler_name}</strong>
        )}
        <When open={open} />
        <span className={classes['places']}>
          <span>{origin.name}</span>
          <IconArrowNarrowRight size={14} aria-hidden />
          <span>{destination.name}</span>
        </span>
        <span className={classes['muted']}>
          {words.people(passenger_count)}
          {mobility_support !== null && mobility_support > 0 && `, ${words.wheelchairs(mobility_support)}`}
        </span>
        <Called open={open} />
      </div>
      <Ways open={open} />
    </li>
  )
}

/** The day as well, unless that is today. */
const When = ({ open: { not_before, time_zone } }: { open: OpenReturn }) => {
  const format = useFormat(time_zone)
  const today = dateIn(time_zone, useNow(60_000)) === dateIn(time_zone, new Date(not_before))
  const time = format.time(not_before)
  return (
    <strong className="numbers">
      {today ? words.notBefore(time) : words.notBeforeOn(format.day(not_before), time)}
    </strong>
  )
}

const Called = ({ open: { called_at, waitlist_entry_id, time_zone } }: { open: OpenReturn }) => {
  const format = useFormat(time_zone)
  if (called_at === null) return null
  const time = format.time(called_at)
  return waitlist_entry_id === null ? (
    <StatusTag tone="info">{words.called(time)}</StatusTag>
  ) : (
    <StatusTag tone="warning">{words.waits(time)}</StatusTag>
  )
}

const Ways = ({ open: { id, traveler_name } }: { open: OpenReturn }) => {
  const can = useCan()
  const call = useCall()
  // A door without its number is no place to book from.
  const placesMasked = useMasks().has('place')
  const [asked, setAsked] = useState<'close' | 'not needed' | null>(null)
  const leave = (): void => setAsked(null)
  return (
    <div className={classes['ways']}>
      {!placesMasked && activateKeys.every((key) => can(key)) && (
        <Button
          size="compact-sm"
          leftSection={<IconPhoneIncoming size={14} aria-hidden />}
          aria-label={words.activateNamed(traveler_name)}
          onClick={() => call(id)}
        >
          {words.activate}
        </Button>
      )}
      {can(UPDATE) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.notNeededNamed(traveler_name)}
          onClick={() => setAsked('not needed')}
        >
          {words.notNeeded}
        </Button>
      )}
      {can(CLOSE) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.closeNamed(traveler_name)}
          onClick={() => setAsked('close')}
        >
          {words.close}
        </Button>
      )}
      {asked === 'not needed' && <NotNeededQuestion id={id} name={traveler_name} onClose={leave} />}
      {asked === 'close' && <CloseQuestion id={id} name={traveler_name} onClose={leave} />}
    </div>
  )
}
