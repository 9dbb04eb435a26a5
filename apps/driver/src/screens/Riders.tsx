import { type ReactNode, useState } from 'react'
import type { Deed, ManifestBooking, TripManifest, TripStop } from '@ambit/contract'
import { APPROVED_AFTER_MS, noShowFrom, openAt, waits } from '@ambit/domain'
import { noteKey } from '../device/notes.ts'
import type { TextKey } from '../texts/catalogue.ts'
import { detailsOf, nameOf } from '../trip/details.ts'
import { MINUTE_MS, type Rider, spacesOf } from '../trip/stop-view.ts'
import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import { BoardingCode } from './BoardingCode.tsx'
import { Due } from './Due.tsx'
import { Fare } from './Fare.tsx'
import { HowMany } from './HowMany.tsx'
import { Note } from './Note.tsx'
import { NoShowReasons } from './NoShowReasons.tsx'
import styles from './riders.module.css'

type Props = { manifest: TripManifest; stop: TripStop; now: number; act: Deeds['act'] }

type Boarding = Extract<Deed, { kind: 'board' }>
const boards = ({ id }: Rider): Boarding => ({ kind: 'board', service_request_id: id })
const leaves = ({ id }: Rider): Deed => ({ kind: 'drop_off', service_request_id: id })

/** A row for each passenger due at the stop, who gets off first; with two or more, one button for all. */
export const Riders = ({ manifest, stop, now, act }: Props) => {
  const { say } = useDrive()
  const { waiting, riding } = openAt(stop)
  const here = stop.arrived_at !== null
  const rows = [
    ...stop.alightings.map((rider) => ({ rider, side: 'off' as const })),
    ...stop.boardings.map((rider) => ({ rider, side: 'on' as const })),
  ]
  if (rows.length === 0) return null
  const parts = inGroups(manifest, rows, now)
  const largest = Math.max(0, ...parts.map(({ group, rows: own }) => (group === null ? 0 : own.length)))
  const callable = (rider: Rider): boolean => {
    const details = detailsOf(manifest, rider.id, now)
    return waits(rider) && details !== null && mayCall(manifest, here, details)
  }
  return (
    <>
      {here && riding.length > Math.max(1, parts.length === 1 ? largest : 0) && (
        <button type="button" className={styles['all']} onClick={() => void act(...riding.map(leaves))}>
          {say('all_out', { n: riding.length })}
        </button>
      )}
      {here && waiting.length > Math.max(1, parts.length === 1 ? largest : 0) && !asksCode(manifest, waiting, now) && (
        <button type="button" className={styles['all']} onClick={() => void act(...waiting.map(boards))}>
          {say('all_aboard', { n: waiting.length })}
        </button>
      )}
      <ul className={styles['riders']}>
        {parts.map(({ group, side, rows: own }) =>
          group === null ? (
            own.map(({ rider, place }) => (
              <RiderRow key={`${side} ${rider.id}`} {...{ manifest, rider, side, here, now, act, place }} />
            ))
          ) : (
            <GroupOfRiders key={`${side} of ${group.id}`} {...{ manifest, group, side, here, now, act }} rows={own} />
          ),
        )}
      </ul>
      {stop.boardings.some(callable) && <p className={styles['hint-of-calls']}>{say('call_hint')}</p>}
    </>
  )
}

type Row = { rider: Rider; side: 'on' | 'off'; place: number }
type Group = NonNullable<ManifestBooking['group']>
type Part = { group: Group | null; side: Row['side']; rows: Row[] }

/** Those of a group stand together under its name, where the first of them does, while their names are shown. */
const inGroups = (manifest: TripManifest, rows: readonly Omit<Row, 'place'>[], now: number): Part[] => {
  const parts: Part[] = []
  for (const [at, { rider, side }] of rows.entries()) {
    const row = { rider, side, place: at + 1 }
    const group = detailsOf(manifest, rider.id, now)?.group ?? null
    const same = group && parts.find((part) => part.group?.id === group.id && part.side === side)
    if (same) same.rows.push(row)
    else parts.push({ group, side, rows: [row] })
  }
  return parts
}

const asksCode = (manifest: TripManifest, riders: readonly Rider[], now: number): boolean =>
  riders.some(({ id }) => detailsOf(manifest, id, now)?.code?.required)

type GroupProps = Props & { group: Group; side: Row['side']; here: boolean; rows: readonly Row[] }

/** A group under its name: how many are aboard or out, one button for all who are not, and a row to tick for each. */
const GroupOfRiders = ({ manifest, group, side, here, now, act, rows }: Omit<GroupProps, 'stop'>) => {
  const { say } = useDrive()
  const riders = rows.map(({ rider }) => rider)
  const left = riders.filter((rider) => (side === 'on' ? waits(rider) : rider.status === 'on_board'))
  const done = riders.filter(({ status }) => status === 'completed' || (side === 'on' && status === 'on_board'))
  const { name } = group
  return (
    <li className={styles['group']} aria-label={say('group', { name })}>
      <p className={styles['name']}>
        <b>{say('group', { name })}</b>
        <span>{say(side === 'on' ? 'group_aboard' : 'group_out', { n: done.length, all: riders.length })}</span>
      </p>
      {here && left.length > 1 && !(side === 'on' && asksCode(manifest, left, now)) && (
        <button
          type="button"
          className={styles['all']}
          onClick={() => void act(...left.map((rider) => (side === 'on' ? boards(rider) : leaves(rider))))}
        >
          {say(side === 'on' ? 'all_aboard' : 'all_out', { n: left.length })} <span className="hidden">{name}</span>
        </button>
      )}
      <ul className={styles['riders']}>
        {rows.map(({ rider, place }) => (
          <RiderRow key={rider.id} {...{ manifest, rider, side, here, now, act, place }} />
        ))}
      </ul>
    </li>
  )
}

const isOnTheWay = ({ trip }: TripManifest, here: boolean): boolean => here || trip.current_state === 'in_transit'

/** Once the vehicle has set out for the stop, and until the passenger gets on (DAPP-59). */
const mayCall = (manifest: TripManifest, here: boolean, { phone_number }: ManifestBooking): boolean =>
  phone_number !== null && isOnTheWay(manifest, here)

type RowProps = {
  manifest: TripManifest
  rider: Rider
  side: 'on' | 'off'
  /** the vehicle is at the stop */
  here: boolean
  /** from 1, for as long as names are not shown */
  place: number
  now: number
  act: Deeds['act']
}

const RiderRow = ({ manifest, rider, side, here, place, now, act }: RowProps) => {
  const { say } = useDrive()
  const { state } = useDrive()
  const dispatch = manifest.dispatch_phone ?? state.dispatch_phone
  const details = detailsOf(manifest, rider.id, now)
  const name = nameOf(manifest, rider.id, now) ?? say('passenger', { n: place })
  const waiting = side === 'on' && waits(rider)
  const came = rider.boarded_count ?? rider.passenger_count
  const people =
    came < rider.passenger_count
      ? say('people_came', { n: came, booked: rider.passenger_count })
      : say('people', { n: came })
  const getsOff = side === 'off' && rider.status === 'on_board'
  const call =
    waiting && details !== null && mayCall(manifest, here, details) ? (
      <a
        className="link"
        href={`tel:${details.phone_number}`}
        onClick={() => void act({ kind: 'call', service_request_id: rider.id })}
      >
        <Pictogram name="phone" />
        <span>
          {say('call')} <span className="hidden">{name}</span>
        </span>
      </a>
    ) : waiting && isOnTheWay(manifest, here) && manifest.rules.passenger_calls === 'dispatch' && dispatch !== null ? (
      <a className="link" href={`tel:${dispatch}`}>
        <Pictogram name="phone" />
        {say('call_dispatch')}
      </a>
    ) : null
  return (
    <li className={styles['rider']} aria-label={name}>
      <p className={styles['name']}>
        <b>{name}</b>
        <span>
          {people}, {say(side === 'on' ? 'gets_on' : 'gets_off')}
        </span>
      </p>
      {spacesOf(rider) > 0 && (
        <p className={styles['needs']}>
          <Pictogram name="wheelchair" /> {say('wheelchairs', { n: spacesOf(rider) })}
        </p>
      )}
      {details?.aids?.map(({ kind, name: aid }, at) => (
        <p key={`${at} ${aid}`} className={styles['needs']}>
          <Pictogram name={kind} /> {aid}
        </p>
      ))}
      {(details?.attendants ?? 0) > 0 && (
        <p className={styles['needs']}>
          <Pictogram name="person" /> {say('attendants', { n: details?.attendants ?? 0 })}
        </p>
      )}
      {side === 'on' && details !== null && <Due booking={details} />}
      <Done rider={rider} side={side} />
      {here && details !== null && (rider.status === 'on_board' || rider.status === 'completed') && (
        <Fare booking={details} rider={rider} name={name} act={act} />
      )}
      <NoteHere {...{ manifest, rider, side, name }} />
      {here && waiting ? (
        <Waiting {...{ manifest, rider, name, now, act }}>{call}</Waiting>
      ) : (
        (call !== null || (here && getsOff)) && (
          <p className={styles['deeds']}>
            {here && getsOff && (
              <button type="button" onClick={() => void act(leaves(rider))}>
                {say('out')} <span className="hidden">{name}</span>
              </button>
            )}
            {call}
          </p>
        )
      )}
    </li>
  )
}

type NoteProps = Pick<RowProps, 'manifest' | 'rider' | 'side'> & { name: string }

/** Until the passenger got on, or off, here; also before names are shown. */
const NoteHere = ({ manifest, rider, side, name }: NoteProps) => {
  const { device, state } = useDrive()
  const booking = manifest.bookings.find(({ id }) => id === rider.id)
  const isAhead = side === 'on' ? waits(rider) : waits(rider) || rider.status === 'on_board'
  const end = side === 'on' ? 'pickup_note' : 'dropoff_note'
  const text = booking?.[end]
  if (!isAhead || text === undefined) return null
  const key = noteKey(rider.id, end)
  const isNew = state.open?.new_notes.includes(key) ?? false
  return <Note name={name} text={text} onSeen={isNew ? () => void device.confirmNote(key) : null} />
}

const doneWords: Partial<Record<Rider['status'], TextKey>> = {
  on_board: 'is_aboard',
  completed: 'is_out',
  no_show: 'is_absent',
  cancelled: 'is_cancelled',
}

/** What has become of the passenger; nothing for one who still has to get on or off here. */
const Done = ({ rider, side }: Pick<RowProps, 'rider' | 'side'>) => {
  const { say } = useDrive()
  const word = side === 'off' && rider.status === 'on_board' ? undefined : doneWords[rider.status]
  if (word === undefined) return null
  return (
    <p className={styles['done']}>
      <Pictogram name="done" /> {say(word)}
    </p>
  )
}

type Approval = { asked: boolean; from: number }

/** How dispatch's word on a no-show stands, where it is needed and can be asked for; null: it is the driver's to declare. */
const approvalOf = ({ trip, rules }: TripManifest, id: number, signal: boolean): Approval | null => {
  if (rules.no_show_approval !== 'dispatcher') return null
  const told = trip.no_shows_asked?.find(({ service_request_id }) => service_request_id === id)
  if (told === undefined) return signal ? { asked: false, from: 0 } : null
  return { asked: true, from: told.approved ? 0 : Date.parse(told.asked_at) + APPROVED_AFTER_MS }
}

/** Without a signal nobody could be asked. */
const unaskedOf = (approval: Approval | null, { rules }: TripManifest) =>
  approval === null && rules.no_show_approval === 'dispatcher' ? { unasked: true } : {}

type WaitingProps = Pick<RowProps, 'manifest' | 'rider' | 'now' | 'act'> & { name: string; children: ReactNode }

type Asking = 'nothing' | 'why' | 'code' | 'count'

const Waiting = ({ manifest, rider, name, now, act, children }: WaitingProps) => {
  const { state, say, times } = useDrive()
  const [asking, setAsking] = useState<Asking>('nothing')
  const [without, setWithout] = useState(false)
  const booked = rider.passenger_count
  const code = detailsOf(manifest, rider.id, now)?.code
  const from = noShowFrom(manifest.trip, manifest.rules, rider.id)
  const approval = approvalOf(manifest, rider.id, state.sending.silent_since === null)
  const possible = approval === null ? from : Math.max(from, approval.from)
  const early = now < possible
  const boardIt = (part: Partial<Boarding>): void => void act({ ...boards(rider), ...part })
  /** How many came is asked after the code. */
  const board = (isWithout: boolean): void => {
    setWithout(isWithout)
    if (booked > 1) setAsking('count')
    else boardIt(isWithout ? { without_code: true } : {})
  }
  const stop = (): void => setAsking('nothing')
  if (asking === 'why')
    return (
      <NoShowReasons
        name={name}
        onCancel={stop}
        onChoose={(reason) => {
          stop()
          if (approval?.asked === false) void act({ kind: 'ask_no_show', service_request_id: rider.id, ...reason })
          else void act({ kind: 'no_show', service_request_id: rider.id, ...reason, ...unaskedOf(approval, manifest) })
        }}
      />
    )
  if (asking === 'code' && code !== undefined)
    return (
      <BoardingCode
        name={name}
        check={code}
        onRight={() => board(false)}
        onWithout={() => board(true)}
        onCancel={stop}
      />
    )
  if (asking === 'count')
    return (
      <HowMany
        name={name}
        booked={booked}
        onCancel={stop}
        onChoose={(count) =>
          boardIt({
            ...(count === booked ? {} : { boarded_count: count }),
            ...(without ? { without_code: true } : {}),
          })
        }
      />
    )
  return (
    <p className={styles['deeds']}>
      <button type="button" onClick={() => (code?.required ? setAsking('code') : board(false))}>
        {say('aboard')} <span className="hidden">{name}</span>
      </button>
      {code?.required === false && (
        <button type="button" onClick={() => setAsking('code')}>
          {say('check_code')} <span className="hidden">{name}</span>
        </button>
      )}
      <button type="button" aria-disabled={early} onClick={() => setAsking(early ? 'nothing' : 'why')}>
        <span>
          {say('not_here')} <span className="hidden">{name}</span>{' '}
          {early && (
            // A clock without seconds shows the minute in which it is surely possible.
            <small>
              {approval?.asked === true && `${say('dispatch_asked')} `}
              {say('possible_at', { time: times.clock(Math.ceil(possible / MINUTE_MS) * MINUTE_MS) })}
            </small>
          )}
        </span>
      </button>
      {children}
    </p>
  )
}
