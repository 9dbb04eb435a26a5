import type { Organisation, Place } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { wallTime } from '../form/date-time.ts'
import { AddressInput } from '../map/AddressInput.tsx'
import { useFormat } from '../settings/format.ts'
import { useSettings } from '../settings/settings.ts'
import classes from './booking-sheet.module.css'
import type { SheetRow } from './draft.ts'
import type { Person } from './queries.ts'
import type { SheetStore } from './sheet-store.ts'
import { sheetStrings as words } from './strings.ts'

type Props = {
  row: SheetRow
  number: number
  people: readonly Person[]
  aids: Organisation['aids']
  near: readonly [number, number] | null
  timeZone: string
  date: string
  busy: boolean
  store: SheetStore
}

const placeOf = (place: Place | null): Place | null => place && { name: place.name, point: place.point }

/** One ride: who, from where to where, when, and what came of it. What may have been sent is not changed any more. */
export const SheetLine = ({ row, number, people, aids, near, busy, store, ...when }: Props) => {
  const { mapCenter } = useSettings().app
  const at: LngLat = near ?? [mapCenter.lng, mapCenter.lat]
  const fixed = busy || row.sent !== null || row.outcome.kind === 'booked'
  const change = (changed: Partial<SheetRow>): void =>
    store.changeRow(row.id, { ...changed, outcome: { kind: 'open' } })
  const address = (field: 'from' | 'to') => (
    <div>
      <AddressInput
        label={words.fields[field]}
        near={at}
        readOnly={fixed}
        value={row[field]}
        onChange={(place) => change({ [field]: placeOf(place) })}
      />
    </div>
  )
  const clock = (field: 'time' | 'back') => (
    <TextInput
      type="time"
      label={words.fields[field]}
      disabled={fixed}
      value={row[field]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
    />
  )
  return (
    <li className={classes['row']} aria-label={words.row(number)} data-outcome={row.outcome.kind}>
      <span className={classes['number']}>{number}</span>
      <div>
        <Select
          label={words.fields.person}
          searchable
          disabled={fixed}
          data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={row.traveler === null ? null : String(row.traveler)}
          onChange={(id) => change({ traveler: id === null ? null : Number(id) })}
        />
      </div>
      {address('from')}
      {address('to')}
      {clock('time')}
      {clock('back')}
      <div>
        <MultiSelect
          label={words.fields.aids}
          {...(row.aids === null ? { placeholder: words.asInProfile } : {})}
          disabled={fixed}
          data={aids.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={(row.aids ?? []).map(String)}
          onChange={(ids) => change({ aids: ids.length === 0 ? null : ids.map(Number) })}
        />
      </div>
      <ActionIcon aria-label={words.remove(number)} disabled={fixed} onClick={() => store.removeRow(row.id)}>
        <IconTrash size={16} />
      </ActionIcon>
      <Told row={row} number={number} busy={busy} store={store} {...when} />
    </li>
  )
}

type ToldProps = Pick<Props, 'row' | 'number' | 'busy' | 'store' | 'timeZone' | 'date'>

/** What came of a row, and the ways on from a refusal. */
const Told = ({ row: { id, outcome, sent }, number, busy, store, timeZone, date }: ToldProps) => {
  const format = useFormat(timeZone)
  if (busy) return <p className={classes['outcome']}>{words.running}</p>
  switch (outcome.kind) {
    case 'open':
      return null
    case 'booked': {
      const [time, back] = [outcome.pickup, outcome.back].map((at) => (at === null ? null : format.time(at)))
      const text = back == null ? words.booked(time ?? '') : words.bookedBoth(time ?? '', back)
      return <p className={classes['outcome']}>{text}</p>
    }
    case 'refused': {
      const repeat = (): void => void store.book([id], timeZone)
      const next = sent === null ? wallOn(outcome.next, timeZone, date) : null
      return (
        <p className={classes['outcome']}>
          {outcome.why}
          {next !== null && (
            <Button
              size="compact-xs"
              onClick={() => {
                store.changeRow(id, { time: next })
                repeat()
              }}
            >
              {words.at(format.clockTime(next))}
            </Button>
          )}
          <Button size="compact-xs" variant="default" aria-label={words.repeatRow(number)} onClick={repeat}>
            {words.repeat}
          </Button>
        </p>
      )
    }
  }
}

/** `HH:MM` of a moment on the sheet's day; null: it is on another. */
const wallOn = (moment: string | null, timeZone: string, date: string): string | null => {
  const wall = moment === null ? null : wallTime(timeZone, moment)
  return wall?.startsWith(date) === true ? wall.slice(11, 16) : null
}
